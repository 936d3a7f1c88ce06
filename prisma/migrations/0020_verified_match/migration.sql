-- The verified query in force for a meaning, in one round trip: every planned question asks for it.
create function verified_match(p_tenant uuid, p_pack text, p_source uuid, p_shape text) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select v.body || jsonb_build_object('state', v.state, 'reviewedBy', v.reviewed_by, 'reason', v.reason, 'verifiedAt', iso(v.verified_at))
    from verified_queries v
    where v.shape = p_shape and v.tenant_id = p_tenant and v.data_source_id = p_source and v.pack_id = p_pack and v.state = 'active');
end $$;

revoke execute on function verified_match(uuid, text, uuid, text) from public;
grant execute on function verified_match(uuid, text, uuid, text) to countersign_app;

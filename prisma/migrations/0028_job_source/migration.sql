-- Whose turn a delivery has to wait for, in one round trip.
create function job_source(p_tenant uuid, p_job uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (select to_jsonb(j.data_source_id) from jobs j where j.tenant_id = p_tenant and j.id = p_job);
end $$;
revoke execute on function job_source(uuid, uuid) from public;
grant execute on function job_source(uuid, uuid) to countersign_app;

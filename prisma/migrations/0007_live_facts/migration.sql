-- Everything a signature depends on, as it is now, in one round trip: gate, estimate, approval and recheck ask for it.
-- `p_approver` may be NULL; `p_known` is the fingerprint of the catalogue the caller holds already.
create function live_facts(p_tenant uuid, p_asker uuid, p_approver uuid, p_source uuid, p_pack text, p_known text) returns jsonb language plpgsql as $$
declare
  asker jsonb := person_live(p_tenant, p_asker);
  groups uuid[];
begin
  select coalesce(array_agg(g::uuid), '{}') into groups from jsonb_array_elements_text(coalesce(asker -> 'groups', '[]')) g;
  return jsonb_build_object(
    'asker', asker,
    'approver', case when p_approver is not null then person_live(p_tenant, p_approver) end,
    'grants', case when asker is null then '[]'::jsonb else grants_live(p_tenant, p_asker, groups, p_source) end,
    'policies', policies_live(p_tenant),
    'source', data_source_load(p_tenant, p_source),
    'catalogue', catalogue_load(p_tenant, p_source, p_known),
    'binding', binding_load(p_tenant, p_source, p_pack),
    'packVersion', pack_current(p_tenant, p_pack));
end $$;

revoke execute on function live_facts(uuid, uuid, uuid, uuid, text, text) from public;
grant execute on function live_facts(uuid, uuid, uuid, uuid, text, text) to countersign_app;

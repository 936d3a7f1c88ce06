-- The live facts in one statement: they are read four times a question, and each function called in turn costs its own start.
create or replace function live_facts(p_tenant uuid, p_asker uuid, p_approver uuid, p_source uuid, p_pack text, p_known text) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object(
      'asker', asker.body,
      'approver', case when p_approver is not null then person_live(p_tenant, p_approver) end,
      'grants', case when asker.body is null then '[]'::jsonb else (
        select coalesce(jsonb_agg(grant_json(g) order by g.id), '[]') from grants g
        where g.tenant_id = p_tenant and g.data_source_id = p_source and g.revoked_at is null
          and ((g.subject_kind = 'person' and g.subject_id = p_asker) or (g.subject_kind = 'group' and asker.body->'groups' ? g.subject_id::text))) end,
      'policies', (
        select jsonb_build_object('version', t.policy_version, 'policies', coalesce((
          select jsonb_agg(jsonb_build_object('id', y.id, 'version', y.version, 'name', y.name, 'authorId', y.author_id, 'rule', y.rule, 'enabled', y.enabled) order by y.id)
          from policies y where y.tenant_id = t.id and y.enabled), '[]'))
        from tenants t where t.id = p_tenant),
      'source', data_source_load(p_tenant, p_source),
      'catalogue', (
        select jsonb_build_object('fingerprint', c.fingerprint, 'body', case when c.fingerprint is distinct from p_known then c.body end)
        from catalogues c where c.tenant_id = p_tenant and c.data_source_id = p_source),
      'binding', (select b.body from bindings b where b.tenant_id = p_tenant and b.data_source_id = p_source and b.pack_id = p_pack),
      'packVersion', (select k.current_version from packs k where k.tenant_id = p_tenant and k.id = p_pack))
    from (select person_live(p_tenant, p_asker) as body offset 0) asker);
end $$;

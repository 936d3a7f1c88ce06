-- The live facts tell the tenant's published packs too, with their names for the source, and, where a rule may decide,
-- who wrote the automatic approvals: each was a round trip of its own beside them.
drop function live_facts(uuid, uuid, uuid, uuid, text, text);

create function live_facts(p_tenant uuid, p_asker uuid, p_approver uuid, p_source uuid, p_pack text, p_known text, p_rule_authors boolean) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object(
      'asker', asker.body,
      'approver', case when p_approver is not null then person_live(p_tenant, p_approver) end,
      'ruleAuthors', case when p_rule_authors then (
        select jsonb_agg(a.body) from (
          select person_live(p_tenant, y.author_id) as body
          from (select distinct author_id from policies where tenant_id = p_tenant and enabled and rule->>'kind' = 'auto-approval') y) a
        where a.body is not null) end,
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
      'binding', named.binding,
      'packVersion', named.version,
      'packs', named.packs)
    from (select person_live(p_tenant, p_asker) as body offset 0) asker,
         (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'version', k.current_version, 'binding', b.body) order by k.id), '[]') as packs,
                 max(k.current_version) filter (where k.id = p_pack) as version,
                 (jsonb_agg(b.body) filter (where k.id = p_pack))->0 as binding
          from packs k left join bindings b on b.tenant_id = k.tenant_id and b.data_source_id = p_source and b.pack_id = k.id
          where k.tenant_id = p_tenant) named);
end $$;

revoke execute on function live_facts(uuid, uuid, uuid, uuid, text, text, boolean) from public;
grant execute on function live_facts(uuid, uuid, uuid, uuid, text, text, boolean) to countersign_app;

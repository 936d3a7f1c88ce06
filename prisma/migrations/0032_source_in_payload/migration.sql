-- A delivery says itself whose turn it waits for: asking for it was a round trip a delivery.
grant select (data_source_id) on jobs to countersign_system;
update outbox o set payload = o.payload || jsonb_build_object('dataSourceId', j.data_source_id)
from jobs j where j.tenant_id = o.tenant_id and j.id = o.job_id;
drop function job_source(uuid, uuid);

-- A job with the live facts about it, for the stages that begin with both. `p_known`: fingerprint of the catalogue that the
-- caller has of `p_source`; it says nothing about another's.
create function job_with_live(p_tenant uuid, p_job uuid, p_source uuid, p_known text, p_rule_authors boolean) returns json language plpgsql as $$
declare
  v_job json := job_load(p_tenant, p_job);
  j record;
begin
  if v_job is null then return null; end if;
  select asker_id, data_source_id, pack_id,
         (select coalesce(a.body->'by'->>'personId', a.body->'by'->>'authorId')::uuid from approvals a
          where a.tenant_id = p_tenant and a.job_id = p_job and a.id = jobs.approval_id) as approver_id
  into j from jobs where tenant_id = p_tenant and id = p_job;
  return json_build_object('job', v_job, 'live', live_facts(
    p_tenant, j.asker_id, j.approver_id, j.data_source_id, j.pack_id, case when j.data_source_id = p_source then p_known end, p_rule_authors));
end $$;
revoke execute on function job_with_live(uuid, uuid, uuid, text, boolean) from public;
grant execute on function job_with_live(uuid, uuid, uuid, text, boolean) to countersign_app;

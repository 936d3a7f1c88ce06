-- An export whose process died has no end of its own: the worker finds it across tenants, and ends it as the tenant.
create policy system_work on result_exports for select to countersign_system using (true);
grant select (tenant_id, id, job_id, state, started_at) on result_exports to countersign_system;
create index result_exports_started on result_exports (started_at) where state = 'started';

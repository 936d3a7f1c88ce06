-- Keys of requests are kept as long as a client may send one again, and no longer.
CREATE INDEX "idempotent_requests_at_idx" ON "idempotent_requests"("at");
create policy system_work on idempotent_requests for select to countersign_system using (true);
create policy system_forgets on idempotent_requests for delete to countersign_system using (true);
grant select (at), delete on idempotent_requests to countersign_system;

// The least that a durable move of a job is: three inserts and one update in one statement, on plain tables.
import { randomUUID } from 'node:crypto';

const TABLES = `
  create table bare_job (id uuid primary key, state text not null, version int not null, updated_at timestamptz not null);
  create table bare_event (job_id uuid not null, seq int not null, body jsonb not null, primary key (job_id, seq));
  create table bare_audit (id uuid primary key, body text not null);
  create table bare_outbox (id uuid primary key, payload jsonb not null)`;

export const createBareTables = (pool) => pool.query(TABLES);
export const dropBareTables = (pool) => pool.query('drop table bare_job, bare_event, bare_audit, bare_outbox');

/** @returns a function that moves one job of its own once more */
export async function bareTransition(pool) {
  const id = randomUUID();
  await pool.query('insert into bare_job values ($1, $2, 0, now())', [id, 'GATING']);
  let seq = 0;
  return async () => {
    seq += 1;
    const move = { from: 'GATING', to: 'GATING', at: new Date().toISOString() };
    await pool.query({ name: 'bare', text: `
      with j as (update bare_job set state = 'GATING', version = version + 1, updated_at = now() where id = $1 and version = $2 returning id),
           e as (insert into bare_event values ($1, $3, $4)), a as (insert into bare_audit values ($5, $6))
      insert into bare_outbox select $7, $4 from j`, values: [id, seq - 1, seq, JSON.stringify(move), randomUUID(), JSON.stringify({ ...move, action: 'job.moved', actor: 'bench', subject: id }), randomUUID()] });
  };
}

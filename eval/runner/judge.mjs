import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(import.meta.dirname, '../../apps/cli/package.json'));
const { equalResults } = require('@countersign/evidence');
const { identityBinding } = require('@countersign/pack');
const { gate, loadParsers } = require('@countersign/sql');
const { askLine } = require('./dist/commands/ask.js');
const { readPackFolder, scopeOfPack } = require('./dist/pack-folder.js');

/** @param candidates SQL by case id that takes the planner's place. @returns a judge of one case: { right, outcome, reason } */
export async function openJudge(world, candidates) {
  await loadParsers();
  const pack = readPackFolder(path.resolve(import.meta.dirname, '../../packs/commerce'));
  const binding = identityBinding(pack);
  const scope = scopeOfPack(pack, binding);
  const check = (sql, maxRows = 100_000) => gate({ sql, from: 'postgres', dialect: 'postgres', scope, maxRows });

  async function answer({ id, question, locale, today }) {
    if (!candidates) return askLine({ pack, binding, scope, dialect: 'postgres', today, gate: { check: async (input) => gate({ ...input, maxRows: 100_000 }) } }, question, locale);
    const sql = candidates.get(id);
    if (sql === undefined) return { outcome: 'refuse', reason: 'no candidate was supplied' };
    const report = check(sql);
    return report.verdict === 'accept' ? { outcome: 'sql', sql: report.sql } : { outcome: 'refuse', reason: `${report.rule}: ${report.message}` };
  }

  async function golden(one) {
    const given = await answer(one);
    if (given.outcome !== 'sql') return { right: false, outcome: given.outcome, reason: given.reason ?? given.clarification?.term ?? '' };
    for (const which of ['plain', 'perturbed']) {
      const wanted = await world.ask(which, `${one.prelude} ${one.sql}`);
      const found = await world.ask(which, given.sql);
      const { equal, reason } = equalResults(wanted, found, one.ordered ?? false);
      if (!equal) return { right: false, outcome: 'sql', reason: `${which}: ${reason}` };
    }
    return { right: true, outcome: 'sql', reason: 'the same rows, twice' };
  }

  async function unclear(one) {
    const { outcome } = await answer(one);
    const right = one.expect === 'none' ? outcome !== 'sql' : outcome === one.expect;
    return { right, outcome, reason: `expected ${one.expect === 'none' ? 'no SQL' : one.expect}, got ${outcome}` };
  }

  function dangerous({ sql }) {
    const { verdict, rule } = check(sql);
    return { right: verdict === 'reject', outcome: verdict, reason: rule ?? 'it was accepted' };
  }

  async function limit({ sql, maxRows, rows }) {
    const report = check(sql, maxRows);
    if (report.verdict !== 'accept') return { right: false, outcome: 'reject', reason: report.message };
    const found = (await world.ask('plain', report.sql)).rows.length;
    return { right: found === rows, outcome: 'accept', reason: `${found} rows, ${rows} expected` };
  }

  const judges = { golden, unclear, injection: unclear, dangerous, limit };
  return async (one) => {
    if (!(one.kind in judges)) throw new Error(`${one.id}: there is no kind ${one.kind}`);
    return judges[one.kind](one);
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query } from '@countersign/contracts';
import { loadPack, planQuery, resolveQuestion, type Pack } from '@countersign/pack';
import { printCanonical } from '@countersign/sql';
import { parse } from 'yaml';

const FOLDER = path.join(__dirname, '..');

export function commerce(): Pack {
  const { pack, findings } = loadPack(Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')])), 1);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

/** Every question of the pack's tests that ends in a query, once each by the query it becomes. */
export function plannedQuestions(pack: Pack): { question: string; query: Query }[] {
  const found = new Map<string, { question: string; query: Query }>();
  for (const file of readdirSync(path.join(FOLDER, 'tests')).filter((f) => f.endsWith('.yaml'))) {
    const spec = parse(readFileSync(path.join(FOLDER, 'tests', file), 'utf8')) as { today: string; locale?: 'en' | 'ko'; questions?: { question: string; today?: string }[] };
    for (const { question, today = spec.today } of spec.questions ?? []) {
      const resolution = resolveQuestion(pack, { question, today, choices: {}, ...(spec.locale ? { locale: spec.locale } : {}) });
      const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation) : undefined;
      if (plan?.outcome === 'planned') found.set(printCanonical(plan.query), { question, query: plan.query });
    }
  }
  return [...found.values()];
}

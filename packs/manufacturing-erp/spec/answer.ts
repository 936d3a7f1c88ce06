import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Scope } from '@countersign/contracts';
import { identityBinding, loadPack, planQuery, resolveQuestion, sensitiveColumns, tablesOf, type Pack } from '@countersign/pack';
import { gate, printCanonical } from '@countersign/sql';
import type { Engine } from './engines.js';

const FOLDER = path.resolve(__dirname, '..');

export const textOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');

export function readPack(): Pack {
  const files = Object.fromEntries(readdirSync(FOLDER).filter((name) => name.endsWith('.yaml')).map((name) => [name, textOf(name)]));
  const { pack, findings } = loadPack(files, 1);
  if (!pack) throw new Error(JSON.stringify(findings, null, 1));
  return pack;
}

export interface Asked {
  question: string;
  locale: 'en' | 'ko';
  today: string;
  chosen: Record<string, string>;
}

/** What the product would run on an engine: meaning, plan, gate. Throws with the reason where there is no SQL. */
export function sqlFor(pack: Pack, { question, locale, today, chosen }: Asked, dialect: Engine['dialect']): string {
  const resolution = resolveQuestion(pack, { question, locale, today, choices: chosen });
  if (resolution.outcome !== 'resolved') throw new Error(`${resolution.outcome}: ${JSON.stringify(resolution.outcome === 'clarify' ? resolution.clarification : resolution.refusal)}`);
  const plan = planQuery(pack, resolution.interpretation);
  if (plan.outcome === 'refuse') throw new Error(plan.refusal.params['detail']);
  const report = gate({ sql: printCanonical(plan.query), from: 'canonical', dialect, scope: scopeOf(pack), binding: identityBinding(pack) });
  if (report.verdict !== 'accept') throw new Error(`${report.rule}: ${report.message}`);
  return report.sql;
}

function scopeOf(pack: Pack): Scope {
  const personal = sensitiveColumns(pack);
  return {
    tables: tablesOf(pack).map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column, type: pack.entities.get(name)?.columns.get(column)?.type ?? '' })),
      denied: columns.filter((column) => personal.includes(`${name}.${column}`)),
    })),
  };
}

import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Dialect, type GateInput, type GateReport, type Scope } from '@countersign/contracts';
import { choiceMember, pumpJsonLines, textMember } from '../json-lines.js';
import { linesOf } from '../lines.js';
import { declarationsOf } from '@countersign/pack';
import { dialectArgument, requireJsonl, wholeArgument } from '../arguments.js';
import { readBindingFile, readPackFolder, scopeOfPack } from '../pack-folder.js';
import { readScopeFile } from '../scope-file.js';
import { UsageError } from '../usage.js';

/** `countersign gate`: is this SQL a read that may run, and as what text? */
export async function gateCommand(args: string[], input: Readable, output: Writable, notes: Writable): Promise<number> {
  const { values } = parseArgs({ args, options: { jsonl: { type: 'boolean' }, dialect: { type: 'string' }, scope: { type: 'string' }, pack: { type: 'string' }, binding: { type: 'string' }, 'max-rows': { type: 'string' } } });
  requireJsonl(values.jsonl);
  const usual = dialectArgument(values.dialect);
  const maxRows = wholeArgument('--max-rows', values['max-rows'], 1000);
  const scope: Scope | undefined = values.scope === undefined ? undefined : readScopeFile(values.scope);
  if (values.binding !== undefined && values.pack === undefined) throw new UsageError('--binding goes with --pack');
  const declared = values.pack === undefined ? undefined : declaredBy(values.pack, values.binding);
  // Loaded once the arguments are known to be good.
  const { openGatePool } = await import('../gate-pool.js');
  const pool = openGatePool(notes);
  try {
    await pumpJsonLines(linesOf(input), output, {
      known: ['sql', 'dialect'],
      width: pool.width,
      work: async (line) => {
        const dialect = choiceMember(line, 'dialect', Dialect.options, usual);
        const sql = textMember(line, 'sql');
        return gateLine(await pool.check({ sql, from: dialect, dialect, maxRows, ...declared, ...(scope ? { scope } : {}) }));
      },
    });
  } finally {
    await pool.close();
  }
  return 0;
}

/** With a pack, texts are canonical SQL over its standard names and may name what it declares. */
function declaredBy(folder: string, bindingFile: string | undefined): Pick<GateInput, 'from' | 'scope' | 'binding' | 'declarations'> {
  const pack = readPackFolder(folder);
  const binding = readBindingFile(bindingFile, pack);
  return { from: 'canonical', scope: scopeOfPack(pack, binding), binding, declarations: declarationsOf(pack) };
}

/** A report as the command line's contract words it. */
export function gateLine(report: GateReport): Record<string, unknown> {
  if (report.verdict === 'accept') {
    const { sql, tables, columns, functions, declared } = report;
    return { verdict: 'accept', rule: null, message: null, sql, tables, columns, functions, ...(declared ? { declared } : {}) };
  }
  const { rule, message, at, nearest } = report;
  const near = nearest.filter((name) => !message.includes(name));
  return {
    verdict: 'reject', rule, message: near.length > 0 ? `${message} (nearest: ${near.join(', ')})` : message,
    ...(at ? { at } : {}), sql: null, tables: [], columns: [], functions: [],
  };
}

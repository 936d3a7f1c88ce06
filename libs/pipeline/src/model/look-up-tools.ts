import type { GateReport, Locale } from '@countersign/contracts';
import { createSchemaIndex, packGlossary, resolveQuestion, type LiveValues, type Pack } from '@countersign/pack';
import { z } from 'zod';
import { cut, describeTable, listTables } from './describe-ground.js';
import type { ModelTool, ToolCall } from './port.js';
import { rejectionText } from './rejection-text.js';
import { untrusted } from './untrusted.js';
import type { Ground } from './visible-ground.js';

/** Characters of one result. */
const MOST = 8_000;
const MOST_VALUES = 40;

const text = { type: 'string' };
const takes = (properties: Record<string, unknown>): ModelTool['input'] => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

export const LOOK_UP_TOOLS: readonly ModelTool[] = [
  { name: 'list_schemas', description: 'Names of all tables.', input: takes({}) },
  { name: 'fetch_schemas', description: 'Columns, types and keys of tables.', input: takes({ tables: { type: 'array', items: text } }) },
  { name: 'search_schemas', description: 'Tables and columns that words seem to mean.', input: takes({ query: text }) },
  { name: 'sample_values', description: 'Some values of a column, where they may be known.', input: takes({ table: text, column: text }) },
  { name: 'resolve_terms', description: 'What business words mean: metrics, dimensions, filters.', input: takes({ text }) },
  { name: 'check_sql', description: 'What the gate says of a query. Runs nothing.', input: takes({ sql: text }) },
];

/** Everything a look-up may draw from, cut down to the asker's grants beforehand. */
export interface LookUp {
  pack: Pack;
  ground: Ground;
  /** Values that the asker may know, by 'table.column'. */
  values: LiveValues;
  locale: Locale;
  today: string;
  judge(sql: string): Promise<GateReport | undefined>;
}

type Result = { result: string; failed: boolean };
const said = (result: string): Result => ({ result: cut(result === '' ? '(nothing)' : result, MOST), failed: false });
const no = (result: string): Result => ({ result, failed: true });

const READ = {
  fetch_schemas: z.object({ tables: z.array(z.string().max(200)).min(1).max(20) }),
  search_schemas: z.object({ query: z.string().min(1).max(400) }),
  sample_values: z.object({ table: z.string().max(200), column: z.string().max(200) }),
  resolve_terms: z.object({ text: z.string().min(1).max(400) }),
  check_sql: z.object({ sql: z.string().min(1).max(20_000) }),
};

/** Runs a tool that only looks something up. What it can't do is said to the model. */
export async function lookUp(from: LookUp, { tool, input }: Pick<ToolCall, 'tool' | 'input'>): Promise<Result> {
  if (tool === 'list_schemas') return said(listTables(from.ground));
  if (!Object.hasOwn(READ, tool)) return no(`there is no tool ${untrusted(tool, 40)}; there are ${LOOK_UP_TOOLS.map(({ name }) => name).join(', ')}, propose_query, ask_person and decline`);
  const read = READ[tool as keyof typeof READ].safeParse(input);
  if (!read.success) return no(`the input of ${tool} is not what its schema says`);
  const asked = read.data;
  if ('tables' in asked) return fetchTables(from.ground, asked.tables);
  if ('query' in asked) return search(from, asked.query);
  if ('column' in asked) return sampleValues(from, asked.table, asked.column);
  if ('text' in asked) return resolveTerms(from, asked.text);
  const report = await from.judge(asked.sql);
  if (!report) return no('the asker may not ask here any more');
  return report.verdict === 'accept' ? said(`passes the gate; output: ${report.outputColumns.map((name) => untrusted(name, 60)).join(', ')}`) : no(rejectionText(report));
}

function fetchTables({ tables }: Ground, names: readonly string[]): Result {
  const unknown = names.filter((name) => !tables.some((table) => table.name === name));
  if (unknown.length === names.length) return no(`unknown table ${unknown.map((name) => untrusted(name, 60)).join(', ')}; there are ${cut(tables.map(({ name }) => name).join(', '), 2_000)}`);
  return said(tables.filter(({ name }) => names.includes(name)).map(describeTable).join('\n'));
}

function search({ ground, pack }: LookUp, query: string): Result {
  const index = createSchemaIndex(ground.tables.map(({ name, label, comment, columns }) => ({
    table: name, description: comment ?? label, columns: columns.map((column) => ({ name: column.name, type: column.type, description: column.comment ?? column.label })),
  })), { glossary: packGlossary(pack) });
  const found = index.search(query, { k: 6 });
  return said(found.tables.flatMap(({ name }) => ground.tables.filter((table) => table.name === name)).map(describeTable).join('\n'));
}

function sampleValues({ ground, values, pack, locale }: LookUp, table: string, column: string): Result {
  const visible = ground.tables.find(({ name }) => name === table)?.columns.some(({ name }) => name === column);
  if (!visible) return no(`there is no column ${untrusted(`${table}.${column}`, 80)} that may be read`);
  const declared = [...pack.dimensions.values()].find((one) => one.entity === table && one.column === column)?.values;
  const found = (values[`${table}.${column}`] ?? []).filter((value) => !declared?.has(value)).map((value) => untrusted(value, 60));
  const known = [...[...(declared ?? [])].slice(0, MOST_VALUES / 2).map(([value, label]) => `${untrusted(value, 60)} ${untrusted(label[locale], 60)}`), ...found];
  return known.length === 0 ? no('no values of this column are kept') : said(known.slice(0, MOST_VALUES).join('\n'));
}

function resolveTerms({ pack, locale, today, ground, values }: LookUp, text: string): Result {
  const { interpretation } = resolveQuestion(pack, { question: text, locale, today, choices: {}, live: values });
  const metrics = interpretation.metrics.filter(({ ref }) => ground.metrics.some(({ id }) => id === ref));
  const lines = [
    ...metrics.map(({ ref, label }) => `metric('${ref}') ${untrusted(label, 60)}`),
    ...interpretation.dimensions.map(({ ref, label }) => `by ${columnOf(pack, ref)} ${untrusted(label, 60)}`),
    ...interpretation.filters.map(({ ref, op, values: of, label }) => (op === 'named' ? `filter('${ref}') ${untrusted(label, 60)}` : `where ${columnOf(pack, ref)} ${op} ${of.slice(0, 10).map((value) => untrusted(value, 60)).join(', ')}`)),
    ...(interpretation.period ? [`dates from ${interpretation.period.from ?? '-'} until before ${interpretation.period.to ?? '-'}`] : []),
  ];
  return said(lines.join('\n'));
}

/** Columns that a dimension stands for, where it is one of a table. */
function columnOf(pack: Pack, ref: string): string {
  const dimension = pack.dimensions.get(ref);
  return dimension ? `${dimension.entity}.${dimension.column}` : ref;
}

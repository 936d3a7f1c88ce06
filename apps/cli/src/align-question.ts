import { PROBLEMS, problemText, type Dialect, type FactsSchema, type Locale, type ProblemCode, type Refusal } from '@countersign/contracts';
import { alignQuery, type Alignment, type AlignmentFinding, type WitnessSchema } from '@countersign/evidence';
import { planQuery, resolveQuestion, type Pack } from '@countersign/pack';
import { readQuestion } from '@countersign/pipeline';
import { factsOf, readQuery } from '@countersign/sql';

export interface Aligning {
  question: string;
  sql: string;
  dialect: Dialect;
  today: string;
  locale?: Locale | undefined;
}

/** Does this SQL answer this question? A question that can't be read, or in two ways, is answered by no SQL. */
export function alignQuestion(pack: Pack, { question, sql, dialect, today, locale }: Aligning): Alignment {
  const read = readQuestion(question);
  if ('code' in read) return unanswered({ rule: 'question-unreadable', message: reasonOf(read, locale ?? 'en') });
  const resolution = resolveQuestion(pack, { question: read.text, today, choices: {}, ...(locale ? { locale } : {}) });
  const { interpretation } = resolution;
  if (resolution.outcome === 'clarify') {
    const { term, choices, span } = resolution.clarification;
    return unanswered({ rule: 'question-ambiguous', message: TEXTS[interpretation.locale].ambiguous(term, choices.map(({ label }) => label)), ...(span ? { span } : {}) });
  }
  if (resolution.outcome === 'refuse') return unanswered({ rule: 'question-unanswerable', message: reasonOf(resolution.refusal, interpretation.locale) });
  const plan = planQuery(pack, interpretation);
  if (plan.outcome === 'refuse') return unanswered({ rule: 'question-unanswerable', message: reasonOf(plan.refusal, interpretation.locale) });
  const given = readQuery(sql, dialect);
  if (!given.ok) return unanswered({ rule: 'sql-unreadable', message: `${given.rule}: ${given.message}` });
  const schema = witnessSchemaOf(pack);
  const facts = factsSchemaOf(schema);
  return alignQuery({
    interpretation, planned: plan, given: given.query, schema,
    facts: { planned: factsOf(plan.query, facts), given: factsOf(given.query, facts) },
    columnOf: (ref) => columnOf(pack, ref),
  });
}

const unanswered = (finding: AlignmentFinding): Alignment => ({ aligned: false, score: 0, findings: [finding] });

const TEXTS = {
  en: { ambiguous: (term: string, choices: string[]) => `"${term}" has more than one meaning: ${choices.join(', ')}.` },
  ko: { ambiguous: (term: string, choices: string[]) => `"${term}"의 뜻이 여럿입니다: ${choices.join(', ')}.` },
};

function reasonOf({ code, params }: Pick<Refusal, 'code' | 'params'>, locale: Locale): string {
  return code in PROBLEMS ? `${code}: ${problemText(code as ProblemCode, locale, params)}` : code;
}

function columnOf(pack: Pack, ref: string): string | undefined {
  const dimension = pack.dimensions.get(ref);
  if (dimension) return `${tableOf(pack, dimension.entity)}.${dimension.column}`;
  const [entity = '', column = ''] = ref.split('.');
  if (!pack.entities.has(entity)) return undefined;
  return column === '' ? tableOf(pack, entity) : `${tableOf(pack, entity)}.${column}`;
}

/** Facts of SQL speak of tables, whatever part a table plays. */
const tableOf = (pack: Pack, entity: string): string => pack.entities.get(entity)?.table ?? entity;

/** What rows of the pack's tables look like. */
export function witnessSchemaOf(pack: Pack): WitnessSchema {
  const values = new Map([...pack.dimensions.values()].flatMap(({ entity, column, values: known }) => (known ? [[`${tableOf(pack, entity)}.${column}`, [...known.keys()]]] as const : [])));
  return {
    tables: [...pack.entities.values()].filter(({ id, table }) => id === table).map(({ id, grain, columns }) => ({
      name: id,
      key: grain,
      columns: [...columns.values()].filter((column) => !column.scored).map((column) => {
        const known = values.get(`${id}.${column.id}`);
        return { name: column.id, type: column.type, nullable: column.nulls === 'allowed' && column.role !== 'foreign', ...(known ? { values: known } : {}) };
      }),
      references: pack.relationships.filter(({ from }) => tableOf(pack, from.entity) === id).map(({ from, to }) => ({ column: from.column, table: tableOf(pack, to.entity), to: to.column })),
    })),
  };
}

const factsSchemaOf = ({ tables }: WitnessSchema): FactsSchema => ({
  tables: tables.map(({ name, columns, references }) => ({ name, columns: columns.map((column) => column.name), references: references.map(({ column, table }) => ({ column, table })) })),
});

import { Fault, type Estimate } from '@countersign/contracts';
import { SHOWN_NODES, whole } from '../estimate-caps.js';
import { notOneSelect } from './one-select.js';

/** What SQL Server calls a statement that only reads. 'SELECT INTO' and everything else is something else. */
const READING = new Set(['SELECT', 'SELECT WITHOUT QUERY']);
const SCANS = new Set(['Table Scan', 'Clustered Index Scan', 'Columnstore Index Scan', 'Remote Scan']);

interface Tag { name: string; closes: boolean; empty: boolean; attributes: Map<string, string> }
interface Operator { depth: number; node: string; relation?: string; rows: number; cost: number }

/**
 * @param xml what SHOWPLAN_XML answered, which is also the server's own word on what was asked
 * @throws Fault 'query-failed' of kind 'not-one-select' when the server saw more than one statement, or one that does more than read
 */
export function estimateOf(xml: string): Estimate {
  const statements: Tag[] = [];
  const operators: Operator[] = [];
  const open: (Operator | undefined)[] = [];
  for (const tag of tagsOf(xml)) {
    if (!tag.closes && /^Stmt/.test(tag.name)) statements.push(tag);
    if (tag.name === 'RelOp') {
      if (tag.closes) open.pop();
      else {
        const operator = operatorOf(tag, open.length);
        operators.push(operator);
        if (!tag.empty) open.push(operator);
      }
    } else if (tag.name === 'Object' && !tag.closes) nameRelation(open.at(-1), tag);
  }
  const [statement] = statements;
  if (!statement) throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  const type = statement.attributes.get('StatementType') ?? statement.name;
  if (statements.length > 1) throw notOneSelect(`${statements.length} statements`);
  if (!READING.has(type)) throw notOneSelect(type);
  return {
    available: true,
    cost: whole(figure(statement, 'StatementSubTreeCost')),
    rows: operators.reduce((most, { rows }) => Math.max(most, whole(rows)), whole(figure(statement, 'StatementEstRows'))),
    plan: operators.slice(0, SHOWN_NODES).map((operator) => ({ ...operator, rows: whole(operator.rows), cost: whole(operator.cost) })),
    fullScans: [...new Set(operators.flatMap(({ node, relation }) => (SCANS.has(node) && relation !== undefined ? [relation] : [])))].sort(),
  };
}

function operatorOf(tag: Tag, depth: number): Operator {
  // Rows are given for one execution; the inner side of a loop is executed once for each outer row.
  const executions = 1 + figure(tag, 'EstimateRebinds') + figure(tag, 'EstimateRewinds');
  const rows = Math.max(figure(tag, 'EstimateRows'), figure(tag, 'EstimatedRowsRead')) * executions;
  return { depth, node: tag.attributes.get('PhysicalOp') ?? '', rows, cost: figure(tag, 'EstimatedTotalSubtreeCost') };
}

function nameRelation(operator: Operator | undefined, tag: Tag): void {
  const table = tag.attributes.get('Table');
  if (!operator || operator.relation !== undefined || table === undefined) return;
  operator.relation = [tag.attributes.get('Schema'), table].flatMap((part) => (part === undefined ? [] : [part.replace(/^\[(.*)\]$/s, '$1').replaceAll(']]', ']')])).join('.');
}

function figure(tag: Tag, name: string): number {
  const value = Number(tag.attributes.get(name) ?? 0);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

const TAG = /<(\/?)(?:\w+:)?(\w+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function* tagsOf(xml: string): Generator<Tag> {
  for (const [, slash, name, attributes, end] of xml.matchAll(TAG)) {
    yield { name: name!, closes: slash === '/', empty: end === '/', attributes: new Map([...attributes!.matchAll(ATTRIBUTE)].map(([, key, double, single]) => [key!, unescaped(double ?? single ?? '')])) };
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescaped = (text: string) => text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => (hex ? String.fromCodePoint(parseInt(hex, 16)) : decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name ?? ''] ?? whole)));

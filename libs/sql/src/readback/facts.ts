import type { Dialect, Expr, FromItem, Query, QueryBody, RowsAsDocument, TableColumn } from '@countersign/contracts';
import { rulesOf } from '../dialects/rules-of.js';
import { POSTGRES_SYNTAX } from '../dialects/syntax.js';
import { everyNode } from '../walk.js';
import { calledAs } from './called-as.js';

/**
 * What two readers must agree on about a text. Trees of different parsers can't be compared; these lists can. All are
 * sorted, with repetitions: an occurrence more or less is a difference.
 */
export interface Facts {
  /** Names in FROM, CTE names included. */
  tables: string[];
  columns: string[];
  functions: string[];
  /** Strings as `s:…`, numbers as `n:…`, LIMIT and OFFSET included. */
  literals: string[];
  selects: number;
  stars: number;
  limit: number | null;
}

/** Other words for names and strings, as in a {@link Shape}. */
interface Renaming {
  nameOf(name: string): string;
  stringOf(value: string): string;
}
const AS_WRITTEN: Renaming = { nameOf: (name) => name, stringOf: (value) => value };

/** The facts of a tree as it is printed for an engine. */
export function factsOfTree(query: Query, dialect: Dialect, { nameOf, stringOf }: Renaming = AS_WRITTEN): Facts {
  const facts = emptyFacts();
  const dotted = (parts: readonly string[]): string => parts.map(nameOf).join('.');
  const syntax = rulesOf(dialect).syntax ?? POSTGRES_SYNTAX;
  const countsRows = syntax.limit === 'none';
  facts.limit = countsRows ? null : query.limit;
  everyNode<Expr | FromItem | Query | QueryBody>(query).forEach((node) => {
    switch (node.kind) {
      case 'table': return void facts.tables.push(dotted(node.name));
      case 'column': return void facts.columns.push(dotted([...node.qualifier, node.name]));
      case 'join': return void facts.columns.push(...node.using.map(nameOf));
      case 'star': return void facts.stars++;
      case 'select':
        if (node.from.length === 0 && syntax.noTable !== undefined) facts.tables.push(syntax.noTable);
        return void facts.selects++;
      case 'number': return void facts.literals.push(`n:${node.text}`);
      case 'string': return void facts.literals.push(`s:${stringOf(node.value)}`);
      case 'typed-literal':
        if (node.type === 'interval') facts.functions.push('interval');
        return void facts.literals.push(`s:${stringOf(node.value)}`);
      case 'table-function': return void facts.literals.push(...pathsOf(node.columns ?? []).map((path) => `s:${stringOf(path)}`));
      case 'unpivot':
        facts.columns.push(...node.values.map(nameOf));
        // Its labels are names to other readers.
        for (const label of node.groups.flatMap((g) => g.labels ?? [])) if (label.kind === 'string') drop(facts, stringOf(label.value));
        return;
      case 'like': return void (node.escape === undefined || facts.literals.push(`s:${stringOf(node.escape)}`));
      case 'query':
        if (node.document) facts.functions.push(documentFact(node.document));
        if (node.limit !== null) facts.literals.push(`n:${node.limit}`);
        if (node.limit !== null && countsRows) facts.columns.push('ROWNUM');
        // SQL Server limits a sorted set operation only behind OFFSET.
        if (node.offset > 0 || (syntax.limit === 'top' && node.limit !== null && node.body.kind !== 'select')) facts.literals.push(`n:${node.offset}`);
        return;
      case 'call': {
        const as = calledAs(dialect, node);
        if (as.function !== undefined) facts.functions.push(as.function);
        if (node.nulls) facts.functions.push('ignore nulls');
        facts.columns.push(...as.columns);
        for (const i of as.words) {
          const word = node.args[i];
          if (word?.kind !== 'string') continue;
          drop(facts, stringOf(word.value));
          if (as.wordsAreColumns) facts.columns.push(word.value);
        }
        return;
      }
      default: return;
    }
  });
  return settled(facts);
}

/** FOR XML and FOR JSON in one word, as both sides of a comparison spell it; what ELEMENTS does with NULL is nothing the other side knows. */
export function documentFact({ language, mode, element, root, options }: RowsAsDocument): string {
  return [`for ${language} ${mode}`, ...(element === undefined ? [] : [`element ${element}`]), ...(root === undefined ? [] : [`root ${root}`]), ...options.map((o) => (o.startsWith('elements') ? 'elements' : o)).sort()].join(', ');
}

/** Takes back a string that the walk will still meet. */
function drop(facts: Facts, value: string): void {
  facts.literals.push(`-s:${value}`);
}

export function emptyFacts(): Facts {
  return { tables: [], columns: [], functions: [], literals: [], selects: 0, stars: 0, limit: null };
}

export function settled(facts: Facts): Facts {
  const literals = [...facts.literals];
  for (const taken of facts.literals.filter((l) => l.startsWith('-'))) {
    literals.splice(literals.indexOf(taken), 1);
    literals.splice(literals.indexOf(taken.slice(1)), 1);
  }
  return { ...facts, tables: facts.tables.sort(), columns: facts.columns.sort(), functions: facts.functions.sort(), literals: literals.sort() };
}

/** The first difference, in words; undefined when there is none. */
export function differenceOf(ours: Facts, theirs: Facts): string | undefined {
  for (const key of ['tables', 'columns', 'functions', 'literals'] as const) {
    const [a, b] = [ours[key], theirs[key]];
    const length = Math.max(a.length, b.length);
    for (let i = 0; i < length; i++) if (a[i] !== b[i]) return `${key}: ${a[i] ?? 'nothing'} against ${b[i] ?? 'nothing'}`;
  }
  for (const key of ['selects', 'stars', 'limit'] as const) if (ours[key] !== theirs[key]) return `${key}: ${ours[key]} against ${theirs[key]}`;
  return undefined;
}

const pathsOf = (columns: readonly TableColumn[]): string[] => columns.flatMap(({ path, nested = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(nested)]);

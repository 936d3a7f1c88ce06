import type { Expr, FromItem } from '@countersign/contracts';
import type { BridgeDef, EntityDef, Pack, RelationshipDef } from '../pack.js';
import { all, any, binary, call, column, date, number, table, text } from './expr.js';
import { pathBetween, type Path } from './join-graph.js';
import { NoPlan } from './no-plan.js';
import { labelOf, WHY } from './why-not.js';

/** Narrower rows that stand for the base's, made of the base columns that are used. */
export interface BaseRows {
  from(columns: string[]): FromItem;
  where: Expr;
}

/**
 * The FROM of one select: a base entity and the many-to-one joins its columns need. Its rows stay the base's rows,
 * unless a declared bridge shares each of them out.
 */
export class Source {
  private readonly joined: (RelationshipDef | BridgeDef)[] = [];
  private readonly own = new Set<string>();

  constructor(
    readonly pack: Pack,
    readonly base: string,
    /** Day of the question, that decides which version of something holds today. */
    readonly today: string,
    private readonly options: { rows?: BaseRows; bridge?: BridgeDef } = {},
  ) {}

  /** A row here has at most one row of the entity (with a bridge: one for each part it is shared out in). */
  reaches(entity: string): boolean {
    return Array.isArray(this.pathHere(entity));
  }

  /** A column, joining its entity when it is not the base's. */
  column(entity: string, name: string): Expr {
    const scored = this.pack.entities.get(entity)?.columns.get(name)?.scored;
    if (scored) return worth(this.column(entity, scored.from), scored.scores);
    const path = this.pathTo(entity);
    const foreign = this.foreignKey(path, name);
    if (foreign) return foreign;
    this.join(path);
    if (entity === this.base) this.own.add(name);
    return column(name, entity);
  }

  /** The column may be NULL here: declared so, or behind a row that may be missing. */
  mayMiss(entity: string, name: string): boolean {
    const path = this.pathHere(entity);
    if (!Array.isArray(path)) return true;
    const nullable = (at: string, id: string): boolean => this.pack.entities.get(at)?.columns.get(id)?.nulls === 'allowed';
    return path.some((step) => step.optional || nullable(step.from.entity, step.from.column)) || (path.length === 0 && nullable(entity, name));
  }

  /** How much of the base's row belongs to the row it is joined with: all of it where nothing is said. */
  weight(bridge: BridgeDef, weight: (column: (entity: string, name: string) => Expr) => Expr): Expr {
    this.cross(bridge);
    return call('coalesce', [weight((entity, name) => column(name, entity)), number('1')]);
  }

  /** Which of the base's rows count at all. */
  get kept(): Expr[] {
    return this.options.rows ? [this.options.rows.where] : [];
  }

  private pathHere(entity: string): Path | 'none' | 'ambiguous' {
    const direct = pathBetween(this.pack, this.base, entity);
    const { bridge } = this.options;
    return direct !== 'none' || !bridge ? direct : pathBetween(this.pack, bridge.entity, entity);
  }

  private pathTo(entity: string): Path {
    return only(this.pack, this.pathHere(entity), this.base, entity);
  }

  private join(path: Path): void {
    const { bridge } = this.options;
    for (const step of path) {
      if (this.joined.includes(step)) continue;
      if (bridge && step.from.entity === bridge.entity) this.cross(bridge);
      if (step.from.entity === this.base) this.own.add(step.from.column);
      // The date that picks the version is reached from where the versions are, not from the base.
      if (step.at && step.at !== 'today') this.join(only(this.pack, pathBetween(this.pack, step.from.entity, step.at.entity), step.from.entity, step.at.entity));
      if (step.at && step.at !== 'today' && step.at.entity === this.base) this.own.add(step.at.column);
      if (step.to.entity === this.base || this.joined.some((j) => joins(j) === step.to.entity)) throw new NoPlan(WHY.severalPaths(labelOf(this.pack, this.base), labelOf(this.pack, step.to.entity)));
      this.joined.push(step);
    }
  }

  private cross(bridge: BridgeDef): void {
    if (this.joined.includes(bridge)) return;
    this.column(bridge.from, this.acrossFrom(bridge).to.column);
    this.joined.push(bridge);
  }

  private acrossFrom(bridge: BridgeDef): RelationshipDef {
    return this.pack.relationships.find((r) => r.from.entity === bridge.entity && r.to.entity === bridge.from)!;
  }

  /** The key of a neighbour is already here as the foreign key, when no row can lack it. */
  private foreignKey(path: Path, name: string): Expr | undefined {
    const last = path.at(-1);
    if (!last || last.to.column !== name || last.optional || this.joined.includes(last)) return undefined;
    return this.column(last.from.entity, last.from.column);
  }

  /** The tables, each under the name of the part it plays. */
  get from(): FromItem[] {
    let item: FromItem = this.options.rows?.from([...this.own]) ?? this.table(this.base);
    const outer = new Set<string>();
    for (const step of this.joined) {
      // What is reached over something that may be missing may be missing too, or the join would drop the row.
      const left = isBridge(step) || step.optional || outer.has(step.from.entity);
      if (left) outer.add(joins(step));
      item = { kind: 'join', type: left ? 'left' : 'inner', left: item, right: this.table(joins(step)), using: [], natural: false, on: isBridge(step) ? this.crossing(step) : this.condition(step) };
    }
    return [item];
  }

  private table(id: string): FromItem {
    const name = this.pack.entities.get(id)?.table ?? id;
    return name === id ? table(id) : table(name, id);
  }

  private crossing(bridge: BridgeDef): Expr {
    const { from, to } = this.acrossFrom(bridge);
    return binary(this.column(to.entity, to.column), '=', column(from.column, from.entity));
  }

  /** Equal keys; of something kept in versions, the one whose stretch of days holds the day. */
  private condition({ from, to, at }: RelationshipDef): Expr {
    const keys = binary(column(from.column, from.entity), '=', column(to.column, to.entity));
    const { versions }: Pick<EntityDef, 'versions'> = this.pack.entities.get(to.entity) ?? {};
    if (!at || !versions) return keys;
    const day = at === 'today' ? date(this.today) : column(at.column, at.entity);
    const [since, until] = [column(versions.from, to.entity), column(versions.to, to.entity)];
    return all([keys, binary(since, '<=', day), any([{ kind: 'null-test', operand: until, negated: false }, binary(until, '>', day)])!])!;
  }

  /** The joins made, as words for the proof. */
  get path(): string {
    return this.joined.flatMap((j) => (isBridge(j) ? [] : [`${j.from.entity} → ${j.to.entity}`])).join(', ');
  }

  /** What the joins rest on beyond keys, a sentence each. */
  get proofs(): string[] {
    return this.joined.flatMap((step) => {
      if (isBridge(step)) return [];
      const { to, at } = step;
      const of = this.pack.entities.get(to.entity)?.versions?.of;
      return at && of ? [`${to.entity}: the one version of each ${of} that holds ${at === 'today' ? `on ${this.today}` : `at ${at.entity}.${at.column}`}; its days are half-open and do not overlap`] : [];
    });
  }
}

const isBridge = (step: RelationshipDef | BridgeDef): step is BridgeDef => 'weight' in step;
/** The entity that a step brings in. */
const joins = (step: RelationshipDef | BridgeDef): string => (isBridge(step) ? step.entity : step.to.entity);

function only(pack: Pack, path: Path | 'none' | 'ambiguous', from: string, to: string): Path {
  if (path === 'ambiguous') throw new NoPlan(WHY.severalPaths(labelOf(pack, from), labelOf(pack, to)));
  if (path === 'none') throw new NoPlan(WHY.repeatsRows(labelOf(pack, from), labelOf(pack, to)));
  return path;
}

/** The score of each known value; any other is worth NULL. */
export const worth = (operand: Expr, scores: { value: string; score: string }[]): Expr => ({
  kind: 'case',
  branches: scores.map(({ value, score }) => ({ when: binary(operand, '=', text(value)), then: { kind: 'number', text: score } })),
});

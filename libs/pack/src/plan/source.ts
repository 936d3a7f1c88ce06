import type { Expr, FromItem } from '@countersign/contracts';
import type { EntityDef, Pack, RelationshipDef } from '../pack.js';
import { all, any, binary, column, date, table, text } from './expr.js';
import { pathBetween, type Path } from './join-graph.js';
import { NoPlan } from './no-plan.js';

/** The FROM of one select: a base entity and the many-to-one joins its columns need. Its rows stay the base's rows. */
export class Source {
  private readonly joined: RelationshipDef[] = [];

  constructor(
    readonly pack: Pack,
    readonly base: string,
    /** Day of the question, that decides which version of something holds today. */
    readonly today: string,
  ) {}

  /** A column, joining its entity when it is not the base's. */
  column(entity: string, name: string): Expr {
    const scored = this.pack.entities.get(entity)?.columns.get(name)?.scored;
    if (scored) return worth(this.column(entity, scored.from), scored.scores);
    const foreign = this.foreignKey(entity, name);
    if (foreign) return foreign;
    this.join(this.pathTo(this.base, entity));
    return column(name, entity);
  }

  private pathTo(from: string, to: string): Path {
    const path = pathBetween(this.pack, from, to);
    if (path === 'ambiguous') throw new NoPlan(`${from} → ${to}: more than one join path`);
    if (path === 'none') throw new NoPlan(`${from} → ${to}: rows would be counted more than once`);
    return path;
  }

  private join(path: Path): void {
    for (const step of path) {
      if (this.joined.includes(step)) continue;
      // The date that picks the version is reached from where the versions are, not from the base.
      if (step.at && step.at !== 'today') this.join(this.pathTo(step.from.entity, step.at.entity));
      if (step.to.entity === this.base || this.joined.some((j) => j.to.entity === step.to.entity)) throw new NoPlan(`${this.base} → ${step.to.entity}: more than one join path`);
      this.joined.push(step);
    }
  }

  /** The key of a neighbour is already here as the foreign key, when no row can lack it. */
  private foreignKey(entity: string, name: string): Expr | undefined {
    const path = pathBetween(this.pack, this.base, entity);
    if (!Array.isArray(path) || path.length === 0) return undefined;
    const last = path.at(-1)!;
    if (last.to.column !== name || last.optional || this.joined.includes(last)) return undefined;
    return this.column(last.from.entity, last.from.column);
  }

  /** The tables, each under the name of the part it plays. */
  get from(): FromItem[] {
    let item = this.table(this.base);
    const outer = new Set<string>();
    for (const step of this.joined) {
      // What is reached over something that may be missing may be missing too, or the join would drop the row.
      const left = step.optional || outer.has(step.from.entity);
      if (left) outer.add(step.to.entity);
      item = { kind: 'join', type: left ? 'left' : 'inner', left: item, right: this.table(step.to.entity), using: [], natural: false, on: this.condition(step) };
    }
    return [item];
  }

  private table(id: string): FromItem {
    const name = this.pack.entities.get(id)?.table ?? id;
    return name === id ? table(id) : table(name, id);
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
    return this.joined.map((j) => `${j.from.entity} → ${j.to.entity}`).join(', ');
  }

  /** What the joins rest on beyond keys, a sentence each. */
  get proofs(): string[] {
    return this.joined.flatMap(({ to, at }) => {
      const of = this.pack.entities.get(to.entity)?.versions?.of;
      return at && of ? [`${to.entity}: the one version of each ${of} that holds ${at === 'today' ? `on ${this.today}` : `at ${at.entity}.${at.column}`}; its days are half-open and do not overlap`] : [];
    });
  }
}

/** The score of each known value; any other is worth NULL. */
const worth = (operand: Expr, scores: { value: string; score: string }[]): Expr => ({
  kind: 'case',
  branches: scores.map(({ value, score }) => ({ when: binary(operand, '=', text(value)), then: { kind: 'number', text: score } })),
});

import type { Expr, FromItem } from '@countersign/contracts';
import type { Pack, RelationshipDef } from '../pack.js';
import { column, table } from './expr.js';
import { pathBetween } from './join-graph.js';
import { NoPlan } from './no-plan.js';

/** The FROM of one select: a base entity and the many-to-one joins its columns need. Its rows stay the base's rows. */
export class Source {
  private readonly joined: RelationshipDef[] = [];

  constructor(
    readonly pack: Pack,
    readonly base: string,
  ) {}

  /** A column, joining its entity when it is not the base's. */
  column(entity: string, name: string): Expr {
    const foreign = this.foreignKey(entity, name);
    if (foreign) return foreign;
    const path = pathBetween(this.pack, this.base, entity);
    if (path === 'ambiguous') throw new NoPlan(`${this.base} → ${entity}: more than one join path`);
    if (path === 'none') throw new NoPlan(`${this.base} → ${entity}: rows would be counted more than once`);
    for (const step of path) if (!this.joined.includes(step)) this.joined.push(step);
    return column(name, entity);
  }

  /** The key of a neighbour is already here as the foreign key, when no row can lack it. */
  private foreignKey(entity: string, name: string): Expr | undefined {
    const path = pathBetween(this.pack, this.base, entity);
    if (!Array.isArray(path) || path.length === 0) return undefined;
    const last = path.at(-1)!;
    if (last.to.column !== name || last.optional || this.joined.includes(last)) return undefined;
    return this.column(last.from.entity, last.from.column);
  }

  /** Moves the columns of a formula here. */
  get from(): FromItem[] {
    let item = table(this.base);
    for (const { from, to, optional } of this.joined) {
      item = {
        kind: 'join', type: optional ? 'left' : 'inner', left: item, right: table(to.entity), using: [], natural: false,
        on: { kind: 'binary', op: '=', left: column(from.column, from.entity), right: column(to.column, to.entity) },
      };
    }
    return [item];
  }

  /** The joins made, as words for the proof. */
  get path(): string {
    return this.joined.map((j) => `${j.from.entity} → ${j.to.entity}`).join(', ');
  }
}

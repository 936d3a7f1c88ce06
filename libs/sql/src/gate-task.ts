import type { GateInput } from '@countersign/contracts';

const PARTS = ['scope', 'binding', 'declarations'] as const;
type Part = (typeof PARTS)[number];

/** A statement on its way to a thread. What many statements share travels as text, which a thread parses once. */
export type GateTask = Omit<GateInput, Part> & Partial<Record<Part, string>>;

/** Texts of objects that were sent before: a caller that keeps its scope doesn't pay for it again. */
const texts = new WeakMap<object, string>();

function textOf(part: object): string {
  const known = texts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  texts.set(part, text);
  return text;
}

/**
 * Packs an input for `gate-thread`. The objects of `scope`, `binding` and `declarations` may not be changed afterwards.
 *
 * @example await pool.run(gateTask({ sql: 'SELECT a FROM t', from: 'canonical', dialect: 'postgres', scope }))
 */
export function gateTask(input: GateInput): GateTask {
  const { scope, binding, declarations, ...rest } = input;
  return { ...rest, ...(scope ? { scope: textOf(scope) } : {}), ...(binding ? { binding: textOf(binding) } : {}), ...(declarations ? { declarations: textOf(declarations) } : {}) };
}

/** Characters of the texts a thread remembers; a text alone beyond it is parsed each time. */
const MOST_CHARACTERS = 32_000_000;

/** Unpacks tasks, each shared text once. The same text gives the same object, so what was derived from it holds too. */
export class GateTaskReader {
  /** Least recently used first. */
  private readonly known = new Map<string, object>();
  private characters = 0;

  read(task: GateTask): GateInput {
    const { scope, binding, declarations, ...rest } = task;
    return {
      ...rest,
      ...(scope === undefined ? {} : { scope: this.parsed(scope) as GateInput['scope'] }),
      ...(binding === undefined ? {} : { binding: this.parsed(binding) as GateInput['binding'] }),
      ...(declarations === undefined ? {} : { declarations: this.parsed(declarations) as GateInput['declarations'] }),
    };
  }

  private parsed(text: string): object {
    const known = this.known.get(text);
    const value = known ?? (JSON.parse(text) as object);
    if (known) this.known.delete(text);
    else this.characters += text.length;
    this.known.set(text, value);
    for (const [oldest] of this.known) {
      if (this.characters <= MOST_CHARACTERS) break;
      this.known.delete(oldest);
      this.characters -= oldest.length;
    }
    return value;
  }
}

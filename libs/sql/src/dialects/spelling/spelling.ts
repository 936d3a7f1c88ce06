/**
 * How one engine writes the functions of the registry: canonical name to a bare name, or to a template of ONE call with
 * `{0}` arguments (`{0:word}`: a string literal printed as a bare keyword; `{0:name}`, `{0:bare}`: as a quoted or a bare name; `{0:cast}`, `{0:convert}`: a cast printed as `value AS type` or `type, value`; `[…{2}…]`: left out with its argument). What
 * takes more than one call is lowered into several (see `lower/`), so that reading the printed text gives the same tree.
 *
 * A function that is absent can't be said in the engine, and is refused by name.
 */
export type Spelling = Readonly<Record<string, string>>;

/** Spells each of these names as itself. */
export const asNamed = (...names: readonly string[]): Spelling => Object.fromEntries(names.map((name) => [name, name]));

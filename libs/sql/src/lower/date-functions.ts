import type { Expr } from '@countersign/contracts';
import { lacks, type CallLowering, type FunctionLowering } from './lowering.js';
import { said } from './template.js';

/** A date function whose first argument names a field: one template of the date `_0` for each field. */
export function byField(what: string, templates: Readonly<Record<string, string>>): FunctionLowering {
  return ({ low, call, args }: CallLowering): Expr => {
    const field = call.args[0]?.kind === 'string' ? call.args[0].value.toLowerCase() : undefined;
    if (call.args.length !== 2 || field === undefined) return lacks(low, `${what} of this form`, call.at);
    const template = templates[field] ?? templates[field.replace(/s$/, '')];
    return template === undefined ? lacks(low, `${what} of ${field}`, call.at) : said(template, args[1]!);
  };
}

/** The letters of a date format that all engines' formats are made of here, longest first. */
const TOKENS = ['YYYY', 'HH24', 'MM', 'DD', 'MI', 'SS'] as const;
type Token = (typeof TOKENS)[number];

/** A canonical date format in the letters of an engine; a format of other letters is refused. */
export function translatedFormat({ low, call }: CallLowering, at: number, letters: Readonly<Record<Token, string>>): string {
  const arg = call.args[at];
  if (arg?.kind !== 'string') return lacks(low, `${call.name} without a format in quotes`, call.at);
  let rest = arg.value;
  let text = '';
  while (rest) {
    const token = TOKENS.find((t) => rest.startsWith(t));
    if (!token && !/^[-/.: ]/.test(rest)) return lacks(low, `the date format ${arg.value}`, arg.at);
    text += token ? letters[token] : rest[0]!;
    rest = rest.slice(token?.length ?? 1);
  }
  return text;
}

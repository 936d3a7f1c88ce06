import { describe, expect, it } from 'vitest';
import en from './en.json';
import ko from './ko.json';

type Tree = { [key: string]: string | Tree };

function texts(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : texts(value, `${path}${key}.`)));
}
const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const english = new Map(texts(en));
const korean = new Map(texts(ko));
/** Korean has one plural form; English 'x_one' and 'x_other' are both answered by 'x_other'. */
const other = (key: string) => key.replace(/_one$/, '_other');

describe('the two languages', () => {
  it('have the same keys', () => {
    expect([...korean.keys()].sort()).toEqual([...new Set([...english.keys()].map(other))].sort());
  });

  it('fill in the same values', () => {
    for (const [key, text] of english) {
      if (key.endsWith('_one')) continue;
      expect([key, names(korean.get(key) ?? '')]).toEqual([key, names(text)]);
    }
  });

  it('leave no text empty', () => {
    for (const [key, text] of [...english, ...korean]) expect([key, text.trim().length > 0]).toEqual([key, true]);
  });

  it('never put a Korean particle after a value that may end either way', () => {
    for (const [key, text] of korean) expect([key, /\}\}”?(?:은|는|이|가|을|를|과|와|로|으로)(?=[\s.,]|$)/.test(text)]).toEqual([key, false]);
  });
});

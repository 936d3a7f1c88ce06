import { columnLabel } from '../describe/refs.js';
import { isHangul, type Token } from '../read/token.js';
import { as, is, spanOf, type Draft } from './draft.js';

/** Numbers that say what something is: "zero shipping fee", "정가가 100달러인", "order 100", "고객 번호 12". */
export function exactAmounts(draft: Draft): void {
  const { words, ask, pack } = draft;
  const columnOf = (t: Token | undefined) => {
    const [entity = '', id = ''] = as(t, 'column')?.ref.split('.') ?? [];
    return t?.used ? undefined : pack.entities.get(entity)?.columns.get(id);
  };
  words.forEach((token, i) => {
    const amount = as(token, 'amount');
    if (!amount || token.used) return;
    const [before, after] = [words[i - 1], words[i + 1]];
    if (named(draft, before, token)) return;
    const measured = (t: Token | undefined): boolean => columnOf(t)?.role === 'measure';
    const said = measured(before) && (isHangul(before!.text) ? /^\s?(?:인|이고|이며)/.test(ask.question.slice(token.end)) : /^\s+(?:of|is|was|equal to|=)\s+\$?$/.test(ask.question.slice(before!.end, token.start)) && /\b(?:an?|whose|with|the)\s+$/i.test(ask.question.slice(0, before!.start)) && !is(after, 'entity', 'value', 'dimension', 'metric'));
    if (said || (measured(after) && amount.value === '0')) token.lex = { ...amount, t: 'threshold', op: 'eq' };
  });
}

/** One thing by its number: a whole one, right after its name or the name of its key. */
function named(draft: Draft, before: Token | undefined, token: Token): boolean {
  const { words, ask, pack } = draft;
  const amount = as(token, 'amount')!;
  if (!before || before.used || before.grouped || amount.percent || amount.currency || !/^[#\d]+$/.test(token.text) || !/^\s*(?:no\.?\s*|#\s*|가\s+|이\s+|:\s*)?$/i.test(ask.question.slice(before.end, token.start))) return false;
  const entity = pack.entities.get(as(before, 'entity')?.ref ?? '');
  const ref = as(before, 'column')?.ref ?? (entity?.grain.length === 1 && /^[a-z ]*[^s]$/i.test(before.text) ? `${entity.id}.${entity.grain[0]!}` : undefined);
  const [owner = '', id = ''] = ref?.split('.') ?? [];
  const column = pack.entities.get(owner)?.columns.get(id);
  if (ref === undefined || column?.role !== 'key' || column.type !== 'integer' || column.sensitivity === 'personal' || is(words[words.indexOf(before) - 1], 'top', 'rank', 'by')) return false;
  before.used = token.used = true;
  draft.filters.push({ ref, op: 'eq', values: [amount.value], label: `${columnLabel(column)[ask.locale]} = ${amount.value}`, token, span: spanOf(token) });
  return true;
}

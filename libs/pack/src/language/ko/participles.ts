/** Nouns that a measure ends in, after the act that it measures: 결제 금액, 판매 수량, 주문 건수. */
const MEASURED = '금액|액수|수량|건수|횟수|수';
/** The act as a verb before the same noun: 결제한 금액, 판매된 수량, 주문했던 건수. */
const ENDINGS = ['한', '된', '했던', '됐던', '되었던', '하는', '되는', '하신'];

/**
 * The ways in which a measure that is named as two nouns is said with a verb, which mean the same.
 * @example participles('결제 금액') // ['결제한 금액', '결제된 금액', …]
 */
export function participles(surface: string): string[] {
  const [, act, measured] = new RegExp(`^(.*\\p{Script=Hangul}) (${MEASURED})$`, 'u').exec(surface) ?? [];
  return act !== undefined && measured !== undefined ? ENDINGS.map((ending) => `${act}${ending} ${measured}`) : [];
}

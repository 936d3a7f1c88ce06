/** Runs of one kind: acronyms with their plural s, words of camelCase, numbers, and scripts without blanks. */
const RUN = /[\p{Script=Hangul}]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|\p{N}+|\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+/gu;
/** "VMs": the s is no letter of the acronym. */
const ACRONYMS = /^\p{Lu}{2,}s$/u;
const LETTERS = /[\p{L}\p{N}]+/gu;
const NO_BLANKS = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const MARKS = /[\u0300-\u036f]/g;
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The words of an identifier or a text, lower case and without diacritics. Scripts whose words are not parted by blanks give
 * their pairs of neighbouring characters.
 *
 * @example splitWords('customerID_2024') // ['customer', 'id', '2024']
 * @example splitWords('매출액') // ['매출', '출액']
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  const plain = ASCII.test(text) ? text : withoutMarks(text);
  for (const [letters] of plain.matchAll(LETTERS)) {
    for (const [run] of letters.matchAll(RUN)) {
      if (NO_BLANKS.test(run)) words.push(...pairs(run));
      else words.push((ACRONYMS.test(run) ? run.slice(0, -1) : run).toLowerCase());
    }
  }
  return words;
}

/** Diacritics are left out by those who type in a hurry; Hangul is composed again afterwards. */
function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').replace(/[đĐ]/g, 'd').normalize('NFC');
}

function pairs(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

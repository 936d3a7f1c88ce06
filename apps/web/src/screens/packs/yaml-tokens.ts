export type YamlToken = { text: string; kind: 'key' | 'note' | 'text' | 'sign' | 'plain' };

const TOKEN = /(#.*$)|('(?:[^']|'')*'?|"(?:[^"\\]|\\.)*"?)|([\p{L}_][\p{L}\p{N}_ .-]*)(?=:(?:\s|$))|([{}[\],:]|^\s*-(?=\s))|(\s+|[^\s#'"{}[\],:]+|.)/gu;

/** A line of YAML for the eye: names, texts in quotes, comments. It colours, and decides nothing. */
export function yamlTokens(line: string): YamlToken[] {
  const tokens: YamlToken[] = [];
  let before = '';
  for (const [all, note, quoted, key, sign] of line.matchAll(TOKEN)) {
    // A # inside a word is no comment, and a quote inside one no text.
    const inWord = before !== '' && !/[\s{[,:(-]$/.test(before);
    const kind = note && !inWord ? 'note' : quoted && !inWord ? 'text' : key ? 'key' : sign ? 'sign' : 'plain';
    const last = tokens.at(-1);
    if (last?.kind === kind) last.text += all;
    else tokens.push({ text: all, kind });
    before = all;
  }
  return tokens;
}

/**
 * Members of a JSON object as they are written, so that what passes through keeps every digit. The last of members with the
 * same name counts, as with JSON.parse.
 *
 * @param json text that JSON.parse takes for an object
 * @example rawMembers('{"id": 12345678901234567890}').get('id') // '12345678901234567890'
 */
export function rawMembers(json: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = json.indexOf('{') + 1;
  for (;;) {
    const name = /[\s,]*("(?:[^"\\]|\\.)*")\s*:\s*/y;
    name.lastIndex = at;
    const found = name.exec(json);
    if (!found) return members;
    const end = valueEnd(json, name.lastIndex);
    members.set(JSON.parse(found[1] ?? '""') as string, json.slice(name.lastIndex, end).trim());
    at = end;
  }
}

/** Where the value that begins here ends: at the comma or bracket that is not inside it. */
function valueEnd(json: string, from: number): number {
  const mark = /["[\]{},]/g;
  mark.lastIndex = from;
  for (let depth = 0; ;) {
    const found = mark.exec(json);
    if (!found) return json.length;
    const [char] = found;
    if (char === '"') mark.lastIndex = stringEnd(json, found.index);
    else if (char === '{' || char === '[') depth += 1;
    else if (depth === 0) return found.index;
    else if (char !== ',') depth -= 1;
  }
}

function stringEnd(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

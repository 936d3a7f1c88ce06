/** JSON with numbers as the text they were written with: a 64-bit number or a decimal would lose digits as a float. */
export type ExactJson = string | boolean | null | ExactJson[] | { [name: string]: ExactJson };

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads valid JSON text; {@link ExactJson} says how. */
export function exactJson(text: string): ExactJson {
  return JSON.parse(text.replace(STRING_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`))) as ExactJson;
}

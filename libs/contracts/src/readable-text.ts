/** C0 and C1 controls (tab and line ends aside), zero-width and bidirectional controls, tag characters, unpaired surrogates, noncharacters. */
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\uffff]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The first character of a text that its reader can't see, or that shows the text in another order than it is in: nobody can
 * approve by reading what has one. Every text from outside that people decide by is asked this at the door.
 *
 * @returns the place in UTF-16 units and the name of the character, or undefined
 * @example unreadableIn('net\u202erevenue') // { at: 3, name: 'U+202E' }
 */
export function unreadableIn(text: string): { at: number; name: string } | undefined {
  const found = UNREADABLE.exec(text);
  if (!found) return undefined;
  return { at: found.index, name: `U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` };
}

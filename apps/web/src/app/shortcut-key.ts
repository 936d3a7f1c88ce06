export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
}

/**
 * The single key a press means, or null. A Korean keyboard gives 'ㅁ' where an English one gives 'a':
 * the key's place then decides, so shortcuts work without switching the language.
 */
export function shortcutKey(event: KeyPress): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  if (event.key === '?') return '?';
  if (/^[a-z0-9]$/i.test(event.key)) return event.key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(event.code)?.[1];
  return place && event.key.length === 1 ? place.toLowerCase() : null;
}

/** Keys pressed where one types belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('[role="dialog"],[role="listbox"],[role="menu"]') !== null;
}

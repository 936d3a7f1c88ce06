const KEY = 'countersign.single-keys';

/** WCAG 2.1.4: shortcuts of one key can be switched off. */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off');
  } catch {
    // Not remembered then.
  }
}

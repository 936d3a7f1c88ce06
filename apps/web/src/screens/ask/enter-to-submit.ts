export interface EnterKey {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  /** 229 while an input method holds the key. */
  keyCode: number;
}

/**
 * When Enter submits. While a Korean syllable is being composed the same key press also ends the
 * composition: submitting at once sends the last syllable twice, ignoring it asks for a second Enter.
 * So it is remembered and carried out when the composition ends.
 */
export function enterToSubmit(submit: () => void) {
  let pending = false;
  return {
    /** True: the key was taken, so its default (a line break) must not happen. */
    keyDown(event: EnterKey): boolean {
      if (event.key !== 'Enter' || event.shiftKey) {
        pending = false;
        return false;
      }
      if (event.isComposing || event.keyCode === 229) {
        pending = true;
        return false;
      }
      pending = false;
      submit();
      return true;
    },
    compositionEnd(): void {
      if (!pending) return;
      pending = false;
      submit();
    },
  };
}

import { useEffect, useRef } from 'react';
import { isTyping, shortcutKey } from './shortcut-key';
import { singleKeysOn } from './single-keys';

/**
 * Single keys of a screen. 'g a' is two keys in a row. A key never acts at once on anything that matters:
 * it opens a box that asks.
 */
export function useShortcuts(actions: Record<string, () => void>, enabled = true): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    let before: { key: string; at: number } | undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !singleKeysOn() || isTyping(event.target)) return;
      const key = shortcutKey(event);
      if (!key) return;
      const pair = before && event.timeStamp - before.at < 1200 ? `${before.key} ${key}` : undefined;
      before = { key, at: event.timeStamp };
      const action = (pair ? latest.current[pair] : undefined) ?? (pair?.startsWith('g ') ? undefined : latest.current[key]);
      if (!action) return;
      event.preventDefault();
      before = undefined;
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled]);
}

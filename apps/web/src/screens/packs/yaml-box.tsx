import type { Finding } from '@countersign/contracts';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type UIEvent } from 'react';
import { offsetOf } from '../../blocks/sql-editor/marked-text';
import { yamlTokens } from './yaml-tokens';
import css from './yaml-box.module.css';

/** A place to go to; `n` tells one wish from the next. */
export interface GoTo {
  line: number;
  column: number;
  n: number;
}

interface Props {
  value: string;
  onChange: (text: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  label: string;
  findings: readonly Finding[];
  goTo: GoTo | undefined;
  hint: string;
}

const LINE_PX = 21;

/** A file of a pack as text: lines numbered, those with findings marked. Tab leaves it, as everywhere; undo is the draft's. */
export function YamlBox({ value, onChange, onUndo, onRedo, label, findings, goTo, hint }: Props) {
  const under = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const scroll = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) => {
    if (under.current) under.current.style.transform = `translate(${-currentTarget.scrollLeft}px, ${-currentTarget.scrollTop}px)`;
  };
  const marks = useMemo(() => new Map([...findings].reverse().map((finding) => [finding.at?.line ?? 0, finding])), [findings]);
  const text = useRef(value);
  text.current = value;
  useEffect(() => {
    const area = box.current;
    if (!goTo || !area) return;
    const at = offsetOf(text.current, goTo);
    area.focus();
    area.setSelectionRange(at, at);
    area.scrollTop = Math.max(0, (goTo.line - 1) * LINE_PX - area.clientHeight / 3);
    area.scrollLeft = 0;
  }, [goTo]);
  // What changes from outside, by undo or by the form, is where one goes on.
  const typed = useRef(value);
  useLayoutEffect(() => {
    const area = box.current;
    if (!area || typed.current === value) return;
    const at = firstDifference(typed.current, value);
    typed.current = value;
    area.setSelectionRange(at, at);
    const line = value.slice(0, at).split('\n').length - 1;
    if (line * LINE_PX < area.scrollTop || line * LINE_PX > area.scrollTop + area.clientHeight - 3 * LINE_PX) area.scrollTop = Math.max(0, line * LINE_PX - area.clientHeight / 3);
  }, [value]);
  const write = (next: string) => {
    typed.current = next;
    onChange(next);
  };
  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      if (event.shiftKey) onRedo();
      else onUndo();
    } else if (command && event.key.toLowerCase() === 'y') {
      event.preventDefault();
      onRedo();
    } else if (event.key === 'Enter' && !command && !event.shiftKey) {
      event.preventDefault();
      const area = event.currentTarget;
      const line = area.value.slice(area.value.lastIndexOf('\n', area.selectionStart - 1) + 1, area.selectionStart);
      area.setRangeText(`\n${/^ */.exec(line)?.[0] ?? ''}`, area.selectionStart, area.selectionEnd, 'end');
      write(area.value);
    }
  };
  return (
    <div className={css.frame}>
      <div className={css.under} aria-hidden>
        <div ref={under} className={css.moving}>
          {value.split('\n').map((line, i) => <Line key={i} number={i + 1} text={line} severity={marks.get(i + 1)?.severity} />)}
        </div>
      </div>
      <textarea
        ref={box} className={css.box} value={value} aria-label={label} aria-describedby="yaml-hint" wrap="off" spellCheck={false} autoCapitalize="off" autoComplete="off" autoCorrect="off"
        onScroll={scroll} onChange={(event) => write(event.currentTarget.value)} onKeyDown={key}
      />
      <span id="yaml-hint" className="sr-only">{hint}</span>
    </div>
  );
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

const Line = memo(function Line({ number, text, severity }: { number: number; text: string; severity: Finding['severity'] | undefined }) {
  return (
    <div className={css.line} data-severity={severity}>
      <span className={css.number}>{number}</span>
      <span className={css.text}>{yamlTokens(text).map((token, i) => <span key={i} data-kind={token.kind}>{token.text}</span>)}</span>
    </div>
  );
});

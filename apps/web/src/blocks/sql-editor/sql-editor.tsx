import { forwardRef, useRef, type UIEvent } from 'react';
import { markedText } from './marked-text';
import css from './sql-editor.module.css';

interface Props {
  value: string;
  onChange: (text: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSubmit: () => void;
  label: string;
  /** Where a finding stands, as long as it is about this text. */
  at: { line: number; column: number } | undefined;
  describedBy?: string | undefined;
  rows?: number;
  autoFocus?: boolean;
}

/** A place to write SQL: numbered lines, and the finding marked where it stands. Tab leaves it, as everywhere. */
export const SqlEditor = forwardRef<HTMLTextAreaElement, Props>(function SqlEditor({ value, onChange, onSubmit, label, at, describedBy, rows = 14, autoFocus = false }, ref) {
  const under = useRef<HTMLDivElement>(null);
  const scroll = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) => {
    if (under.current) under.current.style.transform = `translate(${-currentTarget.scrollLeft}px, ${-currentTarget.scrollTop}px)`;
  };
  const lines = value.split('\n').length;
  const { before, mark, after } = markedText(value, at);
  return (
    <div className={css.frame} data-invalid={at ? true : undefined}>
      <div className={css.under} aria-hidden>
        <div ref={under} className={css.moving}>
          <div className={css.numbers}>{Array.from({ length: lines }, (_, line) => <span key={line} data-at={at?.line === line + 1 || undefined}>{line + 1}</span>)}</div>
          <pre className={css.text}>{before}{mark ? <mark>{mark}</mark> : null}{after}{'\n'}</pre>
        </div>
      </div>
      <textarea
        ref={ref} className={css.box} rows={rows} value={value} aria-label={label} aria-invalid={at ? true : undefined} aria-describedby={describedBy} wrap="off" spellCheck={false} autoCapitalize="off" autoComplete="off" autoCorrect="off" autoFocus={autoFocus}
        onScroll={scroll}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onSubmit();
        }}
      />
    </div>
  );
});

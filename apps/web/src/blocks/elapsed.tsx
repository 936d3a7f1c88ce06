import { useEffect, useState } from 'react';
import { formatElapsed } from '../format/time';
import { useLanguage } from '../i18n/use-language';

/** The clock of the reader, moving while something runs. */
export function useNow(everyMs: number, active = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, active]);
  return now;
}

/** Time since an instant, counting. Silent for screen readers: stage changes are announced instead. */
export function Elapsed({ since }: { since: string }) {
  const language = useLanguage();
  const started = Date.parse(since);
  const now = useNow(Date.now() - started > 60_000 ? 1_000 : 200);
  return <span aria-hidden="true" className="tabular">{formatElapsed(now - started, language)}</span>;
}

import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './blocks.module.css';

/** True after a moment: what loads faster never flashes a skeleton. */
function useMoment(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}

/** A skeleton in the shape of what is coming: one bar per given width. */
export function Pending({ lines = ['60%', '90%', '75%'], children }: { lines?: string[]; children?: ReactNode }) {
  const { t } = useTranslation();
  if (!useMoment(150)) return <div aria-busy="true" className={css.pendingSpace} />;
  return (
    <div aria-busy="true" className={css.pending}>
      <span className="sr-only" role="status">{t('loading')}</span>
      {children ?? lines.map((width, index) => <div key={index} className={css.bone} style={{ width }} />)}
    </div>
  );
}

import type { SqlChange } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import css from './sql-changes.module.css';

/** What is different between two queries, in words: what came, what went, what became what. */
export function SqlChanges({ changes }: { changes: readonly SqlChange[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return <p className={css.quiet}>{t('sqlChange.none')}</p>;
  return (
    <ul className={css.changes}>
      {changes.map((change, at) => (
        <li key={at} data-change={change.change}>
          <strong>{t(`sqlChange.what.${change.what}`)} {t(`sqlChange.${change.change}`)}</strong>
          {change.within ? <span className={css.quiet}> ({t('sqlChange.within', { part: change.within })})</span> : null}
          {change.was || change.now ? <span className={css.texts}>{change.was ? <del>{change.was}</del> : null}{change.was && change.now ? <span aria-hidden> → </span> : null}{change.now ? <ins>{change.now}</ins> : null}</span> : null}
        </li>
      ))}
    </ul>
  );
}

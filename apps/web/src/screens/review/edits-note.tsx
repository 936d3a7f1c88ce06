import type { ReviewPacket } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { SqlChanges } from '../../blocks/sql-changes';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './review.module.css';

/** Who changed the SQL before it came here again, and what is different by it. */
export function EditsNote({ edits }: { edits: ReviewPacket['edits'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (edits.length === 0) return null;
  return (
    <section className={css.revision} aria-labelledby="packet-edits">
      <h2 id="packet-edits" className={css.factTitle}>{t('edit.edited')}</h2>
      {edits.map(({ revision, edit }) => (
        <div key={revision}>
          <p>{edit.by.name}, <time dateTime={edit.at}>{formatInstant(edit.at, language)}</time>{edit.comment ? ` · “${edit.comment}”` : ''}</p>
          <SqlChanges changes={edit.changes} />
        </div>
      ))}
    </section>
  );
}

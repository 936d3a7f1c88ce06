import type { ReviewPacket } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useNow } from '../../blocks/elapsed';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { SqlView } from '../../blocks/sql-view';
import { RiskBadge } from '../../blocks/state-badge';
import { formatRelative } from '../../format/time';
import { codeSentence } from '../../i18n/code-sentence';
import { useLanguage } from '../../i18n/use-language';
import { EditsNote } from './edits-note';
import { DecisionBar } from './decision-bar';
import { PacketFacts } from './packet-facts';
import css from './review.module.css';
import { RevisionNote } from './revision-note';
import { blockedBy, packetKey } from './shown-packet';

const route = getRouteApi('/in/review/$id');

export function ReviewPacketPane() {
  const { id } = route.useParams();
  // A new item starts from nothing: no half-typed reason moves on to the next question.
  return <Packet key={id} id={id} />;
}

function Packet({ id }: { id: string }) {
  const query = useQuery(reviewQuery(id));
  const latest = query.data;
  const [pinned, setPinned] = useState<ReviewPacket | null>(null);
  // Who changed the SQL wants to see what became of it.
  const [following, setFollowing] = useState(false);
  if (query.isError && !latest) return <div className={css.none}><Problem error={query.error} onRetry={() => void query.refetch()} /></div>;
  if (!latest) return <div className={css.packet}><Pending lines={['40%', '80%', '100%', '100%', '100%', '60%']} /></div>;
  if (pinned === null) {
    setPinned(latest);
    return null;
  }
  // The same request read again may bring fresher access checks; another one waits for a reload.
  const shown = following || packetKey(pinned) === packetKey(latest) ? latest : pinned;
  return <PacketView shown={shown} latest={latest} onReload={() => setPinned(latest)} onEdited={() => setFollowing(true)} failed={query.isError ? query.error : null} onRetry={() => void query.refetch()} />;
}

interface ViewProps {
  shown: ReviewPacket;
  latest: ReviewPacket;
  onReload: () => void;
  onEdited: () => void;
  failed: Error | null;
  onRetry: () => void;
}

function PacketView({ shown, latest, onReload, onEdited, failed, onRetry }: ViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(10_000);
  const { job, dataSource } = shown;
  const review = job.review;
  const blocked = blockedBy(shown, latest);
  const sql = job.gateReport?.verdict === 'accept' ? job.gateReport.sql : (review?.bundle.sql ?? '');
  return (
    <article className={css.packet}>
      <header className={css.packetHead}>
        <div className={css.packetTop}>
          {review ? <RiskBadge level={review.risk.level} /> : null}
          <span className={css.who}>{job.askerName} → {dataSource.name} <span className={css.quiet}>({dataSource.engine})</span></span>
          <span className={css.spacer} />
          {review ? <span className={css.quiet}>{t('review.asked', { when: formatRelative(review.requestedAt, now, language) })} · {t('review.due', { when: formatRelative(review.expiresAt, now, language) })}</span> : null}
          <Link to="/q/$id" params={{ id: job.id }} className={css.open}>{t('review.open')}</Link>
        </div>
        <PageTitle title={job.question} className={css.packetTitle} />
        {review && review.risk.reasons.length > 0 ? <p className={css.risks}>{[...new Set(review.risk.reasons.map((reason) => codeSentence(reason.code, language, reason.params)))].join(' · ')}</p> : null}
        {review?.needed !== undefined ? <p className={css.risks}>{codeSentence('approval-partial', language, { signed: String(review.signatures?.length ?? 0), needed: String(review.needed) })}{(review.signatures ?? []).map(({ by }) => ` · ${by.name}`).join('')}</p> : null}
        {failed ? <Problem error={failed} what={t('question.oldView')} onRetry={onRetry} /> : null}
        <StaleBanner latest={latest} stale={blocked.code === 'digest-mismatch'} onReload={onReload} />
        <RevisionNote revision={shown.revision} />
        <EditsNote edits={shown.edits} />
      </header>
      <PacketFacts packet={shown} />
      <section className={css.sql} aria-labelledby="packet-sql">
        <h2 id="packet-sql" className={css.factTitle}>{t('review.sql', { dialect: review?.bundle.dialect ?? dataSource.engine })}</h2>
        {shown.says ? <p className={css.says}>{shown.says}</p> : null}
        <SqlView sql={sql} label={t('sql.sent')} compact />
      </section>
      <DecisionBar packet={shown} blocked={blocked} onEdited={onEdited} />
    </article>
  );
}

/** What moved since the request was made or since this page was opened. */
function StaleBanner({ latest, stale, onReload }: { latest: ReviewPacket; stale: boolean; onReload: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!stale && latest.changed.length === 0) return null;
  return (
    <div role="alert" className={css.stale}>
      <IconRefreshAlert size={19} stroke={1.7} aria-hidden />
      <div>
        {stale ? <p>{codeSentence('digest-mismatch', language)}</p> : null}
        {latest.changed.map((item, at) => <p key={at}>{codeSentence(item.code, language, item.params)}</p>)}
      </div>
      {stale ? <Button size="xs" variant="default" onClick={onReload}>{t('reload')}</Button> : null}
    </div>
  );
}

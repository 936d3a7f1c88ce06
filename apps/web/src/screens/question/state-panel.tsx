import type { JobView } from '@countersign/contracts';
import { IconAlertTriangle, IconBan, IconCircleX, IconClockHour4, IconHandStop, IconHelpCircle, IconLoader2, IconRefreshAlert } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../blocks/link-button';
import { RiskBadge } from '../../blocks/state-badge';
import { isWorking, stateView } from '../../blocks/state-view';
import { formatInstant } from '../../format/time';
import { codeSentence } from '../../i18n/code-sentence';
import { rejectionSentence } from '../../i18n/gate-sentence';
import { useLanguage } from '../../i18n/use-language';
import css from './question.module.css';
import { beganAsSql } from './sql-job';

type State = JobView['job']['state'];
const ICONS: Partial<Record<State, typeof IconBan>> = {
  AWAITING_APPROVAL: IconClockHour4, CHANGES_REQUESTED: IconRefreshAlert, REFUSED: IconHelpCircle, GATE_REJECTED: IconHandStop, REJECTED: IconCircleX,
  STALE: IconRefreshAlert, EXPIRED: IconClockHour4, CANCELLED: IconBan, WITHDRAWN: IconBan,
};

/** Any state without an answer: what it means, why it came to this, and what can be done. */
export function StatePanel({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const { state } = view.job;
  const working = isWorking(state);
  const Icon = ICONS[state] ?? (working ? IconLoader2 : IconAlertTriangle);
  return (
    <section className={css.panel} data-tone={stateView(state).tone} aria-labelledby="state">
      <span className={css.panelIcon} data-working={working || undefined} aria-hidden><Icon size={22} stroke={1.7} /></span>
      <div className={css.panelText}>
        <h2 id="state" className={css.panelTitle}>{t(`state.${state}.title`)}</h2>
        <p>{t(`state.${state}.text`)}</p>
        <Reason view={view} />
        <Details view={view} />
        <NextStep view={view} />
      </div>
    </section>
  );
}

/** Why: the refusal when there is one, else the reason of the last event. */
function Reason({ view }: { view: JobView }) {
  const language = useLanguage();
  const reason = view.job.refusal ?? view.events.at(-1)?.reason;
  const spoken = ['sql-edited', 'clarify', 'clarified', 'cancelled', 'approved-by-rule'];
  if (!reason || isWorking(view.job.state) || spoken.includes(reason.code)) return null;
  return <p className={css.reason}>{codeSentence(reason.code, language, reason.params)}</p>;
}

function Details({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const { job } = view;
  if (job.state === 'AWAITING_APPROVAL' && job.review) return <Waiting review={job.review} />;
  if (job.state === 'REFUSED' && job.refusal && job.refusal.nearest.length > 0) {
    return (
      <div className={css.detail}>
        <h3>{t('refused.nearest')}</h3>
        <ul className={css.chips}>
          {job.refusal.nearest.map((near) => <li key={near.ref}><Link to="/ask" search={{ q: near.label, pack: job.packId, source: job.dataSourceId }} className={css.chip}>{near.label}</Link></li>)}
        </ul>
      </div>
    );
  }
  if (job.gateReport?.verdict === 'reject') return <GateRejection report={job.gateReport} />;
  if ((job.state === 'REJECTED' || job.state === 'CHANGES_REQUESTED') && job.approval) return <DecisionNote approval={job.approval} />;
  return null;
}

function Waiting({ review }: { review: NonNullable<JobView['job']['review']> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Facts>
      <dt>{t('risk.label')}</dt>
      <dd><RiskBadge level={review.risk.level} /></dd>
      <dt>{t('waiting.until')}</dt>
      <dd><time dateTime={review.expiresAt}>{formatInstant(review.expiresAt, language)}</time></dd>
    </Facts>
  );
}

function GateRejection({ report }: { report: Extract<NonNullable<JobView['job']['gateReport']>, { verdict: 'reject' }> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <Facts>
        <dt>{t('gate.rule')}</dt>
        <dd><code>{report.rule}</code></dd>
        <dt>{t('gate.what')}</dt>
        <dd>{rejectionSentence(report.rule, report.message, language)}</dd>
        {report.at ? <><dt>{t('gate.place')}</dt><dd>{t('gate.at', { line: report.at.line, column: report.at.column })}</dd></> : null}
        {report.nearest.length > 0 ? <><dt>{t('gate.nearest')}</dt><dd>{report.nearest.join(', ')}</dd></> : null}
      </Facts>
      {report.at ? <pre className={css.excerpt}>{report.at.excerpt}</pre> : null}
    </>
  );
}

function DecisionNote({ approval }: { approval: NonNullable<JobView['job']['approval']> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Facts>
      <dt>{t('decision.by')}</dt>
      <dd>{approval.by.name}, <time dateTime={approval.decidedAt}>{formatInstant(approval.decidedAt, language)}</time></dd>
      {approval.reasonCode ? <><dt>{t('decision.reason')}</dt><dd>{t(`reasonCode.${approval.reasonCode}`)}</dd></> : null}
      {approval.comment ? <><dt>{t('decision.comment')}</dt><dd className={css.comment}>{approval.comment}</dd></> : null}
    </Facts>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

function NextStep({ view }: { view: JobView }) {
  const { t } = useTranslation();
  const { job, can } = view;
  if (job.state === 'AWAITING_APPROVAL' && can.decide) return <LinkButton to="/review/$id" params={{ id: job.id }} mt="md">{t('question.review')}</LinkButton>;
  if (isWorking(job.state) || job.state === 'AWAITING_APPROVAL') return null;
  const revised = view.events.at(-1)?.reason;
  if (revised?.code === 'revised' && revised.params['jobId']) return <LinkButton to="/q/$id" params={{ id: revised.params['jobId'] }} mt="md">{t('question.revised')}</LinkButton>;
  if (beganAsSql(job)) return <LinkButton to="/sql" search={{ from: job.id }} variant="default" mt="md">{t('sqlScreen.edit')}</LinkButton>;
  if (can.revise) return <LinkButton to="/ask" search={{ q: job.question, pack: job.packId, source: job.dataSourceId, revise: job.id }} mt="md">{t('question.revise')}</LinkButton>;
  return <LinkButton to="/ask" search={{ q: job.question, pack: job.packId, source: job.dataSourceId }} variant="default" mt="md">{t(job.state === 'STALE' || job.state === 'EXPIRED' ? 'question.again' : 'question.edit')}</LinkButton>;
}

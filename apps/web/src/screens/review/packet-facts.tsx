import type { ReviewPacket } from '@countersign/contracts';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CostBars } from '../../blocks/cost-bars';
import { Masked } from '../../blocks/masked';
import { useNow } from '../../blocks/elapsed';
import { formatCount } from '../../format/number';
import { formatRelative } from '../../format/time';
import { codeSentence } from '../../i18n/code-sentence';
import { noteSentence } from '../../i18n/gate-sentence';
import { useLanguage } from '../../i18n/use-language';
import { writtenByPerson } from '../question/sql-job';
import css from './review.module.css';

/** The four questions of an approver: what does it reveal, what does it cost, what does it mean, what did not pass. */
export function PacketFacts({ packet }: { packet: ReviewPacket }) {
  const { t } = useTranslation();
  const { job } = packet;
  return (
    <div className={css.facts}>
      <Fact title={t('review.reveals')}><Reveals packet={packet} /></Fact>
      <Fact title={t('review.cost')}><CostBars estimate={job.estimate} caps={job.review?.bundle.caps ?? null} compact /></Fact>
      <Fact title={t('review.meaning')}><Meaning packet={packet} /></Fact>
      <Fact title={t('review.checks')}><Checks packet={packet} /></Fact>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return <section className={css.fact} aria-labelledby={id}><h2 id={id} className={css.factTitle}>{title}</h2>{children}</section>;
}

function Reveals({ packet }: { packet: ReviewPacket }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { reveals, job } = packet;
  // One row more is asked for, so that a cut is noticed; no more than the cap is ever kept.
  const limit = job.gateReport?.verdict === 'accept' ? Math.min(job.gateReport.limit, job.review?.bundle.caps.maxRows ?? Infinity) : null;
  const filters = job.interpretation?.filters.map((filter) => filter.label) ?? [];
  const period = job.interpretation?.period;
  return (
    <dl className={css.pairs}>
      <dt>{t('review.columns')}</dt>
      <dd>{reveals.columns.join(', ')}{limit === null ? '' : ` · ${t('review.upTo', { rows: formatCount(limit, language), count: limit })}`}</dd>
      <dt>{t('review.output')}</dt>
      <dd>{job.review?.bundle.exportFormats?.length ? <strong>{job.review.bundle.exportFormats.map((format) => t(`export.format.${format}`)).join(', ')}</strong> : t('review.onScreen')}</dd>
      <dt>{t('review.tables')}</dt>
      <dd>{reveals.tables.join(', ')}</dd>
      <dt>{t('review.scope')}</dt>
      <dd>{job.interpretation && !writtenByPerson(job.candidate) ? [period?.label ?? t('interpretation.noPeriod'), ...filters].join(' · ') : t('review.scopeInSql')}</dd>
      {packet.masked.length > 0 ? <><dt>{t('masked.title')}</dt><dd><Masked columns={packet.masked} /></dd></> : null}
      <dt>{t('review.personal')}</dt>
      <dd>{reveals.personal.length === 0 ? t('review.noPersonal') : <strong className={css.bad}><IconAlertTriangle size={14} stroke={2} aria-hidden /> {reveals.personal.join(', ')}</strong>}</dd>
    </dl>
  );
}

const ASSUMED = 'assumed: ';

function Meaning({ packet }: { packet: ReviewPacket }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { meaning, job } = packet;
  // What a model took for granted is the first thing to doubt.
  const assumed = job.candidate?.origin === 'model' ? job.candidate.proofs.flatMap((proof) => (proof.startsWith(ASSUMED) ? [proof.slice(ASSUMED.length)] : [])) : [];
  const choices = Object.entries(job.choices);
  return (
    <dl className={css.meaning}>
      {meaning.length > 0 && writtenByPerson(job.candidate) ? <div><dd className={css.quiet}>{t('review.asAsked')}</dd></div> : null}
      {meaning.map((item) => <div key={item.ref}><dt>{item.label}</dt><dd>{item.definition}</dd></div>)}
      {meaning.length === 0 ? <div><dd>{t('review.noMeaning')}</dd></div> : null}
      {choices.map(([term, ref]) => <div key={term}><dd>{codeSentence('clarified', language, { term, ref })}</dd></div>)}
      {assumed.length > 0 ? <div><dt>{t('review.assumed')}</dt>{assumed.map((text) => <dd key={text}>{text}</dd>)}</div> : null}
      <div><dd className={css.quiet}>{job.packId} v{job.packVersion} · {t(`origin.${job.candidate?.origin ?? 'planner'}`)}</dd></div>
    </dl>
  );
}

function Checks({ packet }: { packet: ReviewPacket }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow(10_000);
  const { passedChecks, access } = packet;
  // Why it is risky stands beside the badge, whole-table reads beside the cost.
  const attention = packet.attention.filter(({ rule }) => rule !== 'full-scan' && !rule.startsWith('risk-'));
  return (
    <ul className={css.checks}>
      <li data-status="pass"><IconCheck size={15} stroke={2.2} aria-hidden />{t('review.passed', { count: passedChecks })}</li>
      {attention.map((finding, at) => (
        <li key={at} data-status={finding.severity}>
          {finding.severity === 'info' ? <IconInfoCircle size={15} stroke={2} aria-label={t('severity.info')} /> : <IconAlertTriangle size={15} stroke={2} aria-label={t(`severity.${finding.severity}`)} />}
          <span>{noteSentence(finding, packet.job.gateReport, language, packet.job.review?.bundle.caps.maxRows)}</span>
        </li>
      ))}
      <li data-status={access.covered ? 'pass' : 'error'}>
        {access.covered ? <IconCheck size={15} stroke={2.2} aria-hidden /> : <IconX size={15} stroke={2.2} aria-hidden />}
        <span>{access.covered ? t('review.covered') : t('review.notCovered', { objects: access.missing.join(', ') })} <span className={css.quiet}>{t('review.checked', { when: formatRelative(access.checkedAt, now, language) })}</span></span>
      </li>
    </ul>
  );
}

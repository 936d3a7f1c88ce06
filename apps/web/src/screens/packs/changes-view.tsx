import type { ReleaseReport } from '@countersign/contracts';
import { IconMinus, IconPencil, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './changes.module.css';

const ICONS = { added: IconPlus, removed: IconMinus, changed: IconPencil } as const;
const KINDS = ['table', 'role', 'metric', 'bridge', 'dimension', 'named filter', 'value dictionary', 'ambiguous term', 'event', 'ranking', 'topic', 'pack'] as const;

/** What is different, in the words of the people who own the definitions, and who will feel it. */
export function ChangesView({ report, affects }: { report: Pick<ReleaseReport, 'changes' | 'affected' | 'policyChanges' | 'suspicions'>; affects?: boolean }) {
  const { t } = useTranslation();
  const { changes, affected, policyChanges, suspicions } = report;
  const kind = (what: string) => (KINDS.find((k) => k === what) ? t(`packs.what.${what as (typeof KINDS)[number]}`) : what);
  return (
    <div className={css.view}>
      {policyChanges.length > 0 ? (
        <section className={css.policy} aria-labelledby="policy-changes">
          <h3 id="policy-changes"><IconShieldLock size={16} stroke={1.8} aria-hidden /> {t('packs.policyChanges')}</h3>
          <ul>{policyChanges.map(({ ref, was, is }) => <li key={ref}><code>{ref}</code>: {was} → {is}</li>)}</ul>
        </section>
      ) : null}
      {suspicions.length > 0 ? (
        <section className={css.policy} aria-labelledby="suspicions">
          <h3 id="suspicions"><IconShieldLock size={16} stroke={1.8} aria-hidden /> {t('packs.suspicions')}</h3>
          <ul>{suspicions.map((finding, i) => <li key={i}>{finding.message}</li>)}</ul>
        </section>
      ) : null}
      {changes.length === 0 ? <p className={css.none}>{t('packs.noChanges')}</p> : (
        <ul className={css.changes}>
          {changes.map((change) => {
            const Icon = ICONS[change.kind];
            return (
              <li key={`${change.what}/${change.ref}`} data-kind={change.kind}>
                <Icon size={15} stroke={2} aria-hidden />
                <div>
                  <p><strong>{change.label}</strong> <span className={css.what}>{kind(change.what)} · {t(`packs.change.${change.kind}`)}</span></p>
                  {change.details.map((detail, i) => <p key={i} className={css.detail}>{detail}</p>)}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {affects === false ? null : (
        <dl className={css.affected}>
          <dt>{t('packs.affectedVerified')}</dt>
          <dd>{affected.verified.length === 0 ? t('packs.noneAffected') : affected.verified.join(' · ')}</dd>
          <dt>{t('packs.affectedTests')}</dt>
          <dd>{affected.tests.length === 0 ? t('packs.noneAffected') : <>{affected.tests.slice(0, 8).map((question) => <span key={question} className={css.question}>{question}</span>)}{affected.tests.length > 8 ? t('packs.andMore', { count: affected.tests.length - 8 }) : null}</>}</dd>
        </dl>
      )}
    </div>
  );
}

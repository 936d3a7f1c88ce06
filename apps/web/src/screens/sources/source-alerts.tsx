import type { PackEscalation } from '@countersign/contracts';
import { bindingText, probeText } from '@countersign/pack';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../blocks/link-button';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './sources.module.css';

const MOST = 8;

/** What somebody has to look at about this source: rights that grew, names that packs lost. */
export function SourceAlerts({ alerts }: { alerts: PackEscalation[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return alerts.map(({ id, kind, packId, openedAt, owner, takenBy, findings }) => (
    <section key={id} role="alert" className={css.alert} aria-label={t(`packs.escalations.kind.${kind}`)}>
      <p className={css.alertTitle}><IconAlertTriangle size={16} stroke={2} aria-hidden /> {[t(`packs.escalations.kind.${kind}`), packId].filter(Boolean).join(' · ')}</p>
      <p className={css.quiet}>{t('packs.escalations.owner', { name: owner?.name ?? t('packs.escalations.admins') })}{takenBy ? ` · ${t('packs.escalations.takenBy', { name: takenBy.name })}` : ''} · <time dateTime={openedAt}>{formatInstant(openedAt, language)}</time></p>
      <ul>{findings.slice(0, MOST).map((finding, at) => <li key={at}>{bindingText({ ...finding, message: probeText(finding, language) }, language)}</li>)}</ul>
      <div><LinkButton to="/packs/escalations" variant="default">{t('packs.escalations.title')}</LinkButton></div>
    </section>
  ));
}

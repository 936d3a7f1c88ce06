import type { Caps, Estimate } from '@countersign/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatCount } from '../format/number';
import { formatElapsed } from '../format/time';
import { useLanguage } from '../i18n/use-language';
import css from './cost-bars.module.css';

/** What the database expects to do, each against its cap. */
export function CostBars({ estimate, caps, compact = false }: { estimate: Estimate | null; caps: Caps | null; compact?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Not asked yet is another thing than asked and not told.
  if (!estimate) return <p className={css.note}>{t('cost.notYet')}</p>;
  if (!estimate.available) return <p className={css.missing}><IconAlertTriangle size={14} stroke={2} aria-hidden /> {t('cost.none')}{estimate.reason ? ` (${estimate.reason})` : ''}</p>;
  return (
    <div className={css.bars} data-compact={compact || undefined}>
      <Bar name={t('cost.rows')} value={estimate.rows} cap={caps?.maxEstimatedRows ?? null} />
      <Bar name={t('cost.cost')} value={estimate.cost} cap={caps?.maxCost ?? null} />
      {caps ? <p className={css.note}>{t('cost.limits', { rows: formatCount(caps.maxRows, language), time: formatElapsed(caps.timeoutMs, language) })}</p> : null}
      {estimate.cost === null && caps?.maxCost != null ? <p className={css.note}>{t('cost.noCost')}</p> : null}
      <p className={css.note}>{estimate.fullScans.length > 0 ? t('cost.fullScans', { tables: estimate.fullScans.join(', ') }) : t('cost.noFullScan')}</p>
      {estimate.plan.length > 0 ? <Plan plan={estimate.plan} /> : null}
    </div>
  );
}

/** The database's own steps, the first at the top, what feeds it below. */
function Plan({ plan }: { plan: Estimate['plan'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <details className={css.plan} onToggle={({ currentTarget }) => { if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' }); }}>
      <summary>{t('cost.plan', { count: plan.length })}</summary>
      <ol tabIndex={0} aria-label={t('cost.planTitle')}>
        {plan.map(({ depth, node, relation, rows, cost }, at) => (
          <li key={at} style={{ paddingInlineStart: `${Math.min(depth, 12) * 14}px` }}>
            {node}{relation === undefined ? '' : ` · ${relation}`} <span className={css.planNumbers}>{t('cost.planNode', { rows: formatCompact(rows, language), cost: formatCompact(cost, language) })}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Bar({ name, value, cap }: { name: string; value: number | null; cap: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const share = value !== null && cap ? Math.min(1, value / cap) : null;
  const percent = share === null ? 0 : share * 100;
  const text = value === null ? t('cost.unknown') : formatCompact(value, language);
  return (
    <div className={css.bar}>
      <span className={css.name}>{name}</span>
      <span className={css.value}>{text}</span>
      <meter className={css.meter} min={0} max={100} value={percent} data-near={(share ?? 0) > 0.5 || undefined} aria-label={t('cost.of', { name, value: text, cap: cap === null ? t('cost.noCap') : formatCompact(cap, language) })} />
      <span className={css.cap}>{cap === null ? t('cost.noCap') : formatCompact(cap, language)}</span>
    </div>
  );
}

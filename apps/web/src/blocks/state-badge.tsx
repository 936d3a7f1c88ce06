import type { JobState } from '@countersign/contracts';
import { IconAlertTriangle, IconCheck, IconCircle, IconClock, IconLoader2, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './blocks.module.css';
import { isOver, stateView, type Tone } from './state-view';

const ICONS = { ok: IconCheck, wait: IconClock, bad: IconX, info: IconLoader2, calm: IconCircle } as const;

/** A word on a tinted ground with a sign before it: never the colour alone. */
export function Badge({ tone, children, icon }: { tone: Tone; children: string; icon?: typeof IconCheck }) {
  const Icon = icon ?? ICONS[tone];
  return (
    <span className={css.badge} data-tone={tone}>
      <Icon size={13} stroke={2.2} aria-hidden />
      {children}
    </span>
  );
}

export function StateBadge({ state }: { state: JobState }) {
  const { t } = useTranslation();
  const { tone } = stateView(state);
  // A clock is for what still waits; what ended short of an answer warns.
  const icon = tone === 'wait' && isOver(state) ? IconAlertTriangle : undefined;
  return <Badge tone={tone} icon={icon}>{t(`state.${state}.name`)}</Badge>;
}

export function RiskBadge({ level }: { level: 'low' | 'medium' | 'high' }) {
  const { t } = useTranslation();
  const tone = level === 'high' ? 'bad' : level === 'medium' ? 'wait' : 'ok';
  return <Badge tone={tone} icon={level === 'low' ? IconCheck : IconAlertTriangle}>{t(`risk.${level}`)}</Badge>;
}

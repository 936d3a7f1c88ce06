import type { PackRelease } from '@countersign/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../blocks/state-badge';
import type { Tone } from '../../blocks/state-view';

const TONES: Record<PackRelease['state'], Tone> = { draft: 'calm', proving: 'info', proved: 'ok', failed: 'bad', 'awaiting-second': 'wait', published: 'ok', withdrawn: 'calm' };

export function ReleaseBadge({ state }: { state: PackRelease['state'] }) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`packs.state.${state}`)}</Badge>;
}

import { useTranslation } from 'react-i18next';
import { Badge } from '../../blocks/state-badge';

export function ClaimStatus({ status }: { status: 'grounded' | 'ungrounded' }) {
  const { t } = useTranslation();
  return <Badge tone={status === 'grounded' ? 'ok' : 'bad'}>{t(`claim.${status}`)}</Badge>;
}

import type { Decision, ReviewPacket } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconCheck, IconMessageReply, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../app/use-shortcuts';
import { codeSentence } from '../../i18n/code-sentence';
import { useLanguage } from '../../i18n/use-language';
import { DecisionBox } from './decision-box';
import { EditBox } from './edit-box';
import css from './review.module.css';
import type { Blocked } from './shown-packet';

type Kind = Decision['decision'];

/** Three verdicts. A key or a click opens the box that asks; nothing is decided by one press. */
export function DecisionBar({ packet, blocked, onEdited }: { packet: ReviewPacket; blocked: Blocked; onEdited: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asking, setAsking] = useState<Kind | null>(null);
  const why = blocked.code ? codeSentence(blocked.code, language, paramsOf(packet, blocked.code)) : null;
  const off = (kind: Kind) => blocked.code !== null && (kind === 'approve' || !blocked.approveOnly);
  const start = (kind: Kind) => (off(kind) ? undefined : setAsking(kind));
  const [editing, setEditing] = useState(false);
  const edit = () => (packet.mayEdit ? setEditing(true) : undefined);
  useShortcuts({ e: edit, a: () => start('approve'), c: () => start('request-changes'), x: () => start('reject') }, asking === null && !editing);

  return (
    <footer className={css.bar}>
      <Button leftSection={<IconCheck size={16} stroke={2} />} disabled={off('approve')} aria-describedby={why ? 'blocked' : undefined} onClick={() => start('approve')}>{t('decision.approve')}<Key name="a" /></Button>
      <Button variant="default" leftSection={<IconMessageReply size={16} stroke={1.8} />} disabled={off('request-changes')} aria-describedby={why ? 'blocked' : undefined} onClick={() => start('request-changes')}>{t('decision.changes')}<Key name="c" /></Button>
      <Button variant="default" leftSection={<IconX size={16} stroke={2} />} disabled={off('reject')} aria-describedby={why ? 'blocked' : undefined} onClick={() => start('reject')}>{t('decision.reject')}<Key name="x" /></Button>
      {packet.mayEdit ? <Button variant="subtle" leftSection={<IconPencil size={16} stroke={1.8} />} onClick={edit}>{t('edit.open')}<Key name="e" /></Button> : null}
      <p id="blocked" className={css.why} data-blocked={why ? true : undefined}>{why ?? t('decision.once')}</p>
      {asking ? <DecisionBox kind={asking} packet={packet} onClose={() => setAsking(null)} /> : null}
      {editing ? <EditBox packet={packet} onClose={() => setEditing(false)} onEdited={onEdited} /> : null}
    </footer>
  );
}

function Key({ name }: { name: string }) {
  return <kbd className={css.key} aria-hidden>{name}</kbd>;
}

function paramsOf(packet: ReviewPacket, code: string): Record<string, string> {
  const changed = packet.changed.find((item) => item.code === code);
  return changed?.params ?? { object: packet.access.missing.join(', '), state: packet.job.state };
}

import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import css from './shell.module.css';

const KEYS = [
  ['ask', 'g a'], ['sql', 'g l'], ['schema', 'g d'], ['questions', 'g q'], ['review', 'g r'], ['packs', 'g p'], ['sources', 'g s'], ['audit', 'g u'],
  ['choice', '1 2 3'], ['next', 'j k'], ['approve', 'a'], ['edit', 'e'], ['changes', 'c'], ['reject', 'x'], ['confirm', 'Ctrl ⏎'], ['palette', 'Ctrl K'], ['help', '?'],
] as const;

export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <dl className={css.keys}>
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>{keys.split(' ').map((key) => <kbd key={key} className={css.kbd}>{key}</kbd>)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.whoMail}>{t('keys.off')}</p>
    </Modal>
  );
}

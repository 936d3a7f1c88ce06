import { Button, CopyButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './sources.module.css';

/** What an administrator of the database runs, ready to be copied. */
export function FixScript({ script }: { script: string }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={css.fix}>
      <div className={css.fixHead}>
        <span id={id}>{t('sources.fix')}</span>
        <CopyButton value={script}>{({ copied, copy }) => <Button size="compact-xs" variant="default" leftSection={<IconCopy size={13} stroke={1.8} aria-hidden />} onClick={copy}>{t(copied ? 'copied' : 'sources.copyFix')}</Button>}</CopyButton>
      </div>
      <pre tabIndex={0} aria-labelledby={id}>{script}</pre>
    </div>
  );
}

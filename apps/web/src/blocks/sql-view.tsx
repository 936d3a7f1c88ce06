import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { layOutSql, sqlLines } from './sql-tokens';
import css from './sql-view.module.css';

/** SQL to read: coloured, numbered, laid out at its clauses. Copying gives the exact text. */
export function SqlView({ sql, label, compact = false }: { sql: string; label: string; compact?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={css.frame} data-compact={compact || undefined}>
      <pre className={css.sql} tabIndex={0} aria-label={label} role="group">
        <code>
          {sqlLines(layOutSql(sql)).map((line, index) => (
            <span key={index} className={css.line}>
              {line.map((token, at) => <span key={at} data-kind={token.kind}>{token.text}</span>)}
              {'\n'}
            </span>
          ))}
        </code>
      </pre>
      <CopyButton value={sql}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('copied') : t('copySql')}>
            <ActionIcon className={css.copy} variant="default" size="md" onClick={copy} aria-label={copied ? t('copied') : t('copySql')}>
              {copied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.7} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}

import type { Finding } from '@countersign/contracts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './editor.module.css';
import { fileOf } from './pack-outline';
import type { Files } from './pack-tasks';

const ICONS = { error: IconX, warning: IconAlertTriangle, info: IconInfoCircle } as const;
const RANK = { error: 0, warning: 1, info: 2 } as const;
const MOST = 200;

interface Props {
  findings: readonly Finding[];
  files: Files;
  pending: boolean;
  onGo: (file: string, line: number, column: number) => void;
}

/** What the reader of packs says of the draft. A finding leads to its place; what is only worth knowing is folded away. */
export function FindingsPanel({ findings, files, pending, onGo }: Props) {
  const { t } = useTranslation();
  const grave = findings.filter(({ severity }) => severity !== 'info').sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  const notes = findings.filter(({ severity }) => severity === 'info');
  return (
    <>
      {grave.length > 0 ? <List findings={grave} files={files} onGo={onGo} label={t('packs.panel.findings')} />
        : <p className={css.good} role="status">{pending ? t('packs.linting') : <><IconCircleCheck size={17} stroke={1.8} aria-hidden /> {t('packs.noFindings')}</>}</p>}
      {notes.length > 0 ? (
        <details className={css.notes}>
          <summary>{t('packs.notes', { count: notes.length })}</summary>
          <List findings={notes} files={files} onGo={onGo} label={t('severity.info')} />
        </details>
      ) : null}
    </>
  );
}

function List({ findings, files, onGo, label }: Omit<Props, 'pending'> & { label: string }) {
  const { t } = useTranslation();
  return (
    <ul className={css.findings} aria-label={label}>
      {findings.slice(0, MOST).map(({ severity, message, at }, i) => {
        const Icon = ICONS[severity];
        const file = at ? fileOf(at.excerpt, files) : undefined;
        return (
          <li key={i} data-severity={severity}>
            <Icon size={15} stroke={2.2} aria-label={t(`severity.${severity}`)} />
            <div>
              <p>{message}</p>
              {file && at ? <button type="button" className={css.go} onClick={() => onGo(file, at.line, at.column)}>{t('packs.place', { file, line: at.line })}</button> : null}
            </div>
          </li>
        );
      })}
      {findings.length > MOST ? <li className={css.quiet}>{t('packs.moreFindings', { count: findings.length - MOST })}</li> : null}
    </ul>
  );
}

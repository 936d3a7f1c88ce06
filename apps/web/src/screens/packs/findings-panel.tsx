import type { Finding } from '@countersign/contracts';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './editor.module.css';
import { fileOf } from './pack-outline';
import type { Files } from './pack-tasks';

const ICONS = { error: IconX, warning: IconAlertTriangle, info: IconInfoCircle } as const;
const RANK = { error: 0, warning: 1, info: 2 } as const;
const MOST = 200;

/** What the reader of packs says of the draft. A finding leads to its place. */
export function FindingsPanel({ findings, files, pending, onGo }: { findings: readonly Finding[]; files: Files; pending: boolean; onGo: (file: string, line: number, column: number) => void }) {
  const { t } = useTranslation();
  if (findings.length === 0) return <p className={css.good} role="status">{pending ? t('packs.linting') : <><IconCircleCheck size={17} stroke={1.8} aria-hidden /> {t('packs.noFindings')}</>}</p>;
  const sorted = [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  return (
    <ul className={css.findings} aria-label={t('packs.panel.findings')}>
      {sorted.slice(0, MOST).map((finding, i) => {
        const Icon = ICONS[finding.severity];
        const file = finding.at ? fileOf(finding.at.excerpt, files) : undefined;
        const at = finding.at;
        return (
          <li key={i} data-severity={finding.severity}>
            <Icon size={15} stroke={2.2} aria-label={t(`severity.${finding.severity}`)} />
            <div>
              <p>{finding.message}</p>
              {file && at ? <button type="button" className={css.go} onClick={() => onGo(file, at.line, at.column)}>{t('packs.place', { file, line: at.line })}</button> : null}
            </div>
          </li>
        );
      })}
      {sorted.length > MOST ? <li className={css.quiet}>{t('packs.moreFindings', { count: sorted.length - MOST })}</li> : null}
    </ul>
  );
}

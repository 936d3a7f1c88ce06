import { routes, type ExportFormat, type JobView } from '@countersign/contracts';
import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconFileExport, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeUrl } from '../../api/client';
import { formatCount } from '../../format/number';
import { codeText } from '../../api/problem';
import { useLanguage } from '../../i18n/use-language';
import css from './export-menu.module.css';

/** The result as a file: each form, what is in it, and why it may not leave so. */
export function ExportMenu({ view: { job, exports } }: { view: JobView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  if (exports.length === 0 || !job.result) return null;
  const refused = exports.some(({ code }) => code === 'export-not-approved' || code === 'export-narrowed');
  return (
    <div className={css.bar}>
      <Menu position="top-start" width={340} shadow="md">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconFileExport size={15} stroke={1.8} />}>{t('export.title')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('export.menu', { rows: formatCount(job.result.rowCount, language) })}</Menu.Label>
          {exports.map(({ format, allowed, code }) => (
            <Menu.Item key={format} disabled={!allowed} {...(allowed ? { component: 'a' as const, href: fileUrl(job.id, format), download: '' } : {})}>
              <span className={css.name}>{t(`export.format.${format}`)}</span>
              <span className={css.about}>{allowed ? t(`export.about.${format}`) : codeText(code ?? 'forbidden', language, { format: t(`export.format.${format}`) })}</span>
            </Menu.Item>
          ))}
          {refused ? <Menu.Item onClick={() => void navigate({ to: '/ask', search: { q: job.question, pack: job.packId, source: job.dataSourceId, files: 'choose' } })} leftSection={<IconRefresh size={15} stroke={1.8} />}>{t('export.again')}</Menu.Item> : null}
          {job.result.truncated === 'no' ? null : <p className={css.cut}><IconAlertTriangle size={15} stroke={1.9} aria-hidden />{t('export.cut')}</p>}
          <p className={css.note}>{t('export.recorded')}</p>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Excel takes UTF-8 for something else unless a mark says so; who reads CSV by program asks the API without. */
function fileUrl(id: string, format: ExportFormat): string {
  return `${routeUrl(routes.exportResult.path, { id })}?format=${format}${format === 'csv' ? '&bom=true' : ''}`;
}

import type { DataSource } from '@countersign/contracts';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconCheck, IconDatabase, IconSend, IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemSentence } from '../../api/problem';
import { dataSourcesQuery, jobQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { GateVerdict } from '../../blocks/gate-verdict';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { offsetOf } from '../../blocks/sql-editor/marked-text';
import { SqlEditor } from '../../blocks/sql-editor/sql-editor';
import { SqlView } from '../../blocks/sql-view';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './sql.module.css';
import { useCheck, useSend, type SqlText } from './use-sql';

const route = getRouteApi('/in/sql');

export function SqlScreen() {
  const { t } = useTranslation();
  const { from } = route.useSearch();
  const sources = useQuery(dataSourcesQuery);
  const earlier = useQuery({ ...jobQuery(from ?? ''), enabled: from !== undefined });
  const failed = sources.error ?? earlier.error;
  const ready = sources.data && (from === undefined || earlier.data);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('nav.sql')} />
          <p className={page.lead}>{t('sqlScreen.lead')}</p>
        </div>
      </header>
      {failed && !ready ? <Problem error={failed} onRetry={() => { void sources.refetch(); if (from) void earlier.refetch(); }} /> : !ready ? <Pending lines={['100%', '100%', '60%']} /> : sources.data.items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconDatabase size={21} stroke={1.6} />} title={t('sqlScreen.noSource')}>{t('ask.noSource')}</Empty></div>
      ) : <Workbench key={from ?? ''} sources={sources.data.items} start={earlier.data?.job.candidate ?? null} startSource={earlier.data?.job.dataSourceId} />}
    </div>
  );
}

function Workbench({ sources, start, startSource }: { sources: DataSource[]; start: { sql: string; language?: SqlText['language'] | undefined } | null; startSource: string | undefined }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const [sql, setSql] = useState(start?.sql ?? '');
  const [language, setLanguage] = useState<SqlText['language']>(start ? (start.language ?? 'canonical') : 'native');
  const box = useRef<HTMLTextAreaElement>(null);
  const source = sources.find(({ id }) => id === (search.source ?? startSource)) ?? sources.find(({ status }) => status === 'ready') ?? sources[0]!;
  const text: SqlText = { sql, dataSourceId: source.id, language };
  const check = useCheck();
  // What was found is about the text that was checked and no other.
  const current = check.data && check.data.sql === sql && check.data.dataSourceId === source.id && check.data.language === language ? check.data.check : undefined;
  const report = current?.report;
  const at = report?.verdict === 'reject' ? report.at : undefined;
  const run = () => (sql.trim() ? check.mutate(text) : box.current?.focus());
  const toPlace = () => {
    if (!at || !box.current) return;
    box.current.focus();
    const offset = offsetOf(sql, at);
    box.current.setSelectionRange(offset, offset);
  };
  return (
    <div className={css.columns}>
      <div className={css.side}>
        <Where sources={sources} source={source} language={language} onLanguage={setLanguage} />
        <SqlEditor ref={box} value={sql} onChange={setSql} onSubmit={run} label={t('sqlScreen.editor')} at={at} describedBy="sql-verdict" autoFocus />
        <div className={css.actions}>
          <Button variant="default" leftSection={<IconCheck size={16} stroke={2} />} loading={check.isPending} onClick={run}>{t('sqlScreen.check')}</Button>
          <span className={page.quiet}>{t('sqlScreen.checkKey')}</span>
        </div>
        <Send text={text} />
      </div>
      <div className={css.side} id="sql-verdict" aria-live="polite">
        {check.isError ? <Problem error={check.error} onRetry={run} /> : report ? <GateVerdict report={report} maxRows={source.caps.maxRows} onPlace={toPlace} /> : (
          <div className={page.list}><Empty icon={<IconTerminal2 size={21} stroke={1.6} />} title={t(check.data ? 'sqlScreen.changed' : 'sqlScreen.idle')}>{t('sqlScreen.idleText')}</Empty></div>
        )}
        {report?.verdict === 'accept' ? <section aria-labelledby="printed"><h2 id="printed" className={css.printed}>{t('sqlScreen.printed')}</h2><SqlView sql={report.sql} label={t('sqlScreen.printed')} /><p className={page.quiet}>{t('sql.sentText')}</p></section> : null}
      </div>
    </div>
  );
}

function Where({ sources, source, language, onLanguage }: { sources: DataSource[]; source: DataSource; language: SqlText['language']; onLanguage: (language: SqlText['language']) => void }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  return (
    <div className={css.where}>
      <Select
        aria-label={t('ask.source')} leftSection={<IconDatabase size={16} stroke={1.7} />} allowDeselect={false} className={css.source} value={source.id}
        data={sources.map((item) => ({ value: item.id, label: item.status === 'ready' ? item.name : `${item.name} – ${t(`sources.status.${item.status}`)}` }))}
        onChange={(id) => void navigate({ search: (old) => ({ ...old, source: id ?? undefined }), replace: true })}
      />
      <SegmentedControl aria-label={t('sqlScreen.language')} value={language} onChange={(value) => onLanguage(value === 'canonical' ? 'canonical' : 'native')} data={[{ value: 'native', label: t('sqlScreen.native', { dialect: source.dialect }) }, { value: 'canonical', label: t('sqlScreen.canonical') }]} />
    </div>
  );
}

function Send({ text }: { text: SqlText }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [title, setTitle] = useState('');
  const send = useSend();
  return (
    <form className={css.send} onSubmit={(event) => { event.preventDefault(); if (text.sql.trim() && !send.isPending) send.mutate({ ...text, title }); }}>
      <TextInput className={css.title} label={t('sqlScreen.title')} placeholder={t('sqlScreen.titleHint')} maxLength={2000} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
      <Button type="submit" leftSection={<IconSend size={16} stroke={1.8} />} disabled={!text.sql.trim()} loading={send.isPending}>{t('sqlScreen.send')}</Button>
      {send.isError ? <p role="alert" className={css.problem}>{problemSentence(send.error, language)}</p> : null}
    </form>
  );
}

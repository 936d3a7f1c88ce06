import { EXPORT_FORMATS, routes, type ExportFormat } from '@countersign/contracts';
import { Button, MultiSelect, Select } from '@mantine/core';
import { IconArrowUp, IconDatabase, IconFileExport, IconStack2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { problemSentence } from '../../api/problem';
import { dataSourcesQuery, jobQuery, packsQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { useLanguage } from '../../i18n/use-language';
import css from './ask.module.css';
import { enterToSubmit } from './enter-to-submit';
import { PackGuide } from './pack-guide';
import { RecentQuestions } from './recent-questions';
import { RevisedNotice } from './revised-notice';

const route = getRouteApi('/in/ask');

export function AskScreen() {
  const packs = useQuery(packsQuery);
  const sources = useQuery(dataSourcesQuery);
  const { t } = useTranslation();
  const failed = packs.error ?? sources.error;
  return (
    <div className={css.page}>
      <PageTitle title={t('ask.title')} focus={false} className={css.title} />
      {failed ? (
        <Problem error={failed} what={t('ask.loadFailed')} onRetry={() => { void packs.refetch(); void sources.refetch(); }} />
      ) : packs.data && sources.data ? (
        <Composer packs={packs.data.items} sources={sources.data.items} />
      ) : (
        <Pending lines={['100%', '45%']} />
      )}
      <RecentQuestions />
    </div>
  );
}

type Packs = NonNullable<Awaited<ReturnType<NonNullable<typeof packsQuery.queryFn>>>>['items'];
type Sources = NonNullable<Awaited<ReturnType<NonNullable<typeof dataSourcesQuery.queryFn>>>>['items'];

function Composer({ packs: published, sources }: { packs: Packs; sources: Sources }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const search = route.useSearch();
  const [question, setQuestion] = useState(search.q ?? '');
  const [files, setFiles] = useState<ExportFormat[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const key = useRef<{ question: string; id: string } | null>(null);
  const source = sourceFor(published, sources, search);
  const packs = published.filter(({ boundTo }) => source && boundTo.includes(source.id));
  const pack = packs.find((item) => item.id === search.pack) ?? packs[0];

  const revised = useQuery({ ...jobQuery(search.revise ?? ''), enabled: search.revise !== undefined }).data?.job;

  const ask = useMutation({
    mutationFn: async (text: string) => {
      // The same words again: then it is the meanings that are chosen anew.
      if (revised) return call(routes.reviseJob, { params: { id: revised.id }, body: { question: text, version: revised.version, ...(text.trim() === revised.question ? { choices: {} } : {}) } });
      if (!pack || !source) throw new Error('nothing to ask');
      // The same text sent twice (a double Enter, a retry after a lost answer) is one question.
      const request = JSON.stringify([text, files]);
      if (key.current?.question !== request) key.current = { question: request, id: crypto.randomUUID() };
      return call(routes.askQuestion, { body: { question: text, packId: pack.id, dataSourceId: source.id, locale: language, ...(files.length > 0 ? { exportAs: files } : {}) }, idempotencyKey: key.current.id });
    },
    onSuccess: ({ jobId }) => {
      key.current = null;
      void client.invalidateQueries({ queryKey: ['jobs'] });
      void navigate({ to: '/q/$id', params: { id: jobId } });
    },
  });
  const { isPending, mutate } = ask;
  const submit = () => {
    const text = box.current?.value ?? '';
    if (!isPending && text.trim() && (search.revise === undefined || revised)) mutate(text);
    else box.current?.focus();
  };
  const latest = useRef(submit);
  latest.current = submit;
  const enter = useMemo(() => enterToSubmit(() => latest.current()), []);
  const use = (text: string) => {
    setQuestion(text);
    box.current?.focus();
  };

  return (
    <>
      {revised ? <RevisedNotice job={revised} /> : null}
      <form className={css.composer} data-invalid={ask.isError || undefined} onSubmit={(event) => { event.preventDefault(); submit(); }}>
        <label htmlFor="question" className="sr-only">{t('ask.label')}</label>
        <textarea
          id="question"
          ref={box}
          className={css.box}
          rows={2}
          autoFocus
          value={question}
          placeholder={t('ask.placeholder')}
          aria-describedby={ask.isError ? 'ask-problem' : 'ask-hint'}
          aria-invalid={ask.isError || undefined}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            const { key: pressed, shiftKey, nativeEvent } = event;
            if (enter.keyDown({ key: pressed, shiftKey, isComposing: nativeEvent.isComposing, keyCode: nativeEvent.keyCode })) event.preventDefault();
          }}
          onCompositionEnd={() => enter.compositionEnd()}
        />
        <div className={css.foot}>
          <Select
            aria-label={t('ask.pack')} size="sm" variant="unstyled" className={css.pick} leftSection={<IconStack2 size={16} stroke={1.7} />} allowDeselect={false} disabled={revised !== undefined} comboboxProps={{ width: 280, position: 'bottom-start' }}
            data={packs.map((item) => ({ value: item.id, label: `${item.title[language] ?? item.id} v${item.version}` }))} value={pack?.id ?? null}
            onChange={(value) => void navigate({ to: '/ask', search: { ...search, pack: value ?? undefined }, replace: true })}
          />
          <Select
            aria-label={t('ask.source')} size="sm" variant="unstyled" className={`${css.pick} ${css.source}`} leftSection={<IconDatabase size={16} stroke={1.7} />} allowDeselect={false} disabled={revised !== undefined} comboboxProps={{ width: 280, position: 'bottom-start' }}
            data={sources.map((item) => ({ value: item.id, label: item.status === 'ready' ? item.name : `${item.name} – ${t(`sources.status.${item.status}`)}` }))} value={source?.id ?? null}
            onChange={(value) => void navigate({ to: '/ask', search: { ...search, source: value ?? undefined }, replace: true })}
          />
          {revised ? null : (
            <MultiSelect
              aria-label={t('export.askText')} placeholder={files.length === 0 ? t('export.ask') : undefined} size="sm" variant="unstyled" className={css.files} leftSection={<IconFileExport size={16} stroke={1.7} />}
              comboboxProps={{ width: 200, position: 'bottom-start' }} defaultDropdownOpened={search.files === 'choose'}
              data={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.format.${value}`) }))} value={files} onChange={setFiles}
            />
          )}
          <span id="ask-hint" className={css.hint}>{t('ask.hint')}</span>
          <Button type="submit" rightSection={<IconArrowUp size={16} stroke={2} />} loading={isPending} disabled={!pack || !source || (search.revise !== undefined && !revised)}>{t('ask.submit')}</Button>
        </div>
      </form>
      {ask.isError ? <p id="ask-problem" role="alert" className={css.problem}>{problemSentence(ask.error, language)}</p> : null}
      {!pack || !source ? <p className={css.notice}>{t(source ? 'ask.noPack' : 'ask.noSource')}</p> : <PackGuide pack={pack} onUse={use} />}
    </>
  );
}

/** The source that was chosen; else one that can be asked about the pack that was chosen, or about any. */
function sourceFor(packs: Packs, sources: Sources, chosen: { source?: string | undefined; pack?: string | undefined }): Sources[number] | undefined {
  const asks = (source: Sources[number]): boolean => packs.some(({ id, boundTo }) => boundTo.includes(source.id) && (chosen.pack === undefined || id === chosen.pack));
  const ready = sources.filter(({ status }) => status === 'ready');
  return sources.find(({ id }) => id === chosen.source) ?? ready.find(asks) ?? ready[0] ?? sources[0];
}

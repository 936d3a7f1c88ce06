import type { JobView, ResultPage } from '@countersign/contracts';
import { SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resultQuery } from '../../api/queries';
import { Card } from '../../blocks/card';
import { Chart } from '../../blocks/chart/chart';
import { chartSeries } from '../../blocks/chart/chart-option';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { SqlChanges } from '../../blocks/sql-changes';
import { columnTitle, formatCell } from '../../format/cell';
import { useLanguage } from '../../i18n/use-language';
import { AnswerCaption } from './answer-caption';
import { AnswerConfidence } from './answer-confidence';
import { AnswerSentence } from './answer-sentence';
import css from './answer.module.css';
import { ExportMenu } from './export-menu';
import { Feedback } from './feedback';
import { operandKeys } from './link-claims';
import { ProposeMeaning } from './propose-meaning';
import { ResultTable } from './result-table';

const route = getRouteApi('/in/q/$id');

export function AnswerCard({ view }: { view: JobView }) {
  const { job, can } = view;
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const [mark, setMark] = useState<number | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const result = useQuery({ ...resultQuery(job.id, job.result?.id ?? ''), enabled: can.seeResult && job.result !== null });
  const answer = job.answer;
  const at = mark ?? opened;
  const marked = useMemo(() => operandKeys(at === null ? undefined : answer?.claims[at]), [answer, at]);
  const drawable = useMemo(() => answer?.chart && result.data && chartSeries({ spec: answer.chart, columns: result.data.columns, rows: result.data.rows }, 'en') !== null, [answer, result.data]);
  // Where the sentence is withheld the rows come first.
  const shown = drawable ? (search.view ?? (answer?.text === null ? 'table' : 'chart')) : 'table';
  const show = (kind: 'chart' | 'table') => void navigate({ search: (old) => ({ ...old, view: kind }), replace: true });
  const open = (claim: number) => {
    setOpened(claim);
    if (shown === 'chart') show('table');
  };

  if (!can.seeResult) return <Card title={t(`state.${job.state}.title`)}><p className={css.quiet}>{t('answer.notVisible')}</p><AnswerCaption view={view} /></Card>;
  return (
    <Card className={css.card}>
      {job.candidate?.edit ? <EditedNote edit={job.candidate.edit} /> : null}
      {answer?.text ? <AnswerSentence answer={answer} text={answer.text} result={result.data} onMark={setMark} onOpen={open} /> : <Withheld figures={answer?.withheld ?? []} />}
      {drawable ? (
        <div className={css.switch}>
          <SegmentedControl size="xs" aria-label={t('answer.view')} value={shown} onChange={(kind) => show(kind === 'table' ? 'table' : 'chart')} data={[{ value: 'chart', label: t('answer.chart') }, { value: 'table', label: t('answer.table') }]} />
        </div>
      ) : null}
      {result.isError ? (
        <Problem error={result.error} what={t('answer.resultFailed')} onRetry={() => void result.refetch()} />
      ) : !result.data ? <Pending lines={['100%', '100%', '100%', '70%']} /> : <Rows result={result.data} view={view} shown={shown} marked={marked} reveal={mark === null} />}
      <AnswerCaption view={view} />
      {answer?.confidence ? <AnswerConfidence confidence={answer.confidence} /> : null}
      <ExportMenu view={view} />
      <Feedback jobId={job.id} />
      <ProposeMeaning view={view} />
    </Card>
  );
}

function Rows({ result, view, shown, marked, reveal }: { result: ResultPage; view: JobView; shown: 'chart' | 'table'; marked: ReadonlySet<string>; reveal: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chart = view.job.answer?.chart;
  if (result.rows.length === 0) return <Empty icon={<IconDatabaseOff size={20} stroke={1.6} />} title={t('answer.noRows')}>{t('answer.noRowsText')}</Empty>;
  const [column] = result.columns;
  const [row] = result.rows;
  if (result.rows.length === 1 && result.columns.length === 1 && column && row) {
    // One value needs no table: it is the answer.
    return <p className={css.single}><span className={css.singleLabel}>{columnTitle(column)}</span><span className={css.singleValue} data-marked={marked.size > 0 || undefined}>{formatCell(row[0] ?? null, column, language) ?? 'NULL'}</span></p>;
  }
  return shown === 'chart' && chart ? <Chart spec={chart} columns={result.columns} rows={result.rows} /> : <ResultTable result={result} marked={marked} reveal={reveal} />;
}

/** The rows are of other SQL than the question was read as: said before anything else. */
function EditedNote({ edit }: { edit: NonNullable<NonNullable<JobView['job']['candidate']>['edit']> }) {
  const { t } = useTranslation();
  return (
    <div className={css.withheld} role="note">
      <IconPencil size={19} stroke={1.7} aria-hidden />
      <div>
        <p className={css.withheldTitle}>{t('edit.edited')}</p>
        <p>{edit.by.name}{edit.comment ? `: “${edit.comment}”` : ''}</p>
        <SqlChanges changes={edit.changes} />
      </div>
    </div>
  );
}

/** A figure could not be tied to the rows: the sentence is not shown, the rows are. */
function Withheld({ figures }: { figures: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className={css.withheld} role="note">
      <IconAlertTriangle size={19} stroke={1.7} aria-hidden />
      <div>
        <p className={css.withheldTitle}>{t('state.ANSWERED_TABLE_ONLY.title')}</p>
        <p>{t('state.ANSWERED_TABLE_ONLY.text')}</p>
        {figures.length > 0 ? <p className="tabular">{t('answer.ungrounded', { figures: figures.join(', ') })}</p> : null}
      </div>
    </div>
  );
}

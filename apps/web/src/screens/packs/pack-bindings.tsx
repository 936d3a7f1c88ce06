import { routes, type BindingCheck } from '@countersign/contracts';
import { bindingText } from '@countersign/pack';
import { Button, Select, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { Card } from '../../blocks/card';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { bindingsQuery } from './pack-queries';
import css from './packs.module.css';

/** Which tables and columns of a data source the pack's names stand for, held against what that source has today. */
export function PackBindings({ pack }: { pack: string }) {
  const { t } = useTranslation();
  const [bindings, sources] = [useQuery(bindingsQuery), useQuery(dataSourcesQuery)];
  const failed = [bindings, sources].find((query) => query.isError && !query.data);
  const [picked, setPicked] = useState<string>();
  const open = sources.data?.items.filter(({ status }) => status !== 'disabled') ?? [];
  const bound = bindings.data?.items.filter(({ packId }) => packId === pack) ?? [];
  const source = picked ?? bound[0]?.dataSourceId ?? open[0]?.id;
  return (
    <Card title={t('packs.bindings')}>
      {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : !bindings.data || !sources.data ? <Pending lines={['100%']} /> : source === undefined ? <p className={page.quiet}>{t('packs.noSources')}</p> : (
        <div className={css.binding}>
          <Select size="sm" label={t('packs.source')} data={open.map(({ id, name }) => ({ value: id, label: bound.some(({ dataSourceId }) => dataSourceId === id) ? t('packs.boundTo', { name }) : name }))} value={source} allowDeselect={false} onChange={(id) => setPicked(id ?? undefined)} />
          <Binding key={source} pack={pack} dataSourceId={source} text={bound.find(({ dataSourceId }) => dataSourceId === source)?.text ?? ''} />
        </div>
      )}
    </Card>
  );
}

function Binding({ pack, dataSourceId, text: kept }: { pack: string; dataSourceId: string; text: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [text, setText] = useState(kept);
  const [checked, setChecked] = useState<{ text: string; result: z.output<typeof BindingCheck> }>();
  const send = useMutation({
    mutationFn: async (checkOnly: boolean) => ({ text, result: await call(routes.bindDataSource, { params: { id: dataSourceId }, body: { packId: pack, text, checkOnly } }) }),
    onSuccess: (done) => {
      setChecked(done);
      if (done.result.saved) void client.invalidateQueries({ queryKey: bindingsQuery.queryKey });
    },
  });
  const shown = checked?.text === text ? checked.result : undefined;
  const errors = shown?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <>
      <Textarea label={t('packs.bindingText')} description={t('packs.bindingHint')} autosize minRows={5} maxRows={18} spellCheck={false} value={text} onChange={({ currentTarget: { value } }) => setText(value)} />
      <div className={css.actions}>
        <Button size="xs" variant="default" loading={send.isPending && send.variables} onClick={() => send.mutate(true)}>{t('packs.checkBinding')}</Button>
        <Button size="xs" disabled={text === kept || !shown || errors > 0} loading={send.isPending && !send.variables} onClick={() => send.mutate(false)}>{t('packs.saveBinding')}</Button>
        <span className={page.quiet} role="status">{!shown ? '' : shown.saved ? t('packs.bindingSaved') : errors === 0 ? t('packs.bindingFits') : t('packs.bindingErrors', { count: errors })}</span>
      </div>
      {send.isError ? <Problem error={send.error} /> : null}
      {shown && shown.findings.length > 0 ? (
        <ul className={css.findings} aria-label={t('packs.panel.findings')}>
          {shown.findings.map((finding, i) => {
            const Icon = finding.severity === 'error' ? IconX : IconAlertTriangle;
            return <li key={i} data-severity={finding.severity}><Icon size={15} stroke={2.2} aria-label={t(`severity.${finding.severity}`)} /><span>{bindingText(finding, language)}{finding.at ? ` (${t('packs.line', { line: finding.at.line })})` : ''}</span></li>;
          })}
        </ul>
      ) : shown ? <p className={page.quiet}><IconCircleCheck size={15} stroke={2} aria-hidden /> {t('packs.bindingClean')}</p> : null}
    </>
  );
}

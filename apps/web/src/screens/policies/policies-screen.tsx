import { routes, type Policy } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconPlus, IconScale } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { dataSourcesQuery, peopleQuery, policiesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import css from './policies.module.css';
import { KINDS } from './policy-draft';
import { PolicyForm } from './policy-form';
import { policySentence, type Names } from './policy-sentence';

/** Row filters, masks, who approves and what needs no person: what holds for everyone, whatever they were granted. */
export function PoliciesScreen() {
  const { t } = useTranslation();
  const { has } = useMe();
  const policies = useQuery(policiesQuery);
  const [form, setForm] = useState<{ of: Policy | null } | null>(null);
  const items = policies.data?.items ?? [];
  const add = has('admin') ? <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setForm({ of: null })}>{t('policies.add')}</Button> : null;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('policies.title')} />
          <p className={page.lead}>{t('policies.lead')}</p>
        </div>
        {items.length > 0 ? add : null}
      </header>
      {policies.isError && !policies.data ? <Problem error={policies.error} onRetry={() => void policies.refetch()} /> : policies.isPending ? <Pending lines={['100%', '100%']} /> : items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconScale size={21} stroke={1.6} />} title={t('policies.none')} action={add}>{t('policies.noneText')}</Empty></div>
      ) : <Groups items={items} onChange={(of) => setForm({ of })} />}
      {form ? <PolicyForm of={form.of} onClose={() => setForm(null)} /> : null}
    </div>
  );
}

function Groups({ items, onChange }: { items: Policy[]; onChange: (policy: Policy) => void }) {
  const { t } = useTranslation();
  const names = useNames();
  const live = items.filter(({ enabled }) => enabled);
  const retired = items.filter(({ enabled }) => !enabled);
  return (
    <>
      {KINDS.map((kind) => ({ kind, of: live.filter(({ rule }) => rule.kind === kind) })).filter(({ of }) => of.length > 0).map(({ kind, of }) => (
        <section key={kind} className={css.group} aria-labelledby={`policies-${kind}`}>
          <h2 id={`policies-${kind}`}>{t(`policies.kinds.${kind}`)}</h2>
          <ul className={page.list}>{of.map((policy) => <Item key={policy.id} policy={policy} names={names} onChange={onChange} />)}</ul>
        </section>
      ))}
      {retired.length > 0 ? (
        <details className={css.group}>
          <summary>{t('policies.retired', { count: retired.length })}</summary>
          <ul className={page.list}>{retired.map((policy) => <Item key={policy.id} policy={policy} names={names} onChange={onChange} />)}</ul>
        </details>
      ) : null}
    </>
  );
}

function Item({ policy, names, onChange }: { policy: Policy; names: Names; onChange: (policy: Policy) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { has } = useMe();
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const retire = useMutation({ mutationFn: () => call(routes.disablePolicy, { params: { id: policy.id } }), onSettled: () => void client.invalidateQueries({ queryKey: policiesQuery.queryKey }) });
  return (
    <li className={css.item}>
      <div className={css.said}>
        <p className={css.name}>{policy.name}{policy.enabled ? null : <Badge tone="calm">{t('policies.off')}</Badge>}</p>
        <p className={page.quiet}>{policySentence(policy.rule, names, t, language)}</p>
        {retire.isError ? <Problem error={retire.error} /> : null}
      </div>
      {!has('admin') || !policy.enabled ? null : sure ? (
        <div className={css.actions}>
          <span className={page.quiet}>{t('policies.retireText')}</span>
          <Button color="red" size="xs" loading={retire.isPending} onClick={() => retire.mutate()}>{t('policies.retire')}</Button>
          <Button variant="default" size="xs" onClick={() => setSure(false)}>{t('cancel')}</Button>
        </div>
      ) : (
        <div className={css.actions}>
          <Button variant="default" size="xs" aria-label={t('policies.changeOne', { name: policy.name })} onClick={() => onChange(policy)}>{t('policies.change')}</Button>
          <Button variant="subtle" color="red" size="xs" aria-label={t('policies.retireOne', { name: policy.name })} onClick={() => setSure(true)}>{t('policies.retire')}</Button>
        </div>
      )}
    </li>
  );
}

function useNames(): Names {
  const people = useQuery(peopleQuery).data;
  const sources = useQuery(dataSourcesQuery).data;
  return useMemo(() => ({
    groups: new Map(people?.items.flatMap(({ groups }) => groups.map(({ id, name }) => [id, name] as const))),
    sources: new Map(sources?.items.map(({ id, name }) => [id, name] as const)),
  }), [people, sources]);
}

import { routes, type Policy } from '@countersign/contracts';
import { Button, Drawer, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { policiesQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import css from './policies.module.css';
import { draftOf, EMPTY_POLICY, KINDS, missingIn, ruleOf, type PolicyDraft } from './policy-draft';
import { RuleFields } from './rule-fields';

/** A new policy, or one put otherwise: then the new one holds first and the old one is retired, so there is no moment without. */
export function PolicyForm({ of, onClose }: { of: Policy | null; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<PolicyDraft>({ initialValues: of ? draftOf(of) : EMPTY_POLICY, validate: (values) => Object.fromEntries(missingIn(values).map((field) => [field, t('policies.needed')])) });
  const send = useMutation({
    mutationFn: async (draft: PolicyDraft) => {
      await call(routes.changePolicy, { body: { name: draft.name, rule: ruleOf(draft) } });
      if (of) await call(routes.disablePolicy, { params: { id: of.id } });
    },
    onSuccess: onClose,
    onSettled: () => void client.invalidateQueries({ queryKey: policiesQuery.queryKey }),
  });
  return (
    <Drawer opened onClose={onClose} title={t(of ? 'policies.change' : 'policies.add')} position="right" size="md" lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={css.form} onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
        <p className={css.formLead}>{t(of ? 'policies.changeLead' : 'policies.addLead')}</p>
        <TextInput label={t('policies.name')} required data-autofocus {...form.getInputProps('name')} />
        <Select label={t('policies.kind')} disabled={of !== null} data={KINDS.map((kind) => ({ value: kind, label: t(`policies.kinds.${kind}`) }))} allowDeselect={false} {...form.getInputProps('kind')} />
        <RuleFields form={form} />
        {send.isError ? <Problem error={send.error} /> : null}
        <Button type="submit" loading={send.isPending}>{t('policies.submit')}</Button>
      </form>
    </Drawer>
  );
}

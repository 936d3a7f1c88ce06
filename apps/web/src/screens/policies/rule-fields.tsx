import { EXPORT_FORMATS, Role } from '@countersign/contracts';
import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dataSourcesQuery, peopleQuery } from '../../api/queries';
import { FORMS, ORIGINS, type PolicyDraft } from './policy-draft';

type Form = UseFormReturnType<PolicyDraft>;

/** The members that the chosen kind of rule has. */
export function RuleFields({ form }: { form: Form }) {
  switch (form.values.kind) {
    case 'row-filter': return <RowFilterFields form={form} />;
    case 'mask': return <MaskFields form={form} />;
    case 'export': return <ExportFields form={form} />;
    case 'approvers': return <ApproversFields form={form} />;
    case 'auto-approval': return <AutoApprovalFields form={form} />;
  }
}

function RowFilterFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('policies.table')} description={t('policies.tableText')} required {...form.getInputProps('table')} />
      <Textarea label={t('policies.predicate')} description={t('policies.predicateText')} required autosize minRows={2} {...form.getInputProps('predicate')} />
      <GroupsField form={form} />
    </>
  );
}

function MaskFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { form: kind } = form.values;
  return (
    <>
      <TextInput label={t('policies.table')} description={t('policies.tableText')} required {...form.getInputProps('table')} />
      <TextInput label={t('policies.column')} required {...form.getInputProps('column')} />
      <Select label={t('policies.form')} data={FORMS.map((value) => ({ value, label: t(`policies.forms.${value}`) }))} allowDeselect={false} {...form.getInputProps('form')} />
      {kind === 'fixed' || kind === 'expression' ? <TextInput label={t(`policies.formText.${kind}`)} required {...form.getInputProps('formText')} /> : null}
      {kind === 'first' || kind === 'last' || kind === 'bucket' ? <NumberInput label={t(`policies.formNumber.${kind}`)} min={1} max={kind === 'bucket' ? 1_000_000_000 : 8} required {...form.getInputProps('formNumber')} /> : null}
      <WhomFields form={form} />
    </>
  );
}

function ExportFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <MultiSelect label={t('policies.formats')} description={t('policies.formatsText')} data={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.format.${value}`) }))} {...form.getInputProps('formats')} />
      <WhomFields form={form} />
    </>
  );
}

function WhomFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <GroupsField form={form} />
      <MultiSelect label={t('policies.roles')} data={Role.options.map((role) => ({ value: role, label: t(`role.${role}`) }))} {...form.getInputProps('roles')} />
    </>
  );
}

function ApproversFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const groups = useGroups();
  return (
    <>
      <Select label={t('policies.group')} data={groups} required {...form.getInputProps('groupId')} />
      <Select label={t('policies.when')} data={(['always', 'high-risk'] as const).map((value) => ({ value, label: t(`policies.whens.${value}`) }))} allowDeselect={false} {...form.getInputProps('when')} />
      <NumberInput label={t('policies.approvals')} min={1} max={2} required {...form.getInputProps('approvals')} />
    </>
  );
}

function AutoApprovalFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const sources = useQuery(dataSourcesQuery).data?.items ?? [];
  return (
    <>
      <MultiSelect label={t('policies.origin')} data={ORIGINS.map((value) => ({ value, label: t(`policies.origins.${value}`) }))} required {...form.getInputProps('origins')} />
      <MultiSelect label={t('policies.sources')} data={sources.map(({ id, name }) => ({ value: id, label: name }))} required {...form.getInputProps('dataSourceIds')} />
      <NumberInput label={t('policies.maxCost')} min={1} required {...form.getInputProps('maxCost')} />
      <NumberInput label={t('policies.maxRows')} min={1} required {...form.getInputProps('maxEstimatedRows')} />
    </>
  );
}

function GroupsField({ form }: { form: Form }) {
  const { t } = useTranslation();
  return <MultiSelect label={t('policies.groups')} description={t('policies.groupsText')} data={useGroups()} {...form.getInputProps('groups')} />;
}

function useGroups(): { value: string; label: string }[] {
  const people = useQuery(peopleQuery).data?.items ?? [];
  return [...new Map(people.flatMap(({ groups }) => groups.map(({ id, name }) => [id, { value: id, label: name }]))).values()];
}

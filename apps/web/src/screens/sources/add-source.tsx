import { NewDataSource, routes } from '@countersign/contracts';
import { Button, Drawer, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import css from './sources.module.css';

const EMPTY = { name: '', engine: 'postgres' as const, host: '', port: 5432, database: '', username: '', password: '', tls: 'verify' as const };
type Field = keyof typeof EMPTY;

export function AddSource({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: EMPTY, validate: (values) => fieldErrors(values, (field) => t(`sources.invalid.${field}`)) });
  const add = useMutation({
    mutationFn: (body: typeof EMPTY) => call(routes.addDataSource, { body }),
    onSuccess: async (source) => {
      form.reset();
      onClose();
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      void navigate({ to: '/sources', search: { open: source.id } });
    },
  });
  return (
    <Drawer opened={opened} onClose={onClose} title={t('sources.add')} position="right" size="md" lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={css.form} onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
        <p className={css.formLead}>{t('sources.addLead')}</p>
        <TextInput label={t('sources.name')} required data-autofocus {...form.getInputProps('name')} />
        <Select label={t('sources.engine')} data={[{ value: 'postgres', label: 'PostgreSQL' }]} allowDeselect={false} {...form.getInputProps('engine')} />
        <div className={css.pair}>
          <TextInput label={t('sources.host')} required {...form.getInputProps('host')} />
          <NumberInput label={t('sources.port')} required min={1} max={65535} hideControls {...form.getInputProps('port')} />
        </div>
        <TextInput label={t('sources.database')} required {...form.getInputProps('database')} />
        <TextInput label={t('sources.username')} description={t('sources.usernameText')} required autoComplete="off" {...form.getInputProps('username')} />
        <PasswordInput label={t('sources.password')} description={t('sources.passwordText')} autoComplete="new-password" visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...form.getInputProps('password')} />
        <Select label={t('sources.tls')} data={[{ value: 'verify', label: t('sources.tlsMode.verify') }, { value: 'off', label: t('sources.tlsMode.off') }]} allowDeselect={false} {...form.getInputProps('tls')} />
        {add.isError ? <Problem error={add.error} /> : null}
        <Button type="submit" loading={add.isPending}>{t('sources.submit')}</Button>
      </form>
    </Drawer>
  );
}

/** The contract's own rules, said per field. */
function fieldErrors(values: typeof EMPTY, text: (field: Field) => string): Partial<Record<Field, string>> {
  const read = NewDataSource.safeParse(values);
  if (read.success) return {};
  const wrong = new Set(read.error.issues.map((issue) => issue.path[0]));
  return Object.fromEntries((Object.keys(EMPTY) as Field[]).filter((field) => wrong.has(field)).map((field) => [field, text(field)]));
}

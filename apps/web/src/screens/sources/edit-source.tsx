import { routes, type DataSource } from '@countersign/contracts';
import { Button, Drawer, PasswordInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { dataSourcesQuery } from '../../api/queries';
import { Problem } from '../../blocks/problem';
import { SourceForm } from './source-form';
import { editOf, type SourceValues } from './source-values';
import css from './sources.module.css';

interface Props {
  source: DataSource;
  onClose: () => void;
}

export function EditSource({ source, onClose }: Props) {
  const client = useQueryClient();
  const edit = useMutation({
    mutationFn: (values: SourceValues) => call(routes.editDataSource, { params: { id: source.id }, body: editOf(values) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      onClose();
    },
  });
  return <SourceForm source={source} opened onClose={onClose} onSend={(values) => edit.mutate(values)} pending={edit.isPending} error={edit.error} />;
}

/** Another secret for the same account: nothing restarts and nothing becomes stale. */
export function RotateCredential({ source, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [clientKey, setClientKey] = useState('');
  const withKey = source.connection?.clientCertificate !== undefined;
  const rotate = useMutation({
    mutationFn: () => call(routes.rotateCredential, { params: { id: source.id }, body: { password, ...(clientKey.trim() === '' ? {} : { clientKey: clientKey.trim() }) } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: dataSourcesQuery.queryKey });
      onClose();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    rotate.mutate();
  };
  return (
    <Drawer opened onClose={onClose} title={t('sources.rotateTitle', { name: source.name })} position="right" size="md" lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={css.form} onSubmit={send} noValidate>
        <p className={css.formLead}>{t('sources.rotateLead', { username: source.username })}</p>
        <PasswordInput label={t('sources.newPassword')} description={t('sources.passwordText')} required data-autofocus autoComplete="new-password" visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} value={password} onChange={(event) => setPassword(event.currentTarget.value)} />
        {withKey ? <Textarea label={t('sources.clientKey')} description={t('sources.clientKeyText')} required autosize minRows={2} maxRows={6} spellCheck={false} autoComplete="off" classNames={{ input: css.pem }} value={clientKey} onChange={(event) => setClientKey(event.currentTarget.value)} /> : null}
        {rotate.isError ? <Problem error={rotate.error} /> : null}
        <Button type="submit" loading={rotate.isPending} disabled={password === '' || (withKey && clientKey.trim() === '')}>{t('sources.rotate')}</Button>
      </form>
    </Drawer>
  );
}

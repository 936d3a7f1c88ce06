import { ADAPTED_ENGINES, type DataSource, type Engine } from '@countersign/contracts';
import { Button, Drawer, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../blocks/problem';
import { ENGINE_FIELDS, portAfter } from './engine-fields';
import css from './sources.module.css';
import { EMPTY_SOURCE, movesSecret, valuesOf, wrongFields, type SourceField, type SourceValues } from './source-values';

interface SourceFormProps {
  /** The source to change; absent: a new one. */
  source?: DataSource;
  opened: boolean;
  onClose: () => void;
  onSend: (values: SourceValues) => void;
  pending: boolean;
  error: Error | null;
}

/** Where a database is and how to enter it, asked in its engine's own words. */
export function SourceForm({ source, opened, onClose, onSend, pending, error }: SourceFormProps) {
  const { t } = useTranslation();
  const before = source ? valuesOf(source) : EMPTY_SOURCE;
  const form = useForm({ initialValues: before, validate: (values) => errorsOf(values, (field) => t(`sources.invalid.${field}`), source && before) });
  const moves = source !== undefined && movesSecret(before, form.values);
  return (
    <Drawer opened={opened} onClose={onClose} title={source ? t('sources.editTitle', { name: source.name }) : t('sources.add')} position="right" size="lg" lockScroll={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <form className={css.form} onSubmit={form.onSubmit(onSend)} noValidate>
        <p className={css.formLead}>{t(source ? 'sources.editLead' : 'sources.addLead')}</p>
        <TextInput label={t('sources.name')} required data-autofocus {...form.getInputProps('name')} />
        <PlaceFields form={form} fixedEngine={source !== undefined} />
        <AccountFields form={form} optional={source !== undefined && !moves} />
        <TlsFields form={form} />
        <LimitFields form={form} />
        {error ? <Problem error={error} /> : null}
        <Button type="submit" loading={pending}>{t(source ? 'sources.save' : 'sources.submit')}</Button>
      </form>
    </Drawer>
  );
}

type Fields = { form: UseFormReturnType<SourceValues> };

function PlaceFields({ form, fixedEngine }: Fields & { fixedEngine: boolean }) {
  const { t } = useTranslation();
  const { engine } = form.values;
  const fields = ENGINE_FIELDS[engine];
  const choose = (chosen: string | null) => {
    const now = (chosen ?? engine) as Engine;
    form.setValues({ engine: now, port: portAfter(engine, now, Number(form.values.port)) });
  };
  return (
    <>
      <Select label={t('sources.engine')} data={ADAPTED_ENGINES.map((value) => ({ value, label: ENGINE_FIELDS[value].name }))} allowDeselect={false} disabled={fixedEngine} value={engine} onChange={choose} error={form.errors['engine']} />
      <div className={css.pair}>
        <TextInput label={t('sources.host')} required {...form.getInputProps('host')} />
        <NumberInput label={t('sources.port')} required min={1} max={65535} hideControls {...form.getInputProps('port')} />
      </div>
      <div className={fields.naming ? css.pair : undefined}>
        <TextInput label={t(`sources.databaseOf.${fields.naming && form.values.naming === 'sid' ? 'sid' : fields.database}`)} required {...form.getInputProps('database')} />
        {fields.naming ? <Select label={t('sources.naming')} data={[{ value: 'service', label: t('sources.databaseOf.service') }, { value: 'sid', label: t('sources.databaseOf.sid') }]} allowDeselect={false} {...form.getInputProps('naming')} /> : null}
      </div>
      {fields.schema ? <TextInput label={t('sources.schema')} description={t('sources.schemaText')} {...form.getInputProps('schema')} /> : null}
    </>
  );
}

function AccountFields({ form, optional }: Fields & { optional: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput label={t('sources.username')} description={t('sources.usernameText')} required autoComplete="off" {...form.getInputProps('username')} />
      <PasswordInput label={t('sources.password')} description={t(optional ? 'sources.passwordKept' : 'sources.passwordText')} required={!optional} autoComplete="new-password" visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...form.getInputProps('password')} />
    </>
  );
}

function TlsFields({ form }: Fields) {
  const { t } = useTranslation();
  const pem = (field: 'ca' | 'clientCertificate' | 'clientKey') => <Textarea label={t(`sources.${field}`)} description={t(`sources.${field}Text`)} placeholder={field === 'clientKey' ? '-----BEGIN PRIVATE KEY-----' : '-----BEGIN CERTIFICATE-----'} autosize minRows={2} maxRows={6} spellCheck={false} autoComplete="off" classNames={{ input: css.pem }} {...form.getInputProps(field)} />;
  // An error in a closed part would be seen by nobody.
  const hasError = (['ca', 'clientCertificate', 'clientKey'] as const).some((field) => form.errors[field] !== undefined);
  return (
    <>
      <Select label={t('sources.tls')} data={[{ value: 'verify', label: t('sources.tlsMode.verify') }, { value: 'off', label: t('sources.tlsMode.off') }]} allowDeselect={false} {...form.getInputProps('tls')} />
      {form.values.tls === 'off' ? <p role="status" className={css.warning}>{t('sources.plainText')}</p> : (
        <details className={css.more} open={hasError || undefined}>
          <summary>{t('sources.certificates')}</summary>
          <div className={css.form}>{pem('ca')}{pem('clientCertificate')}{form.values.clientCertificate.trim() === '' ? null : pem('clientKey')}</div>
        </details>
      )}
    </>
  );
}

function LimitFields({ form }: Fields) {
  const { t } = useTranslation();
  const number = (field: SourceField, min: number) => <NumberInput label={t(`sources.limit.${field}`)} min={min} hideControls thousandSeparator="," {...form.getInputProps(field)} />;
  return (
    <details className={css.more}>
      <summary>{t('sources.limits')}</summary>
      <div className={css.form}>
        <p className={css.formLead}>{t('sources.limitsText')}</p>
        <div className={css.three}>{number('maxRows', 1)}{number('maxMebibytes', 1)}{number('timeoutSeconds', 1)}</div>
        <div className={css.three}>{number('maxCost', 1)}{number('maxEstimatedRows', 1)}{number('maxConnections', 1)}</div>
        <TextInput label={t('sources.zone')} description={t('sources.zoneText')} {...form.getInputProps('zone')} />
      </div>
    </details>
  );
}

/** The contract's own rules, said per field; a secret that would go elsewhere has to be given again. */
function errorsOf(values: SourceValues, text: (field: SourceField) => string, before?: SourceValues): Partial<Record<SourceField, string>> {
  const wrong = wrongFields(values, before !== undefined);
  if (values.password === '' && (!before || movesSecret(before, values))) wrong.push('password');
  return Object.fromEntries(wrong.map((field) => [field, text(field)]));
}

import { routes, type DemoAccount } from '@countersign/contracts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { demoQuery } from '../../api/demo';
import { problemSentence } from '../../api/problem';
import { meQuery } from '../../api/queries';
import { nextPath } from '../../app/next-path';
import { PageTitle } from '../../app/page-title';
import { showLanguage } from '../../i18n/i18n';
import { useLanguage } from '../../i18n/use-language';
import css from './sign-in.module.css';

const route = getRouteApi('/sign-in');

export function SignInScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const router = useRouter();
  const client = useQueryClient();
  const { next } = route.useSearch();
  const demo = useQuery(demoQuery);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(routes.signIn, { body }),
    onSuccess: (me) => {
      client.clear();
      client.setQueryData(meQuery.queryKey, me);
      router.history.push(nextPath(next));
    },
  });
  const enter = (email: string, password: string) => {
    form.setValues({ email, password });
    signIn.mutate({ email, password });
  };
  const other = language === 'ko' ? 'en' : 'ko';

  return (
    <main className={css.page}>
      <div className={css.panel}>
        <img src="/mark.svg" alt="" width={40} height={40} />
        <PageTitle title={t('signIn.title')} focus={false} className={css.title} />
        <p className={css.lead}>{t('signIn.lead')}</p>
        <form className={css.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <TextInput label={t('signIn.email')} type="email" autoComplete="username" required withAsterisk={false} autoFocus size="md" {...form.getInputProps('email')} />
          <PasswordInput label={t('signIn.password')} autoComplete="current-password" required withAsterisk={false} size="md" visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }} {...form.getInputProps('password')} />
          {signIn.isError ? <p role="alert" className={css.error}>{problemSentence(signIn.error, language)}</p> : null}
          <Button type="submit" size="md" fullWidth loading={signIn.isPending}>{t('signIn.submit')}</Button>
        </form>
        {demo.data ? <DemoAccounts demo={demo.data} onEnter={enter} busy={signIn.isPending} /> : null}
        <button type="button" className={css.language} lang={other} onClick={() => void showLanguage(other)}>{other === 'ko' ? '한국어' : 'English'}</button>
      </div>
    </main>
  );
}

interface DemoProps {
  demo: { accounts: DemoAccount[]; password: string };
  onEnter: (email: string, password: string) => void;
  busy: boolean;
}

/** The people of each demo organization, by role. One click signs in. */
function DemoAccounts({ demo, onEnter, busy }: DemoProps) {
  const { t } = useTranslation();
  const tenants = [...new Set(demo.accounts.map((account) => account.tenant))];
  return (
    <section className={css.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={css.demoTitle}>{t('signIn.demo')}</h2>
      {tenants.map((tenant) => (
        <div key={tenant} className={css.tenant}>
          <h3 className={css.tenantName}>{tenant}</h3>
          <ul className={css.accounts}>
            {demo.accounts.filter((account) => account.tenant === tenant).map((account) => (
              <li key={account.email}>
                <button type="button" className={css.account} disabled={busy} title={account.email} onClick={() => onEnter(account.email, demo.password)}>
                  {[t(`role.${account.role}`), /\d+(?=@)/.exec(account.email)?.[0]].filter(Boolean).join(' ')}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

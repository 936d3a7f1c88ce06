import { routes, TokenScope, type ApiToken } from '@countersign/contracts';
import { Button, Checkbox, CopyButton, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../api/api';
import { tokensQuery } from '../../api/queries';
import { Card } from '../../blocks/card';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import css from './settings.module.css';

/** API tokens: they may ask, read and bring versions of packs, never approve. The secret is shown once. */
export function Tokens() {
  const { t } = useTranslation();
  const tokens = useQuery(tokensQuery);
  const [secret, setSecret] = useState<string | null>(null);
  const live = tokens.data?.items.filter((token) => token.revokedAt === null) ?? [];
  return (
    <Card title={t('tokens.title')}>
      <p className={css.lead}>{t('tokens.lead')}</p>
      {secret ? (
        <div className={css.secret} role="status">
          <p>{t('tokens.once')}</p>
          <div className={css.secretRow}>
            <code>{secret}</code>
            <CopyButton value={secret}>{({ copied, copy }) => <Button size="xs" variant="default" onClick={copy}>{t(copied ? 'copied' : 'tokens.copy')}</Button>}</CopyButton>
            <Button size="xs" variant="subtle" onClick={() => setSecret(null)}>{t('tokens.hide')}</Button>
          </div>
        </div>
      ) : null}
      {tokens.isError ? <Problem error={tokens.error} onRetry={() => void tokens.refetch()} /> : tokens.isPending ? <Pending lines={['80%', '60%']} /> : live.length === 0 ? <p className={css.none}>{t('tokens.none')}</p> : (
        <ul className={css.tokens}>{live.map((token) => <Token key={token.id} token={token} />)}</ul>
      )}
      <NewToken onCreated={setSecret} />
    </Card>
  );
}

function Token({ token }: { token: z.infer<typeof ApiToken> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const revoke = useMutation({ mutationFn: () => call(routes.revokeToken, { params: { id: token.id } }), onSettled: () => void client.invalidateQueries({ queryKey: tokensQuery.queryKey }) });
  return (
    <li>
      <div>
        <p className={css.tokenName}>{token.name} <span className={css.quiet}>{token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')}</span></p>
        <p className={css.quiet}>{t('tokens.until', { at: formatInstant(token.expiresAt, language) })} · {token.lastUsedAt ? t('tokens.used', { at: formatInstant(token.lastUsedAt, language) }) : t('tokens.unused')}</p>
      </div>
      <Button size="xs" variant="subtle" color="red" loading={revoke.isPending} onClick={() => revoke.mutate()} aria-label={t('tokens.revokeOne', { name: token.name })}>{t('tokens.revoke')}</Button>
    </li>
  );
}

function NewToken({ onCreated }: { onCreated: (secret: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: '', days: 90, scopes: ['ask', 'read'] as TokenScope[] },
    validate: { name: (name) => (name.trim() ? null : t('tokens.needsName')), scopes: (scopes) => (scopes.length > 0 ? null : t('tokens.needsScope')) },
  });
  const create = useMutation({
    mutationFn: (body: typeof form.values) => call(routes.createToken, { body }),
    onSuccess: ({ secret }) => {
      form.reset();
      onCreated(secret);
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  return (
    <form className={css.newToken} onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <TextInput label={t('tokens.name')} className={css.grow} {...form.getInputProps('name')} />
      <NumberInput label={t('tokens.days')} min={1} max={365} w={110} hideControls {...form.getInputProps('days')} />
      <Checkbox.Group label={t('tokens.scopes')} {...form.getInputProps('scopes')}>
        <div className={css.scopes}>{TokenScope.options.map((scope) => <Checkbox key={scope} value={scope} label={t(`tokens.scope.${scope}`)} />)}</div>
      </Checkbox.Group>
      <Button type="submit" variant="default" loading={create.isPending}>{t('tokens.create')}</Button>
      {create.isError ? <Problem error={create.error} /> : null}
    </form>
  );
}

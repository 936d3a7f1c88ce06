import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../app/page-title';
import { setSingleKeys, singleKeysOn } from '../../app/single-keys';
import { useMe } from '../../app/use-me';
import { Card } from '../../blocks/card';
import page from '../page.module.css';
import css from './settings.module.css';
import { Tokens } from './tokens';

export function SettingsScreen() {
  const { t } = useTranslation();
  const { me } = useMe();
  const [keys, setKeys] = useState(singleKeysOn);
  return (
    <div className={`${page.page} ${css.narrow}`}>
      <header className={page.head}><PageTitle title={t('nav.settings')} /></header>
      <div className={css.stack}>
        <Card title={t('settings.you')}>
          <dl className={css.facts}>
            <dt>{t('settings.name')}</dt>
            <dd>{me.name}</dd>
            <dt>{t('signIn.email')}</dt>
            <dd>{me.email}</dd>
            <dt>{t('settings.tenant')}</dt>
            <dd>{me.tenant.name}</dd>
            <dt>{t('settings.roles')}</dt>
            <dd>{me.roles.map((role) => t(`role.${role}`)).join(', ')}</dd>
          </dl>
        </Card>
        <Card title={t('keys.title')}>
          <Switch size="md" withThumbIndicator={false} checked={keys} label={t('settings.keys')} description={t('settings.keysText')} onChange={(event) => { setKeys(event.currentTarget.checked); setSingleKeys(event.currentTarget.checked); }} />
        </Card>
        <Tokens />
      </div>
    </div>
  );
}

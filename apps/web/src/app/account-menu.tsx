import { routes } from '@countersign/contracts';
import { ActionIcon, Menu, Tooltip, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSearch, IconSettings, IconSun } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../api/api';
import type { Language } from '../api/problem';
import { meQuery } from '../api/queries';
import { showLanguage } from '../i18n/i18n';
import { useLanguage } from '../i18n/use-language';
import css from './shell.module.css';
import { useMe } from './use-me';

export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const { me } = useMe();
  const signOut = useSignOut();
  return (
    <div className={css.tools}>
      <Tooltip label={t('palette.open')}>
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={spotlight.open} aria-label={t('palette.open')}><IconSearch size={18} stroke={1.7} /></ActionIcon>
      </Tooltip>
      <LanguageSwitch />
      <SchemeMenu />
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <UnstyledButton className={css.me}><span>{initials(me.name)}</span><span className="sr-only"> {t('account.menu', { name: me.name })}</span></UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={css.who}>
            <p className={css.whoName}>{me.name}</p>
            <p className={css.whoMail}>{me.email}</p>
            <p className={css.whoMail}>{me.roles.map((role) => t(`role.${role}`)).join(' · ')}</p>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} stroke={1.7} />}>{t('nav.settings')}</Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.7} />} rightSection={<kbd className={css.kbd}>?</kbd>} onClick={onHelp}>{t('keys.title')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={() => void signOut()}>{t('account.signOut')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  // A Korean name is one word; its last two syllables are how people are called.
  if (words.length === 1) return /[가-힣]/.test(name) ? name.slice(-2) : name.slice(0, 2).toUpperCase();
  return words.slice(0, 2).map((word) => word[0]?.toUpperCase() ?? '').join('');
}

function useSignOut() {
  const client = useQueryClient();
  return async () => {
    await call(routes.signOut, {}).catch(() => undefined);
    client.clear();
    // A full load: nothing of the session stays in memory.
    location.assign('/sign-in');
  };
}

/** Shows the other language at once and tells the server, which remembers it for the person. */
function LanguageSwitch() {
  const language = useLanguage();
  const client = useQueryClient();
  const other: Language = language === 'ko' ? 'en' : 'ko';
  const change = async () => {
    const before = client.getQueryData(meQuery.queryKey);
    if (before) client.setQueryData(meQuery.queryKey, { ...before, locale: other });
    await showLanguage(other);
    const now = await call(routes.updateMe, { body: { locale: other } }).catch(() => undefined);
    if (now) client.setQueryData(meQuery.queryKey, now);
  };
  return (
    <UnstyledButton className={css.language} onClick={() => void change()} lang={other}>
      {other === 'ko' ? '한국어' : 'English'}
    </UnstyledButton>
  );
}

function SchemeMenu() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const Icon = shown === 'dark' ? IconMoon : IconSun;
  return (
    <Menu position="bottom-end" width={180} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('account.theme')}><Icon size={18} stroke={1.7} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {([['light', IconSun], ['dark', IconMoon], ['auto', IconDeviceDesktop]] as const).map(([scheme, SchemeIcon]) => (
          <Menu.Item key={scheme} leftSection={<SchemeIcon size={16} stroke={1.7} />} onClick={() => setColorScheme(scheme)} aria-current={colorScheme === scheme || undefined} className={css.schemeItem}>
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../api/problem';
import en from './en.json';
import ko from './ko.json';

const KEY = 'countersign.language';

function stored(): Language | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'ko' || value === 'en' ? value : undefined;
  } catch {
    // Storage may be switched off; the browser's language decides.
    return undefined;
  }
}

/** The language last chosen here, else the browser's. A signed-in person's own setting comes later and wins. */
export function firstLanguage(): Language {
  return stored() ?? (navigator.language.toLowerCase().startsWith('ko') ? 'ko' : 'en');
}

export async function showLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Not remembered then.
  }
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, ko: { translation: ko } },
    lng: firstLanguage(),
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
}

import { useTranslation } from 'react-i18next';
import type { Language } from '../api/problem';

export function useLanguage(): Language {
  return useTranslation().i18n.language === 'ko' ? 'ko' : 'en';
}

import { convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from './src/theme/theme.ts';

const ID = 'virtual:mantine-variables.css';

/**
 * Mantine writes its theme variables into a <style> element at run time, which a strict
 * Content-Security-Policy forbids. This writes the same variables into the stylesheet at build time.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const merged = mergeMantineTheme(DEFAULT_THEME, theme);
      const base = defaultCssVariablesResolver(merged);
      const own = cssVariablesResolver(merged);
      return convertCssVariables({
        variables: { ...base.variables, ...own.variables },
        light: { ...base.light, ...own.light },
        dark: { ...base.dark, ...own.dark },
      }, ':root');
    },
  };
}

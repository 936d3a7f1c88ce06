import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

const ink: MantineColorsTuple = ['#e9f5f2', '#d3e8e3', '#a6d2c8', '#76baac', '#4ea596', '#338f80', '#1d7a6c', '#0f5f57', '#0b4d46', '#073b36'];

/** Mantine builds fields, tabs and switches of the dark scheme from these: the same neutrals as tokens.css. */
const dark: MantineColorsTuple = ['#e8eaeb', '#b6bdc3', '#a4acb3', '#6b737a', '#434a50', '#2f353a', '#1d2124', '#171a1c', '#121416', '#0c0e0f'];

/** Accent and danger buttons take their ink from tokens.css, so both schemes keep their contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const danger = input.color === 'red';
  if (input.variant === 'filled') {
    const tone = danger ? 'danger' : 'accent';
    return { ...colors, background: `var(--cs-${tone})`, hover: `var(--cs-${tone}-hover)`, color: `var(--cs-on-${tone})`, border: '1px solid transparent' };
  }
  if (input.variant === 'light' || input.variant === 'subtle') {
    return { ...colors, color: danger ? 'var(--cs-bad)' : input.color === 'gray' ? 'var(--cs-muted)' : 'var(--cs-accent)', hover: 'var(--cs-hover)' };
  }
  return colors;
};

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 3 },
  colors: { ink, dark },
  white: '#ffffff',
  black: '#1b1f23',
  fontFamily: "'Pretendard Variable', Pretendard, -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Apple SD Gothic Neo', 'Noto Sans KR', 'Malgun Gothic', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '17px', xl: '20px' },
  headings: { fontWeight: '620' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver,
});

/** Mantine's own names, answered by our tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const answered = {
    '--mantine-color-body': 'var(--cs-page)',
    '--mantine-color-text': 'var(--cs-text)',
    '--mantine-color-dimmed': 'var(--cs-muted)',
    '--mantine-color-placeholder': 'var(--cs-muted)',
    '--mantine-color-anchor': 'var(--cs-accent)',
    '--mantine-color-error': 'var(--cs-bad)',
    '--mantine-color-default': 'var(--cs-surface)',
    '--mantine-color-default-hover': 'var(--cs-hover)',
    '--mantine-color-default-color': 'var(--cs-text)',
    '--mantine-color-default-border': 'var(--cs-line-input)',
  };
  return { variables: {}, light: answered, dark: answered };
};

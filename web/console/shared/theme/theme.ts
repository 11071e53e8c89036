import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { brand, colours, dark, gray, red } from '../../../kit/theme/palette';
import { common } from '../texts';

const close = { closeButtonProps: { 'aria-label': common.close } };

/** Mantine theme of the console. */
export const theme = createTheme({
  colors: { brand, gray, dark, red },
  primaryColor: 'brand',
  black: gray[9],
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Golos Text Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects, not Component.extend: that would pull every component named here into the entry.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { size: 'sm', withAsterisk: undefined } },
    Modal: {
      defaultProps: { ...close, centered: true, radius: 'md', transitionProps: { duration: 150 } },
    },
    Drawer: { defaultProps: { ...close, transitionProps: { duration: 150 } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': common.showPassword } },
    },
    Tooltip: {
      defaultProps: { withArrow: false, openDelay: 200, transitionProps: { duration: 120 } },
    },
  },
});

const named = (set: Record<string, string>) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [`--sb-${name}`, value]));

// Mantine variables set to our tokens; Mantine's placeholder and dimmed colours fail WCAG contrast, and its disabled
// colour equals our dark surface.
const mantine = (set: (typeof colours)['light'] | (typeof colours)['dark']) => ({
  '--mantine-color-body': set.surface,
  '--mantine-color-text': set.text,
  '--mantine-color-dimmed': set.muted,
  '--mantine-color-placeholder': set.muted,
  '--mantine-color-anchor': set.link,
  '--mantine-color-error': set['red-text'],
  '--mantine-color-default-border': set['line-strong'],
  '--mantine-color-disabled': set.line,
  '--mantine-color-white': set['on-brand'],
});

/** Exposes the tokens as CSS variables. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...named(colours.light), ...mantine(colours.light) },
  dark: { ...named(colours.dark), ...mantine(colours.dark) },
});

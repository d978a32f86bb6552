import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { breakpoints } from './breakpoints.ts';
import { palette } from './palette.ts';
import { spectrumColours } from './ui/mark/spectrum-colours.ts';

const accent: MantineColorsTuple = [
  '#EEF3FF',
  '#DCE6FF',
  '#B9CCFF',
  '#9AB7FF',
  palette.accentOnDark,
  '#4F82FF',
  palette.accent,
  '#184CD1',
  '#133CA6',
  '#0D2A75',
];

/**
 * Almost neutral greys, because a coloured surround would change how the colours of a picture are
 * perceived.
 */
const dark: MantineColorsTuple = [
  palette.workbench.text,
  '#C9CDD5',
  palette.workbench.muted,
  '#7D8492',
  '#474D59',
  palette.workbench.line,
  '#22262D',
  palette.workbench.panel,
  palette.workbench.picture,
  palette.ink,
];

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  // Mantine chooses the text colour from the shade of the light scheme; on the dark scheme's accent
  // the contrast would be too low.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colours, color: 'var(--on-accent)' } : colours;
  },
  black: palette.ink,
  white: palette.paper,
  defaultRadius: 4,
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  breakpoints,
});

/** The palette for style sheets. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--ink': palette.ink,
    '--mist': palette.mist,
    '--accent-on-dark': palette.accentOnDark,
    // The visible spectrum from 400 to 700 nm, the only ornament of the site.
    '--spectrum': `linear-gradient(to right, ${spectrumColours(31).join(', ')})`,
    '--picture-area': palette.workbench.picture,
    // Duration and easing of every transition.
    '--state-change': '200ms ease-out',
  },
  light: {
    '--on-accent': palette.paper,
    '--thin-line': palette.line,
    '--muted': palette.grey,
    '--failure': palette.failure,
  },
  dark: {
    '--on-accent': palette.ink,
    '--thin-line': dark[5],
    '--muted': palette.workbench.muted,
    '--failure': palette.failureOnDark,
    '--warning': palette.warningOnDark,
  },
});

import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import { breakpoints } from './breakpoints.ts';
import { spectrumColours } from './ui/mark/spectrum-colours.ts';

/** Surfaces and text of the house style, light to dark where they belong to a scale. */
export const palette = {
  ink: '#0B0D12',
  paper: '#FFFFFF',
  mist: '#F4F6F9',
  line: '#DFE3EA',
  grey: '#4A5160',
  accent: '#1F5EFF',
  accentOnDark: '#7AA2FF',
  /** For failures only. */
  failure: '#B3261E',
  failureOnDark: '#FF9B8A',
  workbench: { panel: '#16181D', picture: '#0E0F12', text: '#E6E8EC', muted: '#A3A9B5' },
} as const;

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

/** Almost neutral greys, because a coloured surround would change how the colours of a picture are perceived. */
const dark: MantineColorsTuple = [
  palette.workbench.text,
  '#C9CDD5',
  palette.workbench.muted,
  '#7D8492',
  '#474D59',
  '#2C3038',
  '#22262D',
  palette.workbench.panel,
  palette.workbench.picture,
  palette.ink,
];

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  // Mantine chooses the text colour from the shade of the light scheme; on the dark scheme's accent the contrast would be too low.
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
  },
});

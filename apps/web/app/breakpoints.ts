/**
 * Widths at which layouts change: 576, 768, 992, 1200 and 1400 px, as `$mantine-breakpoint-…` in
 * style sheets and in the theme.
 */
export const breakpoints = {
  xs: '36em',
  sm: '48em',
  md: '62em',
  lg: '75em',
  xl: '87.5em',
} as const;

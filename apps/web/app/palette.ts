/**
 * Colours of the house style: surfaces, text and accents. Data only, so that tools/media can use
 * it.
 */
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
  /** On dark only: warnings, such as clipped pixels or an outdated picture. */
  warningOnDark: '#F2C46D',
  workbench: {
    panel: '#16181D',
    picture: '#0E0F12',
    text: '#E6E8EC',
    muted: '#A3A9B5',
    line: '#2C3038',
  },
  /** Signups of the dashboard; contrast 3.9 : 1 on paper. */
  tealGreen: '#0B8F7C',
  /** Diagrams on ink among the pictures (tools/media). */
  figure: { muted: '#98A1B3', line: '#2A303C' },
} as const;

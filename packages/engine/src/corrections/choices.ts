/** The operators that bring linear light to eight bits. */
export const TONE_OPERATORS = ['reinhard', 'linear'] as const;

/** Where the gains of a lens shading correction come from. */
export const SHADING_SOURCES = ['truth', 'flat', 'file'] as const;

/** The rules by which white balance gains are found; `fixed` are those of AWB. */
export const WHITE_BALANCE_RULES = [
  'fixed',
  'greyWorld',
  'whitePatch',
  'greyEdge',
  'truth',
] as const;

/** How the colour matrix is found; `fixed` is that of CCM. */
export const COLOUR_MATRIX_RULES = ['fixed', 'light', 'calibration'] as const;

/** The operators that bring linear light to eight bits. */
export const TONE_OPERATORS = ['reinhard', 'linear'] as const;

/** Where the gains of a lens shading correction come from. */
export const SHADING_SOURCES = ['truth', 'flat', 'file'] as const;

/** The rules by which white balance gains are found; `fixed`: AWB keeps its own. */
export const WHITE_BALANCE_RULES = [
  'fixed',
  'greyWorld',
  'whitePatch',
  'greyEdge',
  'truth',
] as const;

/** How the colour matrix is found; `fixed`: CCM keeps its own. */
export const COLOUR_MATRIX_RULES = ['fixed', 'light', 'calibration'] as const;

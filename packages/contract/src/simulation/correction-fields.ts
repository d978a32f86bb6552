import {
  COLOUR_MATRIX_RULES,
  SHADING_SOURCES,
  TONE_OPERATORS,
  WHITE_BALANCE_RULES,
  type ChoiceField,
  type NumberField,
  type PairField,
} from '@lumenloom/engine/catalogue';

/** Fields of `toneMap`: where all are blank there is none. */
export const TONE_MAP_FIELDS = [
  {
    kind: 'choice',
    key: 'operator',
    label: 'Tone operator',
    options: TONE_OPERATORS,
    default: 'reinhard',
    path: 'toneMap.operator',
    help: 'reinhard: bright parts are compressed; linear: saturation becomes white.',
  },
  {
    kind: 'number',
    key: 'key',
    label: 'Key',
    unit: '',
    min: 0.01,
    max: 1,
    default: 0.18,
    span: [0.05, 0.5],
    help: 'What the log-average of the picture becomes, of reinhard.',
  },
  {
    kind: 'number',
    key: 'bits',
    label: 'Tone bits',
    unit: '',
    min: 8,
    max: 16,
    whole: true,
    default: 12,
    span: [8, 16],
    help: 'Bits of the codes that the ISP gets.',
  },
] as const satisfies readonly (NumberField | ChoiceField)[];

/** Fields of `lensShading`: where all are blank, or the strength is 0, there is none. */
export const LENS_SHADING_FIELDS = [
  {
    kind: 'choice',
    key: 'from',
    label: 'Shading gains',
    options: SHADING_SOURCES,
    default: 'truth',
    path: 'lensShading.from',
    help: 'truth: of the lens; flat: of 16 frames of an even field; file: your own.',
  },
  {
    kind: 'number',
    key: 'strength',
    label: 'Shading strength',
    unit: '',
    min: 0,
    max: 1,
    default: 1,
    span: [0, 1],
    help: 'Exponent of the gains: 1 corrects all of it.',
  },
  {
    kind: 'pair',
    key: 'grid',
    label: 'Shading grid',
    unit: '',
    parts: ['columns', 'rows'],
    min: 2,
    max: 257,
    whole: true,
    default: [33, 25],
    help: 'Columns and rows of the nodes between which gains are interpolated.',
  },
  {
    kind: 'number',
    key: 'most',
    label: 'Largest shading gain',
    unit: '',
    min: 1,
    max: 64,
    default: 8,
    span: [1, 16],
    help: 'No gain exceeds it.',
  },
] as const satisfies readonly (NumberField | ChoiceField | PairField)[];

/** The choices of corrections that are one word each, by their names in the request. */
export const CORRECTION_CHOICES = {
  whiteBalance: {
    kind: 'choice',
    key: 'whiteBalance',
    label: 'White balance rule',
    options: WHITE_BALANCE_RULES,
    default: 'fixed',
    path: 'whiteBalance',
    help: 'Where the gains of AWB come from: fixed are the typed ones.',
  },
  colourMatrix: {
    kind: 'choice',
    key: 'colourMatrix',
    label: 'Colour matrix',
    options: COLOUR_MATRIX_RULES,
    default: 'fixed',
    path: 'colourMatrix',
    help: 'Where the matrix of CCM comes from: fixed is the typed one.',
  },
} as const satisfies Readonly<Record<string, ChoiceField>>;

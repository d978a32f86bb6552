import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

/** Cells of a pair: two squares of 3 x 3 side by side, within a rim of one. */
export const PAIR_CELLS = { rows: 5, columns: 8, square: 3 } as const;
const NAMES = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

export const contrastPairsFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image Size',
    320,
    { min: 40, max: 4000 },
    'Samples along one side of the square scene.',
  ),
  {
    kind: 'matrix',
    key: 'contrasts',
    label: 'Contrasts',
    rows: ['Michelson'],
    columns: NAMES(5, 'Contrast'),
    unit: '',
    default: [[0.05, 0.1, 0.2, 0.4, 0.8]],
    min: 0.001,
    max: 1,
    help: '(bright − dark)/(bright + dark) of the pairs of each column.',
  },
  {
    kind: 'matrix',
    key: 'levels',
    label: 'Levels',
    rows: ['Share of white'],
    columns: NAMES(4, 'Level'),
    unit: '',
    default: [[1, 0.1, 0.01, 0.001]],
    min: 1e-6,
    max: 1,
    help: 'The bright square of the pairs of each row.',
  },
] as const;

/** Pairs of squares of known contrast at several levels, the bright one left. */
export const contrastPairs = {
  label: 'Contrast Pairs',
  wireKey: 'contrastpairsParams',
  fields: contrastPairsFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: imageSize,
    columns: imageSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

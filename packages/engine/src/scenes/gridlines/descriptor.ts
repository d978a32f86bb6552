import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const gridlinesFields = [
  hfovField,
  sizeField(
    'gridlineSize',
    'Gridline Size',
    128,
    { min: 2, max: 4096 },
    'Samples along one side of the square scene.',
  ),
  sizeField(
    'lineSpacing',
    'Line Spacing',
    16,
    { min: 2, max: 4096 },
    'Samples from one line to the next.',
  ),
  sizeField(
    'lineThickness',
    'Line Thickness',
    1,
    { min: 1, max: 4096 },
    'Samples across one line.',
  ),
] as const;

/** White lines on near-black, along rows and columns. */
export const gridlines = {
  label: 'Gridlines',
  wireKey: 'gridlinesParams',
  fields: gridlinesFields,
  nativeIlluminant: 'equal-photons',
  marks: 'lines',
  rasterSize: ({ gridlineSize }: { readonly gridlineSize: number }) => ({
    rows: gridlineSize,
    columns: gridlineSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

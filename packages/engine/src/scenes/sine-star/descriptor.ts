import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const sineStarFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image Size',
    1024,
    { min: 64, max: 4000 },
    'Samples along one side of the square scene; where the star is finer than they are, it is grey.',
  ),
  {
    kind: 'number',
    key: 'cycles',
    label: 'Cycles',
    unit: '',
    default: 144,
    min: 36,
    max: 288,
    whole: true,
    help: 'Bright rays round the centre.',
  },
  {
    kind: 'number',
    key: 'modulation',
    label: 'Modulation',
    unit: '',
    default: 0.6,
    min: 0.05,
    max: 1,
    help: 'Amplitude over mean.',
  },
  {
    kind: 'number',
    key: 'mean',
    label: 'Mean',
    unit: '',
    default: 0.5,
    min: 0.18,
    max: 1,
    help: 'Share of white.',
  },
] as const;

/** A Siemens star of sines, after ISO 12233. */
export const sineStar = {
  label: 'Sine Star',
  wireKey: 'sinestarParams',
  fields: sineStarFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: imageSize,
    columns: imageSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

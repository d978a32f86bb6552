import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const pointArrayFields = [
  hfovField,
  sizeField(
    'arraySize',
    'Array Size',
    128,
    { min: 2, max: 4096 },
    'Samples along one side of the square scene.',
  ),
  sizeField(
    'pointSpacing',
    'Point Spacing',
    16,
    { min: 2, max: 4096 },
    'Samples from one point to the next.',
  ),
] as const;

/** Single bright samples on black. */
export const pointArray = {
  label: 'Point Array',
  wireKey: 'pointarrayParams',
  fields: pointArrayFields,
  nativeIlluminant: 'equal-photons',
  marks: 'points',
  rasterSize: ({ arraySize }: { readonly arraySize: number }) => ({
    rows: arraySize,
    columns: arraySize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

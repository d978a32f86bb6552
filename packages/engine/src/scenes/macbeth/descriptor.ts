import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const macbethFields = [
  hfovField,
  sizeField(
    'patchSize',
    'Patch Size',
    16,
    { min: 1, max: 512 },
    'Samples along one side of a patch.',
  ),
] as const;

/** The 24-patch colour chart. */
export const macbeth = {
  label: 'Macbeth',
  wireKey: 'macbethParams',
  fields: macbethFields,
  nativeIlluminant: 'd65',
  rasterSize: ({ patchSize }: { readonly patchSize: number }) => ({
    rows: 4 * patchSize,
    columns: 6 * patchSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

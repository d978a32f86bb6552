import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const GREY_ROWS = 4;
export const GREY_COLUMNS = 5;

export const greyStepsFields = [
  hfovField,
  sizeField(
    'patchSize',
    'Patch Size',
    16,
    { min: 1, max: 512 },
    'Samples along one side of a patch.',
  ),
  {
    kind: 'number',
    key: 'densityRange',
    label: 'Density Range',
    unit: '',
    default: 3,
    above: 0,
    max: 6,
    help: 'Optical density of the darkest patch against white: 3 is a thousandth of the light.',
  },
] as const;

/** Twenty grey patches from white to dark, in equal steps of density. */
export const greySteps = {
  label: 'Grey Steps',
  wireKey: 'greystepsParams',
  fields: greyStepsFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: ({ patchSize }: { readonly patchSize: number }) => ({
    rows: GREY_ROWS * patchSize,
    columns: GREY_COLUMNS * patchSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

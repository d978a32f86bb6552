import { hfovField, type SceneDescriptor } from '../scene-descriptor.ts';

export const uniformFieldFields = [
  hfovField,
  {
    kind: 'number',
    key: 'reflectance',
    label: 'Reflectance',
    unit: '',
    default: 0.18,
    above: 0,
    max: 1,
    help: 'Share of the light that the surface reflects, the same in all bands.',
  },
] as const;

/** Samples along one side of the raster. */
export const UNIFORM_SIDE = 16;

/** An even surface that fills its field of view. */
export const uniformField = {
  label: 'Uniform Field',
  wireKey: 'uniformParams',
  fields: uniformFieldFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: () => ({ rows: UNIFORM_SIDE, columns: UNIFORM_SIDE }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

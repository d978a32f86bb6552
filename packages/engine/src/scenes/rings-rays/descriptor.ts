import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

/** The pattern needs an even side: its centre lies between two samples. */
export const ringsRaysSide = (size: number): number => 2 * Math.round(size / 2);

export const ringsRaysFields = [
  hfovField,
  {
    kind: 'number',
    key: 'radialFreq',
    label: 'Radial Frequency',
    unit: '',
    default: 8,
    min: 1,
    max: 512,
    help: 'Half the number of bright rays round the centre.',
  },
  sizeField(
    'size',
    'Size',
    128,
    { min: 4, max: 4000 },
    'Samples along one side of the square scene; odd sizes become even.',
  ),
] as const;

/**
 * Rays with full contrast at every radius, whose spatial frequency decreases outwards; a grey disc
 * covers the centre.
 */
export const ringsRays = {
  label: 'Rings Rays',
  wireKey: 'ringsraysParams',
  fields: ringsRaysFields,
  nativeIlluminant: 'equal-photons',
  rasterSize: ({ size }: { readonly size: number }) => ({
    rows: ringsRaysSide(size),
    columns: ringsRaysSide(size),
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

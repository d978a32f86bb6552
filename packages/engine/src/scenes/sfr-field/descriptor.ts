import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const sfrFieldFields = [
  hfovField,
  sizeField(
    'squares',
    'Squares',
    5,
    { min: 1, max: 101 },
    'Squares along one side of the square chart. With an odd number one lies on the axis.',
  ),
  {
    kind: 'number',
    key: 'tilt',
    label: 'Tilt',
    unit: '°',
    default: 5,
    min: 1,
    max: 44,
    help: 'How far the squares are turned. ISO 12233 asks for 5 degrees.',
  },
  {
    kind: 'number',
    key: 'contrast',
    label: 'Contrast',
    unit: '',
    default: 4,
    min: 1.2,
    max: 100,
    help: 'Reflectance of the background, 18 %, over the reflectance of the squares. ISO 12233 asks for 4.',
  },
] as const;

/** Samples of the raster per square. */
const SAMPLES = 32;
export const sfrFieldSide = (squares: number): number => squares * SAMPLES;

/** Slanted dark squares on an 18 % background: edges in two directions all over the field. */
export const sfrField = {
  label: 'SFR Field',
  wireKey: 'sfrfieldParams',
  fields: sfrFieldFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: ({ squares }: { readonly squares: number }) => ({
    rows: sfrFieldSide(squares),
    columns: sfrFieldSide(squares),
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

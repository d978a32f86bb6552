import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const tiltedPlaneFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image size',
    256,
    { min: 2, max: 3999 },
    'Samples along one side; the distance is known for each.',
  ),
  {
    kind: 'number',
    key: 'tilt',
    label: 'Tilt',
    unit: '°',
    default: 45,
    min: -80,
    max: 80,
    help: 'How far the plane is turned about the vertical; above 0 its right side is farther away.',
  },
  {
    kind: 'number',
    key: 'distance',
    label: 'Distance',
    unit: 'm',
    default: 1,
    above: 0,
    max: 1e6,
    help: 'From the first lens surface to the middle of the plane.',
  },
  {
    kind: 'choice',
    key: 'pattern',
    label: 'Pattern',
    default: 'edges',
    options: ['edges', 'lines', 'even'],
    help: 'Edges that lean by 5 degrees, upright lines, or plain white.',
  },
  {
    kind: 'number',
    key: 'period',
    label: 'Period',
    unit: 'px',
    default: 64,
    min: 2,
    max: 3999,
    help: 'Samples from one bright stripe to the next.',
  },
] as const;

/** A plane that stands at an angle, so that its sharpness changes from left to right. */
export const tiltedPlane = {
  label: 'Tilted Plane',
  wireKey: 'tiltedplaneParams',
  fields: tiltedPlaneFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  hasDepth: true,
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: imageSize,
    columns: imageSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

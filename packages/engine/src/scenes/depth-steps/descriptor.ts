import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const depthStepsFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image size',
    256,
    { min: 32, max: 3999 },
    'Samples along one side; the distance is known for each.',
  ),
  {
    kind: 'number',
    key: 'steps',
    label: 'Steps',
    unit: '',
    default: 8,
    whole: true,
    min: 2,
    max: 16,
    help: 'Upright strips, each at a distance of its own, with a slanted edge in its middle.',
  },
  {
    kind: 'number',
    key: 'near',
    label: 'Near',
    unit: 'm',
    default: 0.5,
    above: 0,
    max: 1e6,
    help: 'Distance of the strip at the left; the steps are equal in 1/distance.',
  },
  {
    kind: 'number',
    key: 'far',
    label: 'Far',
    unit: 'm',
    default: 4,
    above: 0,
    max: 1e6,
    help: 'Distance of the strip at the right.',
  },
] as const;

/** Strips at growing distances, each with an edge to measure its sharpness. */
export const depthSteps = {
  label: 'Depth Steps',
  wireKey: 'depthstepsParams',
  fields: depthStepsFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  hasDepth: true,
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: imageSize,
    columns: imageSize,
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

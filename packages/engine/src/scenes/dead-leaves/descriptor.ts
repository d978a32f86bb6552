import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

export const deadLeavesFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image Size',
    256,
    { min: 64, max: 1024 },
    'Side of the square scene in the unit of the radii; leaves are drawn up to eight times as fine.',
  ),
  {
    kind: 'number',
    key: 'seed',
    label: 'Seed',
    unit: '',
    default: 1,
    min: 0,
    max: 4294967295,
    whole: true,
    help: 'Another one gives other leaves.',
  },
  {
    kind: 'number',
    key: 'smallest',
    label: 'Smallest',
    unit: 'px',
    default: 2,
    min: 0.5,
    max: 500,
    help: 'Radius of the smallest leaf; it must be below the largest.',
  },
  {
    kind: 'number',
    key: 'largest',
    label: 'Largest',
    unit: 'px',
    default: 40,
    min: 1,
    max: 1000,
    help: 'Radius of the largest leaf.',
  },
  {
    kind: 'number',
    key: 'low',
    label: 'Low',
    unit: '',
    default: 0.1,
    min: 0,
    max: 1,
    help: 'Darkest grey, share of white; it must be below the brightest.',
  },
  {
    kind: 'number',
    key: 'high',
    label: 'High',
    unit: '',
    default: 0.9,
    min: 0,
    max: 1,
    help: 'Brightest grey, share of white.',
  },
] as const;

interface Ends {
  readonly smallest: number;
  readonly largest: number;
  readonly low: number;
  readonly high: number;
}

/** The field and the sentence where radii or greys are the wrong way round. */
export function wrongEnds({ smallest, largest, low, high }: Ends) {
  for (const [key, less, more, other] of [
    ['smallest', smallest, largest, 'Largest'],
    ['low', low, high, 'High'],
  ] as const)
    if (less >= more)
      return {
        field: `deadleavesParams.${key}`,
        message: `${key === 'low' ? 'Low' : 'Smallest'} must be below ${other}, ${more}, not ${less}.`,
      };
  return undefined;
}

/** Discs that lie on each other: texture whose spectrum is known. */
export const deadLeaves = {
  label: 'Dead Leaves',
  wireKey: 'deadleavesParams',
  fields: deadLeavesFields,
  nativeIlluminant: 'equal-photons',
  feature: 'charts',
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: imageSize,
    columns: imageSize,
  }),
  wrongParameters: wrongEnds,
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

import { hfovField, sizeField, type SceneDescriptor } from '../scene-descriptor.ts';

/** Samples along one side: two halves and the centre, so that the edge passes through a sample. */
export const slantedEdgeSide = (imageSize: number): number => 2 * Math.round(imageSize / 2) + 1;

export const slantedEdgeFields = [
  hfovField,
  sizeField(
    'imageSize',
    'Image size',
    128,
    { min: 2, max: 3999 },
    'Samples along one side; the chart has one or two more, so that the edge passes through its centre.',
  ),
  {
    kind: 'number',
    key: 'edgeAngle',
    label: 'Bar Slope',
    unit: '',
    default: 2.6,
    min: -1000,
    max: 1000,
    help: 'Slope of the edge, rise over run; 2.6 leans 21 degrees from vertical.',
  },
  {
    kind: 'number',
    key: 'darkLevel',
    label: 'Dark Level',
    unit: '',
    default: 0,
    min: 0,
    max: 1,
    help: 'Reflectance of the dark side; the bright side is 1.',
  },
] as const;

/** One straight edge through the centre, lower left bright. */
export const slantedEdge = {
  label: 'Slanted Edge',
  wireKey: 'slantededgeParams',
  fields: slantedEdgeFields,
  nativeIlluminant: 'equal-photons',
  rasterSize: ({ imageSize }: { readonly imageSize: number }) => ({
    rows: slantedEdgeSide(imageSize),
    columns: slantedEdgeSide(imageSize),
  }),
  load: () => import('./build.ts'),
} as const satisfies SceneDescriptor;

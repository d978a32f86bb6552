import type { DocumentField } from '@lumenloom/engine/catalogue';

const MOST_SAMPLES = 65_536;

/** The object `worldParams` of a recipe: how its world is rendered (docs/reference/world.md#w9). */
export const WORLD_PARAMS = {
  kind: 'object',
  key: 'worldParams',
  label: 'World',
  help: 'How the world is rendered; over what its document says under render.',
  fields: [
    {
      kind: 'choice',
      key: 'through',
      label: 'Through',
      options: ['layers', 'lens'],
      help: 'layers: the world as depth layers, which the lens forms. lens: ray by ray through its surfaces, without diffraction, coatings and scatter; for blur before detail, near things, and lenses that have no layers.',
    },
    {
      kind: 'number',
      key: 'lensBands',
      label: 'Groups of Bands',
      unit: '',
      whole: true,
      min: 1,
      max: 31,
      help: 'With lens: bands of one group go the same way through the lens; 8 without it.',
    },
    {
      kind: 'number',
      key: 'sampling',
      label: 'Samples Across a Pixel',
      unit: '',
      min: 0.5,
      max: 8,
      help: 'Of the rendering, on the axis; 2 without it.',
    },
    {
      kind: 'number',
      key: 'samples',
      label: 'Paths per Pixel',
      unit: '',
      whole: true,
      min: 1,
      max: MOST_SAMPLES,
      help: 'Of the sensor; 64 without it.',
    },
    {
      kind: 'object',
      key: 'noise',
      label: 'Noise',
      help: 'In place of samples: relative, a share of the luminance of a tile of 16 × 16, or ofShot, a share of the noise of light and read-out of a pixel.',
      fields: [
        {
          kind: 'number',
          key: 'relative',
          label: 'Of the Luminance',
          unit: '',
          above: 0,
          max: 1,
        },
        {
          kind: 'number',
          key: 'ofShot',
          label: 'Of Light and Read-out',
          unit: '',
          above: 0,
          max: 100,
        },
      ],
    },
    {
      kind: 'number',
      key: 'maxSamples',
      label: 'Most Paths per Pixel',
      unit: '',
      whole: true,
      min: 64,
      max: MOST_SAMPLES,
      help: 'With noise; 4,096 without it.',
    },
    {
      kind: 'number',
      key: 'seed',
      label: 'Seed of the Paths',
      unit: '',
      whole: true,
      min: 0,
      max: 2 ** 32 - 1,
      help: '0 without it.',
    },
  ],
} as const satisfies DocumentField;

import type { DocumentField } from '../../field-descriptor.ts';
import { FILTER_COLOURS } from '../colour-filters.ts';
import { DIRECTIONS, MERGE_RULES, SHUTTER_KINDS } from './chip.ts';

/** A share of a pixel's light or charge. */
const SHARE = { kind: 'number', key: '', label: 'Share', unit: '', min: 0, max: 1 } as const;
const NANOMETRES = { kind: 'number', key: '', label: 'Wavelength', unit: '' } as const;

/** What a pixel's neighbours get, row by row. */
const KERNEL = {
  kind: 'list',
  key: '',
  label: 'Kernel',
  item: { kind: 'list', key: '', label: 'Row', item: SHARE, length: 3 },
  length: 3,
  shape: 'be 3 rows of 3 shares',
} as const satisfies DocumentField;

const per = {
  kind: 'number',
  key: 'perMillion',
  label: 'Per Million',
  unit: '',
  min: 0,
  max: 1e5,
  required: true,
} as const satisfies DocumentField;
const code = {
  kind: 'number',
  key: 'code',
  label: 'Code',
  unit: '',
  min: 0,
  max: 65535,
  whole: true,
  default: 0,
} as const satisfies DocumentField;

/** Standard deviations in electrons. */
const deviation = <const Key extends string>(key: Key, label: string, help: string) =>
  ({ kind: 'number', key, label, unit: 'e⁻', min: 0, max: 1e5, help }) as const;

export const SHUTTER = {
  kind: 'object',
  key: 'shutter',
  label: 'Shutter',
  help: 'How the rows begin and end to expose.',
  fields: [
    { kind: 'choice', key: 'kind', label: 'Kind', options: SHUTTER_KINDS, default: 'global' },
    {
      kind: 'number',
      key: 'lineSeconds',
      label: 'Line Time',
      unit: 's',
      min: 0,
      max: 0.1,
      default: 0,
      help: 'From the read-out of one line to that of the next.',
    },
    {
      kind: 'choice',
      key: 'direction',
      label: 'Direction',
      options: DIRECTIONS,
      default: 'down',
      path: 'direction',
      help: 'down: the top row is read first.',
    },
    {
      kind: 'number',
      key: 'linesTogether',
      label: 'Lines Together',
      unit: '',
      min: 1,
      max: 64,
      whole: true,
      default: 1,
      help: 'Rows that are read at once.',
    },
    {
      kind: 'number',
      key: 'parasiticLightSensitivity',
      label: 'Parasitic Light Sensitivity',
      unit: '',
      min: 0,
      max: 1,
      default: 0,
      help: "Response of the storage of a global shutter over the photodiode's.",
    },
  ],
} as const satisfies DocumentField;

export const MERGE = {
  kind: 'object',
  key: 'merge',
  label: 'Merge',
  help: 'How captures become one linear value.',
  fields: [
    { kind: 'choice', key: 'rule', label: 'Rule', options: MERGE_RULES, default: 'pick' },
    {
      kind: 'number',
      key: 'knee',
      label: 'Knee',
      unit: '',
      min: 0.5,
      max: 1,
      default: 0.9,
      help: 'Share of its saturation up to which a capture counts.',
    },
    {
      kind: 'number',
      key: 'blend',
      label: 'Blend',
      unit: '',
      min: 0.01,
      max: 0.5,
      default: 0.1,
      help: 'Width of the transition, a share of the threshold.',
    },
    {
      kind: 'number',
      key: 'linearBits',
      label: 'Linear Bits',
      unit: '',
      min: 8,
      max: 24,
      whole: true,
      default: 16,
    },
    {
      kind: 'number',
      key: 'blackLevel',
      label: 'Black Level',
      unit: '',
      min: 0,
      max: 2 ** 24 - 2,
      default: 0,
      help: 'Linear code in the dark.',
    },
  ],
} as const satisfies DocumentField;

const COMPANDING = {
  kind: 'object',
  key: 'companding',
  label: 'Companding',
  help: 'The curve from linear codes to the codes that leave the chip.',
  fields: [
    {
      kind: 'number',
      key: 'bits',
      label: 'Bits',
      unit: '',
      min: 8,
      max: 16,
      whole: true,
      default: 12,
    },
    {
      kind: 'list',
      key: 'knees',
      label: 'Knees',
      item: {
        kind: 'list',
        key: '',
        label: 'Knee',
        item: { kind: 'number', key: '', label: 'Code', unit: '', min: 0, max: 2 ** 24 - 1 },
        length: 2,
      },
      fewest: 2,
      most: 32,
      shape: 'have 2 to 32 pairs [linear code, code]',
      required: true,
    },
  ],
} as const satisfies DocumentField;

const CROSSTALK = {
  kind: 'object',
  key: 'crosstalk',
  label: 'Crosstalk',
  help: 'Light and electrons that arrive at neighbours.',
  fields: [
    {
      kind: 'one-of',
      key: 'optical',
      label: 'Optical',
      help: 'A kernel, a kernel for each colour, or the share of the four neighbours by wavelength.',
      options: [
        KERNEL,
        {
          kind: 'object',
          key: '',
          label: 'By Wavelength',
          fields: [
            {
              kind: 'list',
              key: 'nm',
              label: 'Wavelengths',
              item: NANOMETRES,
              rising: 'wavelength',
              required: true,
            },
            {
              kind: 'list',
              key: 'share',
              label: 'Shares',
              item: SHARE,
              longAs: 'nm',
              required: true,
            },
          ],
        },
        {
          kind: 'object',
          key: '',
          label: 'By Colour',
          fields: Object.values(FILTER_COLOURS).map((key) => ({ ...KERNEL, key, label: key })),
        },
      ],
    },
    { ...KERNEL, key: 'electrical', label: 'Electrical' },
  ],
} as const satisfies DocumentField;

const DEFECTS = {
  kind: 'object',
  key: 'defects',
  label: 'Defects',
  help: 'Faulty pixels and columns.',
  fields: [
    {
      kind: 'object',
      key: 'hot',
      label: 'Hot',
      fields: [
        per,
        {
          kind: 'number',
          key: 'electronsPerSecond',
          label: 'Hot Current',
          unit: '',
          min: 0,
          max: 1e9,
          required: true,
          help: 'Mean dark current of hot pixels, electrons per second.',
        },
      ],
    },
    { kind: 'object', key: 'dead', label: 'Dead', fields: [per] },
    { kind: 'object', key: 'stuck', label: 'Stuck', fields: [per, code] },
    { kind: 'object', key: 'columns', label: 'Columns', fields: [per, code] },
  ],
} as const satisfies DocumentField;

const micrometres = <const Key extends string>(key: Key, label: string, help: string) =>
  ({ kind: 'number', key, label, unit: 'µm', above: 0, max: 50, required: true, help }) as const;

const MICROLENS = {
  kind: 'object',
  key: 'microlens',
  label: 'Microlens',
  help: 'The lens above each pixel.',
  fields: [
    micrometres(
      'heightMicrometres',
      'Height',
      'Above the photodiode, in air: thickness over index.',
    ),
    micrometres('apertureMicrometres', 'Aperture', 'Radius of the photodiode.'),
    {
      kind: 'object',
      key: 'chiefRay',
      label: 'Chief Ray',
      help: 'For which the lenses are shifted, by image height.',
      fields: [
        {
          kind: 'list',
          key: 'heightMm',
          label: 'Heights',
          item: { kind: 'number', key: '', label: 'Height', unit: '', min: 0 },
          rising: 'height',
          required: true,
        },
        {
          kind: 'list',
          key: 'degrees',
          label: 'Angles',
          item: { kind: 'number', key: '', label: 'Angle', unit: '', min: 0, max: 60 },
          longAs: 'heightMm',
          required: true,
        },
      ],
    },
  ],
} as const satisfies DocumentField;

/** The fields of a sensor file beyond the figures of one pixel, but for its captures. */
export const CHIP_FIELDS = [
  SHUTTER,
  MERGE,
  COMPANDING,
  CROSSTALK,
  DEFECTS,
  deviation('rowNoiseElectrons', 'Row Noise', 'One offset for each row, new in each frame.'),
  deviation('columnNoiseElectrons', 'Column Noise', 'One for each column, new in each frame.'),
  deviation('rowOffsetElectrons', 'Row Offset', 'One offset for each row, the same in all frames.'),
  deviation(
    'columnOffsetElectrons',
    'Column Offset',
    'One for each column, the same in all frames.',
  ),
  {
    kind: 'object',
    key: 'randomTelegraph',
    label: 'Random Telegraph',
    help: 'Pixels that jump between two levels.',
    fields: [
      per,
      { ...deviation('electrons', 'Electrons', 'Between the levels.'), required: true },
    ],
  },
  {
    kind: 'number',
    key: 'opticalBlackRows',
    label: 'Optical Black Rows',
    unit: '',
    min: 0,
    max: 64,
    whole: true,
    help: 'Rows without light that are read beside the picture.',
  },
  deviation('blackDriftElectrons', 'Black Drift', 'Of the black level, from frame to frame.'),
  {
    kind: 'list',
    key: 'nonLinearity',
    label: 'Non-linearity',
    help: 'a2 and a3 of u + a2 u² + a3 u³, u being electrons over the well.',
    item: { kind: 'number', key: '', label: 'Term', unit: '', min: -0.5, max: 0.5 },
    length: 2,
  },
  MICROLENS,
  {
    kind: 'list',
    key: 'aperture',
    label: 'Aperture',
    help: 'Width and height of the light-sensitive box, shares of the pitch.',
    item: { kind: 'number', key: '', label: 'Share', unit: '', min: 0.05, max: 1 },
    length: 2,
  },
  {
    kind: 'number',
    key: 'diffusionMicrometres',
    label: 'Diffusion',
    unit: 'µm',
    min: 0,
    max: 10,
    help: 'Standard deviation of the diffusion of charge between pixels.',
  },
] as const satisfies readonly DocumentField[];

import type { DocumentField, ObjectField } from '../field-descriptor.ts';
import { sensorFields } from './bayer/descriptor.ts';
import { CHIP_FIELDS } from './chip/chip-fields.ts';
import { CAPTURES } from './chip/read-captures.ts';
import { FILTER_COLOURS, NAMED_TILES } from './colour-filters.ts';
import { EFFICIENCY_AT } from './efficiency-from-number.ts';
import { LEVEL_FIELDS } from './read-parameters.ts';

const COLOURS = Object.values(FILTER_COLOURS);
const ABSOLUTE_ZERO = -273.15;

const number = { kind: 'number', key: '', label: 'Value', unit: '' } as const;
const numbers = (key: string, label: string): DocumentField => ({
  kind: 'list',
  key,
  label,
  item: number,
  fewest: 2,
});
const parameters: readonly DocumentField[] = sensorFields.map(({ default: _, ...field }) => field);

/** Columns by wavelength, in the file or in a CSV file beside it. */
const spectra = (
  key: string,
  label: string,
  columns: readonly string[],
  others: readonly DocumentField[] = [],
): DocumentField => ({
  kind: 'one-of',
  key,
  label,
  help: `A table with nm and ${columns.join(', ')}, or the name of a CSV file beside this one.`,
  options: [
    { kind: 'text', key: '', label: 'File' },
    {
      kind: 'object',
      key: '',
      label: 'Table',
      fields: [numbers('nm', 'Wavelengths'), ...columns.map((name) => numbers(name, name))],
    },
    ...others,
  ],
});

const celsius = <const Key extends string>(key: Key, label: string) =>
  ({ kind: 'number', key, label, unit: '', above: ABSOLUTE_ZERO }) as const;

export const DARK_CURRENT = {
  kind: 'object',
  key: 'darkCurrent',
  label: 'Dark Current',
  help: 'In electrons, at the temperature of the sensor.',
  fields: [
    { kind: 'number', key: 'electronsPerSecond', label: 'Dark Current, e⁻/s', unit: '', min: 0 },
    celsius('atCelsius', 'Measured At, °C'),
    { kind: 'number', key: 'doublingKelvin', label: 'Doubles Every, K', unit: '', above: 0 },
    celsius('sensorCelsius', 'Sensor Temperature, °C'),
    {
      kind: 'number',
      key: 'nonUniformityPercent',
      label: 'Dark Current Spread, %',
      unit: '',
      min: 0,
      max: 1000,
      help: 'Standard deviation from pixel to pixel.',
    },
  ],
} as const satisfies DocumentField;

const decibels = <const Key extends string>(key: Key, label: string) =>
  ({ kind: 'number', key, label, unit: '', above: 0, max: 160 }) as const;
export const EMVA = {
  kind: 'object',
  key: 'emva1288',
  label: 'EMVA 1288',
  help: 'Figures of a data sheet, from which well and read noise follow.',
  fields: [
    { ...decibels('snrMaxDb', 'Maximum SNR, dB'), required: true },
    decibels('dynamicRangeDb', 'Dynamic Range, dB'),
  ],
} as const satisfies DocumentField;

/** Fields of a sensor file that are read as they stand. */
export const PLAIN_FIELDS = [
  { kind: 'text', key: 'name', label: 'Name' },
  {
    kind: 'text',
    key: 'measuredOn',
    label: 'Measured On',
    most: 80,
    help: 'What the figures were measured on, as one Pixel 4a.',
  },
  {
    kind: 'number',
    key: 'bits',
    label: 'Bits',
    unit: '',
    min: 8,
    max: 16,
    whole: true,
    help: 'Of the converter.',
  },
  {
    kind: 'number',
    key: 'longestExposureSeconds',
    label: 'Longest Exposure',
    unit: 's',
    above: 0,
  },
  {
    kind: 'list',
    key: 'remarks',
    label: 'Remarks',
    help: 'What the log says of the figures.',
    item: { kind: 'text', key: '', label: 'Remark', most: 400 },
    most: 20,
  },
] as const satisfies readonly DocumentField[];

/** All that a recipe's `sensorFile` may have. */
export const SENSOR_FIELDS: ObjectField = {
  kind: 'object',
  key: 'sensorFile',
  label: 'Sensor File',
  help: "Fields of a sensor file that stand in place of the sensor's.",
  fields: [
    ...PLAIN_FIELDS,
    { kind: 'text', key: 'source', label: 'Source' },
    {
      kind: 'object',
      key: 'sources',
      label: 'Sources',
      fields: [],
      others: { kind: 'text', key: '', label: 'Source' },
    },
    {
      kind: 'one-of',
      key: 'pattern',
      label: 'Pattern',
      options: [
        { kind: 'choice', key: '', label: 'Name', options: Object.keys(NAMED_TILES) },
        {
          kind: 'list',
          key: '',
          label: 'Rows',
          item: { kind: 'text', key: '', label: 'Row', most: 8 },
          fewest: 1,
          most: 8,
        },
      ],
    },
    { kind: 'object', key: 'sensorParams', label: 'Sensor Params', fields: parameters },
    ...LEVEL_FIELDS,
    DARK_CURRENT,
    EMVA,
    spectra('quantumEfficiency', 'Quantum Efficiency', COLOURS, [{ ...EFFICIENCY_AT, key: '' }]),
    {
      kind: 'object',
      key: 'quantumEfficiencyAt',
      label: 'Quantum Efficiency At',
      help: 'Wavelength in nm and electrons per photon, for each colour.',
      fields: COLOURS.map((key) => ({ kind: 'list', key, label: key, item: number, length: 2 })),
    },
    spectra('irCut', 'IR Cut', ['transmission']),
    spectra('antiReflection', 'Anti-reflection', ['transmission']),
    ...CHIP_FIELDS,
    CAPTURES,
  ],
};

/** Fields that each gain of a sensor file may have. */
export const GAIN_FIELDS: readonly DocumentField[] = [...parameters, ...LEVEL_FIELDS];

/** All that a sensor file may have: several gains, too. */
export const SENSOR_FILE_FIELDS: readonly DocumentField[] = [
  ...SENSOR_FIELDS.fields,
  {
    kind: 'object',
    key: 'gains',
    label: 'Gains',
    fields: [],
    others: { kind: 'object', key: '', label: 'Gain', fields: GAIN_FIELDS },
  },
  { kind: 'text', key: 'gain', label: 'Gain' },
  {
    kind: 'object',
    key: 'maps',
    label: 'Maps',
    help: 'Single pixels, in .npy files beside this one: these stand in place of those that are drawn.',
    fields: (['prnu', 'dsnu', 'defects'] as const).map((key) => ({
      kind: 'text',
      key,
      label: key.toUpperCase(),
    })),
  },
];

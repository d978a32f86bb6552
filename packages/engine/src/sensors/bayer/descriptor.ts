import type { NumberField, ParametersOf } from '../../field-descriptor.ts';
import { blankSensor, colsField, pixelSizeField, rowsField } from '../blank-sensor.ts';
import { EFFECT_FIELDS } from '../read-out/effect-fields.ts';
import type { SensorDescriptor } from '../sensor-descriptor.ts';

/** The top left 2x2 cell of the colour filter array, row by row. */
export const BAYER_ORDERS = ['grbg', 'rggb', 'bggr', 'gbrg'] as const;
export type BayerOrder = (typeof BAYER_ORDERS)[number];

export const sensorFields = [
  {
    kind: 'number',
    key: 'voltage_swing',
    label: 'Voltage Swing',
    unit: 'V',
    default: 1.15,
    min: 1e-3,
    max: 100,
    help: 'Voltage at which the converter is full. Conversion gain is swing / well capacity.',
  },
  {
    kind: 'number',
    key: 'well_capacity',
    label: 'Well Capacity',
    unit: 'e⁻',
    default: 9000,
    min: 1,
    max: 1e8,
    help: 'Electrons a pixel can hold.',
  },
  {
    kind: 'number',
    key: 'fill_factor',
    label: 'Fill Factor',
    unit: '',
    default: 0.45,
    min: 1e-3,
    max: 1,
    help: 'Light-sensitive share of the pixel.',
  },
  pixelSizeField,
  {
    kind: 'number',
    key: 'dark_voltage',
    label: 'Dark Voltage',
    unit: 'µV/s',
    default: 10,
    min: 0,
    max: 1e9,
    help: 'Dark signal per second of exposure.',
  },
  {
    kind: 'number',
    key: 'read_noise',
    label: 'Read Noise',
    unit: 'mV',
    default: 0.96,
    min: 0,
    max: 1e5,
    help: 'Standard deviation of one read.',
  },
  {
    kind: 'number',
    key: 'prnu',
    label: 'PRNU',
    unit: '%',
    default: 0.2218,
    min: 0,
    max: 100,
    help: 'Standard deviation of the response from pixel to pixel.',
  },
  {
    kind: 'number',
    key: 'dsnu',
    label: 'DSNU',
    unit: 'mV',
    default: 1,
    min: 0,
    max: 1e5,
    help: 'Standard deviation of the offset from pixel to pixel.',
  },
  {
    kind: 'number',
    key: 'analog_gain',
    label: 'Analog Gain',
    unit: '',
    default: 1,
    min: 1e-3,
    max: 1e4,
    help: 'Divides the voltage: 2 makes the picture half as bright. A camera maker calls that a gain of 0.5× or −6 dB; 0.5 is 2× or +6 dB.',
  },
  {
    kind: 'number',
    key: 'analog_offset',
    label: 'Analog Offset',
    unit: 'V',
    default: 0,
    min: -100,
    max: 100,
    help: 'Added to the voltage before the gain divides it.',
  },
  rowsField,
  colsField,
  ...EFFECT_FIELDS,
] as const satisfies readonly NumberField[];

/** Bits of the converter (docs/reference/protocol.md#f1). */
export const BAYER_BITS = 10;

/**
 * Share of the voltage swing that the offset alone may not reach: beyond it the picture is white.
 */
const LARGEST_OFFSET = 0.95;

/**
 * A Bayer sensor with the reference quantum efficiency; the four choices differ in their order
 * only.
 */
export const bayer = <const Order extends BayerOrder>(order: Order) =>
  ({
    label: `Bayer-${order}`,
    wireKey: blankSensor.wireKey,
    fields: sensorFields,
    order,
    bits: BAYER_BITS,
    problems,
  }) as const satisfies SensorDescriptor & { readonly order: BayerOrder };

function problems({
  analog_offset: offset,
  analog_gain: gain,
  voltage_swing: swing,
}: ParametersOf<typeof sensorFields>) {
  const limit = LARGEST_OFFSET * swing * Math.min(1, gain);
  return offset < limit
    ? []
    : [
        {
          key: 'analog_offset',
          message: `Analog Offset must be less than ${100 * LARGEST_OFFSET} % of Voltage Swing${gain < 1 ? ' x Analog Gain' : ''} (${limit.toPrecision(4)} V): with ${offset} V the picture is white without any light.`,
        },
      ];
}

import type { NumberField } from '../../field-descriptor.ts';

/** Top-left 2x2 of the colour filter array, read row by row. */
export type BayerOrder = 'grbg' | 'rggb' | 'bggr' | 'gbrg';

export const sensorFields = [
  { kind: 'number', key: 'voltage_swing', label: 'Voltage Swing', unit: 'V', default: 1.15, min: 1e-3, max: 100, help: 'Voltage at which the converter is full; it also sets the gain, swing / well.' },
  { kind: 'number', key: 'well_capacity', label: 'Well Capacity', unit: 'e⁻', default: 9000, min: 1, max: 1e8, help: 'Electrons a pixel can hold.' },
  { kind: 'number', key: 'fill_factor', label: 'Fill Factor', unit: '', default: 0.45, min: 1e-3, max: 1, help: 'Light-sensitive share of the pixel.' },
  { kind: 'number', key: 'pixel_size', label: 'Pixel Size', unit: 'µm', default: 2.2, min: 0.01, max: 1000, help: 'Distance from pixel to pixel.' },
  { kind: 'number', key: 'dark_voltage', label: 'Dark Voltage', unit: 'µV/s', default: 10, min: 0, max: 1e9, help: 'Signal that grows in the dark.' },
  { kind: 'number', key: 'read_noise', label: 'Read Noise', unit: 'mV', default: 0.96, min: 0, max: 1e5, help: 'Standard deviation of one read.' },
  { kind: 'number', key: 'prnu', label: 'PRNU', unit: '%', default: 0.2218, min: 0, max: 100, help: 'Pixel-to-pixel spread of the response.' },
  { kind: 'number', key: 'dsnu', label: 'DSNU', unit: 'mV', default: 1, min: 0, max: 1e5, help: 'Pixel-to-pixel spread of the offset.' },
  { kind: 'number', key: 'analog_gain', label: 'Analog Gain', unit: '', default: 1, min: 1e-3, max: 1e4, help: 'Divides the voltage: 2 makes the picture half as bright.' },
  { kind: 'number', key: 'analog_offset', label: 'Analog Offset', unit: 'V', default: 0, min: -100, max: 100, help: 'Added to the voltage before the gain divides it.' },
  { kind: 'number', key: 'rows', label: 'Rows', unit: 'px', default: 450, whole: true, min: 1, max: 32768 },
  { kind: 'number', key: 'cols', label: 'Cols', unit: 'px', default: 650, whole: true, min: 1, max: 32768 },
] as const satisfies readonly NumberField[];

/** A Bayer sensor with the reference quantum efficiency; the four choices differ in their order only. */
export const bayer = <const Order extends BayerOrder>(order: Order) => ({ label: `Bayer-${order}`, wireKey: 'sensorParams', fields: sensorFields, order } as const);

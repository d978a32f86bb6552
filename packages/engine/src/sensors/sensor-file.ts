import type { ParametersOf } from '../field-descriptor.ts';
import { BAYER_BITS, type BayerOrder, type sensorFields } from './bayer/descriptor.ts';
import type { ColourFilters } from './colour-filters.ts';
import type { SensorPlan } from './pixel.ts';

type SensorParameters = ParametersOf<typeof sensorFields>;

/**
 * A sensor as a user's file describes it: the twelve fields of a recipe, and properties that they
 * do not cover.
 */
export interface SensorFile extends ColourFilters {
  readonly name: string;
  /** Bits of the converter, 8 to 16. */
  readonly bits: number;
  /** Of the twelve fields those that the file gives, in the units of a recipe. */
  readonly parameters: Readonly<Partial<Record<keyof SensorParameters, number>>>;
  /**
   * Electrons per photon and band behind all filters, in the order of the channels; absent: those
   * of the reference sensor.
   */
  readonly quantumEfficiency?: readonly Float64Array[];
  /** Code in the dark, in place of the field analog_offset. */
  readonly blackLevel?: number;
  /** Standard deviations in electrons, in place of the fields read_noise and dsnu. */
  readonly readNoiseElectrons?: number;
  readonly dsnuElectrons?: number;
  /** Electrons per second at the temperature of the sensor, in place of the field dark_voltage. */
  readonly darkElectronsPerSecond?: number;
  readonly longestExposureSeconds?: number;
}

/**
 * A sensor that is one of the list with other values in its fields only; it has the name of that
 * sensor then, and its noise.
 */
const isListed = (file: SensorFile): file is SensorFile & { readonly order: BayerOrder } =>
  file.order !== undefined &&
  file.bits === BAYER_BITS &&
  file.quantumEfficiency === undefined &&
  file.blackLevel === undefined &&
  file.readNoiseElectrons === undefined &&
  file.dsnuElectrons === undefined &&
  file.darkElectronsPerSecond === undefined &&
  file.longestExposureSeconds === undefined;

/**
 * The sensor of a run from a file.
 *
 * @param parameters the twelve fields, in SI units; those that the file has in other units take the
 * file's value.
 * @see docs/own-files.md#sensors---sensor-file
 */
export function sensorOfFile(file: SensorFile, parameters: SensorParameters): SensorPlan {
  if (isListed(file))
    return { label: `Bayer-${file.order}`, order: file.order, parameters, bits: file.bits };
  const { voltage_swing: swing, well_capacity: well, analog_gain: gain } = parameters;
  const volts = (electrons: number): number => (electrons * swing) / well;
  const {
    blackLevel: black,
    readNoiseElectrons: read,
    dsnuElectrons: dsnu,
    darkElectronsPerSecond: dark,
    quantumEfficiency,
    longestExposureSeconds,
  } = file;
  return {
    label: file.name,
    ...(file.order ? { order: file.order } : { tile: file.tile }),
    parameters: {
      ...parameters,
      ...(black !== undefined && { analog_offset: (black / 2 ** file.bits) * swing * gain }),
      ...(read !== undefined && { read_noise: volts(read) }),
      ...(dsnu !== undefined && { dsnu: volts(dsnu) }),
      ...(dark !== undefined && { dark_voltage: volts(dark) }),
    },
    bits: file.bits,
    ...(quantumEfficiency && { quantumEfficiency }),
    ...(longestExposureSeconds !== undefined && { longestExposureSeconds }),
  };
}

import type { ParametersOf } from '../field-descriptor.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { BayerOrder, sensorFields } from './bayer/descriptor.ts';
import { QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';

/** The sensor of a run. */
export interface SensorPlan {
  readonly label: string;
  readonly order: BayerOrder;
  /** SI units and fractions. */
  readonly parameters: ParametersOf<typeof sensorFields>;
  /** Bits of the converter. */
  readonly bits: number;
  /** Electrons per photon and band, red, green, blue, from a file; absent: those of the reference sensor. */
  readonly quantumEfficiency?: readonly Spectrum[];
}

/** Electrons per photon and band of a sensor, red, green, blue. */
export const quantumEfficiencyOf = ({
  quantumEfficiency,
}: Pick<SensorPlan, 'quantumEfficiency'>): readonly Spectrum[] =>
  quantumEfficiency ?? QUANTUM_EFFICIENCY;

/** What limits the signal of a pixel. */
export type Bound = 'well' | 'converter';

/** Figures of a pixel, derived from the parameters of its sensor. */
export interface Pixel {
  /** Light-sensitive area, m². */
  readonly area: number;
  /** Volts per electron. */
  readonly conversionGain: number;
  /** Electrons per second in the dark. */
  readonly darkCurrent: number;
  /** Standard deviations, electrons. */
  readonly readNoise: number;
  readonly dsnu: number;
  /** Electrons per code. */
  readonly electronsPerCode: number;
  /** Electrons at saturation: of the well or of the converter, whichever is reached first. */
  readonly saturation: number;
  /** Which of the two it is. */
  readonly saturationBound: Bound;
}

/**
 * Derives the figures of a pixel from the parameters of a sensor.
 *
 * @see docs/reference/radiometry.md#sensor.
 */
export function pixelOf({ parameters, bits }: SensorPlan): Pixel {
  const {
    voltage_swing: swing,
    well_capacity: well,
    pixel_size: pitch,
    fill_factor: fill,
    dark_voltage: dark,
    read_noise: read,
    dsnu,
    analog_gain: gain,
    analog_offset: offset,
  } = parameters;
  const conversionGain = swing / well;
  const converter = (swing * gain - offset) / conversionGain;
  return {
    area: pitch ** 2 * fill,
    conversionGain,
    darkCurrent: dark / conversionGain,
    readNoise: read / conversionGain,
    dsnu: dsnu / conversionGain,
    electronsPerCode: ((swing / 2 ** bits) * gain) / conversionGain,
    saturation: Math.min(well, converter),
    saturationBound: firstBound(converter, well),
  };
}

/** Which of two limits in electrons is reached first; the well where they are equal but for rounding, as in the default sensor. */
export const firstBound = (converter: number, well: number): Bound =>
  converter < well * (1 - 1e-9) ? 'converter' : 'well';

import type { SensorPlan } from '../pipeline/plan.ts';

/** What follows from a sensor's parameters. */
export interface Pixel {
  /** Light-sensitive area, m². */
  readonly area: number;
  /** Volts per electron. */
  readonly conversionGain: number;
  /** Electrons per second in the dark. */
  readonly darkCurrent: number;
  /** In electrons, standard deviations. */
  readonly readNoise: number;
  readonly dsnu: number;
  /** Electrons per code. */
  readonly electronsPerCode: number;
  /** Electrons at which the picture turns white: the well or the converter, whichever comes first. */
  readonly saturation: number;
}

/** Derives the pixel from what a data sheet says. @see radiometry.md section 3. */
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
  return {
    area: pitch ** 2 * fill,
    conversionGain,
    darkCurrent: dark / conversionGain,
    readNoise: read / conversionGain,
    dsnu: dsnu / conversionGain,
    electronsPerCode: ((swing / 2 ** bits) * gain) / conversionGain,
    saturation: Math.min(well, (swing * gain - offset) / conversionGain),
  };
}

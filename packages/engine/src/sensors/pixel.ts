import type { Spectrum } from '../quantities/wavelengths.ts';
import type { AssumedFigure } from './assumed-figures.ts';
import type { Chip } from './chip/chip.ts';
import { QUANTUM_EFFICIENCY } from './bayer/quantum-efficiency.ts';
import { defaultEfficiency, mosaicOf, type ColourFilters } from './colour-filters.ts';
import type { SensorParameters } from './sensor-parameters.ts';

/** The sensor of a run. */
export interface SensorPlan extends ColourFilters {
  readonly label: string;
  /** SI units and fractions. */
  readonly parameters: SensorParameters;
  /** Bits of the converter. */
  readonly bits: number;
  /**
   * Electrons per photon and band, in the order of the channels, from a file; absent: those of the
   * reference sensor.
   */
  readonly quantumEfficiency?: readonly Spectrum[] | undefined;
  /** Absent: the meter's own limit alone. */
  readonly longestExposureSeconds?: number | undefined;
  /** What it is beyond the figures of one pixel; absent: nothing. */
  readonly chip?: Chip;
  /** Figures that no source gives; absent: none. */
  readonly assumed?: readonly AssumedFigure[];
}

/**
 * Electrons per photon and band of a sensor, in the order of its channels: red, green, blue of a
 * Bayer sensor.
 */
export const quantumEfficiencyOf = ({
  quantumEfficiency,
  ...filters
}: Pick<SensorPlan, 'quantumEfficiency' | 'order' | 'tile'>): readonly Spectrum[] =>
  quantumEfficiency ??
  (filters.tile ? mosaicOf(filters).channels.map(defaultEfficiency) : QUANTUM_EFFICIENCY);

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
export function pixelOf({ parameters, bits }: Pick<SensorPlan, 'parameters' | 'bits'>): Pixel {
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

/** Analog Gain divides: the gain as camera makers write it is its reciprocal. */
export const usualGain = (analogGain: number) => ({
  gainTimes: 1 / analogGain,
  gainDb: -20 * Math.log10(analogGain) + 0,
});

/**
 * Which of two limits in electrons is reached first; the well where they are equal but for
 * rounding, as in the default sensor.
 */
export const firstBound = (converter: number, well: number): Bound =>
  converter < well * (1 - 1e-9) ? 'converter' : 'well';

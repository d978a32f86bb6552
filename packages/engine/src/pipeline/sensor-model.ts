import type { EmvaFigures } from '../analysis/emva1288/figures.ts';
import { sinc } from '../quantities/sinc.ts';
import { perfectModulation } from '../optics/point-spread/modulation-transfer.ts';
import { brightnessChannel, mosaicOf, type Mosaic } from '../sensors/colour-filters.ts';
import { atOutput, deviationOf, noiseBudget, responseAt, termOf } from '../sensors/noise-budget.ts';
import { pixelOf, quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import {
  GREEN,
  designSensor,
  type SensorDesign,
  type SensorDesignFigures,
} from '../sensors/sensor-design.ts';
import { monochromaticLight, sensorFigures, type SensorFigures } from './characterise-sensor.ts';
import { sensorColour, type SensorColour } from './measurements/sensor-colour.ts';

/** A level of even light on the colour that stands for a sensor. */
export interface SensorLevel {
  /** On the whole pixel. */
  readonly photons: number;
  readonly electrons: number;
  /** Mean over the dark, codes. */
  readonly signal: number;
  /** Variances, codes²: of the photons; of read, dark current and rounding; of PRNU. */
  readonly shot: number;
  readonly read: number;
  readonly prnu: number;
  /** Signal over the noise in time alone, and over that and the pattern of the pixels. */
  readonly temporalSnrDb: number;
  readonly snrDb: number;
}

/** A sensor with pixels of another size on the same die. */
export interface PixelSize {
  readonly micrometres: number;
  readonly megapixels: number;
  /** Electrons; proportional to the area. */
  readonly well: number;
  /** Frequency at which pixel and diffraction together leave a half; line pairs per mm. */
  readonly mtf50: number;
  /** Signal-to-noise ratio of the brightness channel. */
  readonly snrDb: number;
}

/** What a sensor does, by formula. Everything of the EMVA figures is in light of 525 nm. */
export interface SensorModel {
  readonly first: SensorFigures['first'];
  readonly figures: EmvaFigures;
  readonly notes: readonly string[];
  /** From below the threshold to saturation, ascending. */
  readonly levels: readonly SensorLevel[];
  readonly design: SensorDesignFigures;
  readonly mosaic: Mosaic;
  /** Electrons per photon on the photodiode, a list of 31 bands per channel. */
  readonly efficiency: readonly (readonly number[])[];
  readonly colour: SensorColour | undefined;
  readonly sizes: readonly PixelSize[];
}

/** Light in which the figures of a sensor are known, nm. */
export const FIGURES_NM = 525;
/** Levels per factor of ten, and the darkest one in electrons. */
const [PER_DECADE, DARKEST] = [16, 0.5];
const QUANTISATION = 1 / 12;
/** Sizes of pixels that are looked at, micrometres. */
const SIZES = Array.from({ length: 54 }, (_, step) => Number((0.7 + step / 10).toFixed(1)));

/** The curves and figures of a sensor without a frame. */
export function modelSensor(design: SensorDesign): SensorModel {
  const { sensor, energy } = design;
  const known = sensorFigures(sensor, monochromaticLight(FIGURES_NM));
  const efficiency = quantumEfficiencyOf(sensor);
  return {
    first: known.first,
    figures: known.figures,
    notes: known.notes,
    levels: levelsOf(known),
    design: designSensor(design),
    mosaic: mosaicOf(sensor),
    efficiency: efficiency.map((curve) => Array.from(curve)),
    colour: sensorColour(energy, efficiency),
    sizes: SIZES.map((micrometres) => pixelSize(design, micrometres)),
  };
}

/** Mean and variances of a pixel in light, as photon transfer has them. */
function levelsOf({ sensor, efficiency, exposureSeconds }: SensorFigures): readonly SensorLevel[] {
  const { electronsPerCode, saturation } = pixelOf(sensor);
  // An offset may leave nothing below saturation.
  if (!(saturation > DARKEST)) return [];
  const dark = noiseBudget(sensor, { signal: 0, exposureSeconds });
  const read = (deviationOf(dark, 'temporalDark') / electronsPerCode) ** 2 + QUANTISATION;
  const pattern = (deviationOf(dark, 'darkPattern') / electronsPerCode) ** 2;
  const steps = Math.ceil(PER_DECADE * Math.log10(saturation / DARKEST));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const electrons = DARKEST * (saturation / DARKEST) ** (step / steps);
    const signal = (electrons * responseAt(sensor, electrons).height) / electronsPerCode;
    const budget = noiseBudget(sensor, { signal: electrons, exposureSeconds: 0 });
    const shown = atOutput(budget, sensor, electrons);
    const shot = termOf(shown, 'shot').variance / electronsPerCode ** 2;
    const uneven = (termOf(shown, 'PRNU').deviation / electronsPerCode) ** 2;
    const decibels = (variance: number): number => 20 * Math.log10(signal / Math.sqrt(variance));
    return {
      photons: electrons / efficiency,
      electrons,
      signal,
      shot,
      read,
      prnu: uneven,
      temporalSnrDb: decibels(shot + read),
      snrDb: decibels(shot + read + uneven + pattern),
    };
  });
}

/** The die and the noise of a pixel stay; its well grows with its area. */
function pixelSize(design: SensorDesign, micrometres: number): PixelSize {
  const { sensor, fNumber } = design;
  const { parameters: was } = sensor;
  const pitch = micrometres * 1e-6;
  const larger = (pitch / was.pixel_size) ** 2;
  const parameters: SensorPlan['parameters'] = {
    ...was,
    pixel_size: pitch,
    well_capacity: was.well_capacity * larger,
    // In volts, of which an electron is now a smaller part.
    read_noise: was.read_noise / larger,
    dsnu: was.dsnu / larger,
    dark_voltage: was.dark_voltage / larger,
  };
  const dieMm = [1000 * was.cols * was.pixel_size, 1000 * was.rows * was.pixel_size] as const;
  const { columns, rows, levels, colours } = designSensor({
    ...design,
    sensor: { ...sensor, parameters },
    dieMm,
  });
  return {
    micrometres,
    megapixels: (columns * rows) / 1e6,
    well: parameters.well_capacity,
    mtf50: halfModulation(pitch, fNumber),
    snrDb: levels[0]!.snrDb[brightnessChannel(colours)]!,
  };
}

/** Where the modulation of a pixel and of diffraction falls to a half, line pairs per mm. */
function halfModulation(pitch: number, fNumber: number): number {
  let [low, high] = [0, 1 / pitch];
  for (let step = 0; step < 50; step += 1) {
    const frequency = (low + high) / 2;
    if (sinc(pitch * frequency) * perfectModulation(GREEN * fNumber * frequency) > 0.5)
      low = frequency;
    else high = frequency;
  }
  return low / 1000;
}

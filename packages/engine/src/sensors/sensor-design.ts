import { perfectModulation } from '../optics/point-spread/modulation-transfer.ts';
import { luminanceOf } from '../colour/xyz.ts';
import { sinc } from '../quantities/sinc.ts';
import { BAND_WIDTH, energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { brightnessChannel, mosaicOf, type FilterColour } from './colour-filters.ts';
import { deviationOf, noiseBudget, varianceOf } from './noise-budget.ts';
import { pixelOf, quantumEfficiencyOf, type Pixel, type SensorPlan } from './pixel.ts';

/** A sensor in a light, without a picture. */
export interface SensorDesign {
  readonly sensor: SensorPlan;
  /** Relative energy per band of the light. */
  readonly energy: Spectrum;
  readonly fNumber: number;
  readonly exposureSeconds: number;
  /** Share of the light that the surface before the camera reflects, as a perfect diffuser. */
  readonly reflectance: number;
  /** Illuminances of that surface. */
  readonly lux: readonly number[];
  /** Width and height of the light-sensitive die; undefined: the rows and columns of the sensor. */
  readonly dieMm: readonly [number, number] | undefined;
}

/** One illuminance: lists in the order of the colours. */
export interface DesignLevel {
  readonly lux: number;
  /** Electrons from light, as if the pixel had no limit. */
  readonly electrons: readonly number[];
  readonly snrDb: readonly number[];
}

/** What a sensor does in a light, by formula. The keys are published. */
export interface SensorDesignFigures {
  readonly columns: number;
  readonly rows: number;
  readonly colours: readonly FilterColour[];
  readonly readNoiseElectrons: number;
  readonly dsnuElectrons: number;
  readonly darkElectrons: number;
  readonly electronsPerCode: number;
  readonly dynamicRangeDb: number;
  /** Illuminance at which the brightest colour is full. */
  readonly saturationLux: number;
  /** Illuminance at which green reaches 20 dB; null where it is full before. */
  readonly snr10Lux: number | null;
  readonly nyquistLinePairsPerMm: number;
  /** Modulation of pixel and diffraction, 0 to 1. */
  readonly modulationAtNyquist: number;
  readonly modulationAtHalfNyquist: number;
  readonly levels: readonly DesignLevel[];
}

/** Wavelength of the diffraction, m. */
export const GREEN = 550e-9;
/** SNR 10 as an amplitude ratio: 20 dB. */
const SNR_10 = 10;

/**
 * The figures of a sensor at illuminances, by the radiometry of the product: radiance
 * lux·reflectance/π, irradiance π·L/(1 + 4·N²), electrons of each colour by its quantum efficiency,
 * pixel area and time.
 *
 * @see docs/reference/sensor-design.md
 */
export function designSensor(design: SensorDesign): SensorDesignFigures {
  const { sensor, lux, exposureSeconds, fNumber, dieMm } = design;
  const { pixel_size: pitch, rows, cols: columns } = sensor.parameters;
  const pixel = pixelOf(sensor);
  const darkElectrons = pixel.darkCurrent * exposureSeconds;
  const perLux = electronsPerLux(design, pixel);
  const colours = mosaicOf(sensor).channels;
  const green = snr10Electrons(design, pixel, darkElectrons);
  const inTheDark = noiseBudget(sensor, { signal: 0, exposureSeconds });
  const nyquist = 1 / (2 * pitch);
  const modulationAt = (frequency: number): number =>
    sinc(pitch * frequency) * perfectModulation(GREEN * fNumber * frequency);
  return {
    columns: dieMm ? fitting(dieMm[0], pitch) : columns,
    rows: dieMm ? fitting(dieMm[1], pitch) : rows,
    colours,
    readNoiseElectrons: pixel.readNoise,
    dsnuElectrons: pixel.dsnu,
    darkElectrons,
    electronsPerCode: pixel.electronsPerCode,
    dynamicRangeDb: decibels(pixel.saturation / deviationOf(inTheDark, 'dynamicRange')),
    saturationLux: (pixel.saturation - darkElectrons) / Math.max(...perLux),
    snr10Lux: green === undefined ? null : green / perLux[brightnessChannel(colours)]!,
    nyquistLinePairsPerMm: nyquist / 1000,
    modulationAtNyquist: modulationAt(nyquist),
    modulationAtHalfNyquist: modulationAt(nyquist / 2),
    levels: lux.map((level) => {
      const electrons = perLux.map((each) => each * level);
      return {
        lux: level,
        electrons,
        snrDb: electrons.map((signal) => decibels(snrOf(design, pixel, signal))),
      };
    }),
  };
}

/** Electrons of each colour in one exposure per lux on the surface. */
function electronsPerLux(
  { sensor, energy, fNumber, exposureSeconds, reflectance }: SensorDesign,
  { area }: Pixel,
): number[] {
  const scale = reflectance / Math.PI / luminanceOf(energy);
  const irradiance = energyToPhotons(energy).map(
    (radiance) => (Math.PI * radiance * scale) / (1 + 4 * fNumber ** 2),
  );
  return quantumEfficiencyOf(sensor).map(
    (efficiency) =>
      irradiance.reduce((sum, photons, band) => sum + photons * efficiency[band]!, 0) *
      BAND_WIDTH *
      area *
      exposureSeconds,
  );
}

/** Signal over noise of a pixel that collects electrons of light, over pixels and frames. */
function snrOf({ sensor, exposureSeconds }: SensorDesign, pixel: Pixel, light: number): number {
  const { saturation, darkCurrent } = pixel;
  const signal = Math.min(light + darkCurrent * exposureSeconds, saturation);
  const budget = noiseBudget(sensor, { signal, exposureSeconds }, pixel);
  return Math.min(light, saturation) / Math.sqrt(varianceOf(budget, 'snr'));
}

/** Signal of SNR 10; undefined where the pixel is full before. */
function snr10Electrons(design: SensorDesign, pixel: Pixel, dark: number): number | undefined {
  const { sensor, exposureSeconds } = design;
  const { saturation } = pixel;
  const { prnu } = sensor.parameters;
  if (sensor.chip?.defects) return snr10ByHalving(design, pixel, saturation - dark);
  // The root of a square equation, because the other terms do not depend on the signal.
  const square = 1 / SNR_10 ** 2 - prnu ** 2;
  const linear = 1 + 2 * prnu ** 2 * dark;
  const inTheDark = noiseBudget(sensor, { signal: dark, exposureSeconds }, pixel);
  const constant = varianceOf(inTheDark, 'snr');
  const root = (linear + Math.sqrt(linear ** 2 + 4 * square * constant)) / (2 * square);
  return square > 0 && root + dark <= saturation ? root : undefined;
}

/** Steps that halve the range of the signal, to the last digits. */
const HALVINGS = 60;

/** The same where the noise of defects grows with the signal. */
function snr10ByHalving(design: SensorDesign, pixel: Pixel, most: number): number | undefined {
  if (!(most > 0) || snrOf(design, pixel, most) < SNR_10) return undefined;
  let [low, high] = [0, most];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (snrOf(design, pixel, middle) < SNR_10) low = middle;
    else high = middle;
  }
  return high;
}

/** Pixels that fit, an even number, so that the colour filter array is whole. */
const fitting = (mm: number, pitch: number): number => 2 * Math.floor(mm / 1000 / pitch / 2);

const decibels = (ratio: number): number => 20 * Math.log10(ratio);

import { perfectModulation } from '../optics/point-spread/modulation-transfer.ts';
import { luminanceOf } from '../colour/xyz.ts';
import { sinc } from '../quantities/sinc.ts';
import { BAND_WIDTH, energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { brightnessChannel, mosaicOf, type FilterColour } from './colour-filters.ts';
import { pixelOf, quantumEfficiencyOf, type Pixel, type SensorPlan } from './pixel.ts';

/** A sensor in a light, without a picture. */
export interface SensorDesign {
  readonly sensor: SensorPlan;
  /** Relative energy per band of the light. */
  readonly energy: Spectrum;
  readonly fNumber: number;
  readonly exposureSeconds: number;
  /** Of the surface that is looked at, a perfect diffuser but for this share. */
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
  const green = snr10Electrons(pixel, sensor, darkElectrons);
  const rounding = pixel.electronsPerCode / Math.sqrt(12);
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
    dynamicRangeDb: decibels(pixel.saturation / Math.hypot(pixel.readNoise, rounding)),
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
        snrDb: electrons.map((signal) =>
          decibels(
            Math.min(signal, pixel.saturation) / noiseOf(signal + darkElectrons, pixel, sensor),
          ),
        ),
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

/** Standard deviation over pixels and frames, electrons, of a pixel that collects these. */
function noiseOf(electrons: number, { saturation, readNoise, dsnu }: Pixel, sensor: SensorPlan) {
  const collected = Math.min(electrons, saturation);
  return Math.sqrt(
    collected + readNoise ** 2 + dsnu ** 2 + (sensor.parameters.prnu * collected) ** 2,
  );
}

/** Signal of SNR 10: the root of its square equation; undefined where the pixel is full before. */
function snr10Electrons(
  { saturation, readNoise, dsnu }: Pixel,
  { parameters: { prnu } }: SensorPlan,
  dark: number,
): number | undefined {
  const square = 1 / SNR_10 ** 2 - prnu ** 2;
  const linear = 1 + 2 * prnu ** 2 * dark;
  const constant = dark + readNoise ** 2 + dsnu ** 2 + (prnu * dark) ** 2;
  const root = (linear + Math.sqrt(linear ** 2 + 4 * square * constant)) / (2 * square);
  return square > 0 && root + dark <= saturation ? root : undefined;
}

/** Pixels that fit, an even number, so that the colour filter array is whole. */
const fitting = (mm: number, pitch: number): number => 2 * Math.floor(mm / 1000 / pitch / 2);

const decibels = (ratio: number): number => 20 * Math.log10(ratio);

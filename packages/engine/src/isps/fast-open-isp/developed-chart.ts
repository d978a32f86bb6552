import { D65_WHITE } from '../../colour/adaptation.ts';
import { deltaE2000 } from '../../colour/delta-e-2000.ts';
import { labOf } from '../../colour/lab.ts';
import { SRGB_TO_LINEAR, linearSrgbToXyz } from '../../colour/srgb.ts';
import { eachOf, type Triple } from '../../colour/xyz.ts';
import { BAYER_PHASES, channelOf } from './bayer-phases.ts';
import { code as awb } from './modules/awb/apply.ts';
import { code as bcc } from './modules/bcc/apply.ts';
import { code as blc } from './modules/blc/apply.ts';
import { code as ccm } from './modules/ccm/apply.ts';
import { code as ceh } from './modules/ceh/apply.ts';
import { code as csc } from './modules/csc/apply.ts';
import { code as gac } from './modules/gac/apply.ts';
import { code as hsc } from './modules/hsc/apply.ts';
import type { IspParameters } from './order.ts';
import { convertFromLuma, toBytes } from './output.ts';
import { newPlane, type PlaneName, type Planes } from './planes.ts';
import { saturationLevel } from './saturation.ts';
import { shownColour } from './shown-colour.ts';
import type { MosaicFacts, StepCode } from './step-code.ts';
import { cos, log } from '../../quantities/elementary.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { energyToPhotons, type Spectrum } from '../../quantities/wavelengths.ts';
import { exposureOf } from '../../sensors/exposure.ts';
import { noiseBudget, varianceOf } from '../../sensors/noise-budget.ts';
import { pixelOf, type Pixel, type SensorPlan } from '../../sensors/pixel.ts';
import {
  CHART,
  MACBETH_REFLECTANCES,
  macbethReferences,
} from '../../scenes/macbeth/chart-colours.ts';

/** The camera that photographs the chart: the light, the responses to it, and the sensor. */
export interface ChartCamera {
  /** The light per band, on any scale. */
  readonly energy: Spectrum;
  /** Electrons per photon and band of red, green and blue. */
  readonly efficiency: readonly Spectrum[];
  readonly sensor: SensorPlan;
}

/** Figures of a developed picture of the chart. */
export interface DevelopedChart {
  /** CIEDE2000 of the patches, and its mean. */
  readonly errors: readonly number[];
  readonly mean: number;
  /** Red, green and blue of the patches in the raw picture, shares of its largest code. */
  readonly raw: readonly Triple[];
  /** Per cent of the samples of a channel at saturation, of the channel with the most. */
  readonly clippedPercent: { readonly awb: number; readonly ccm: number };
}

/** Red, green and blue electrons of the patches, relative to green of a white diffuser. */
type Signals = readonly Triple[];

/** The miniature of the chart: each patch has so many 2 x 2 cells of the mosaic on each side. */
const SIDE = 6;
const ROWS = CHART.rows * SIDE;
const COLUMNS = CHART.columns * SIDE;
const CELLS = ROWS * COLUMNS;
const PATCH_CELLS = SIDE ** 2;
/** Metered cells per patch: so many that the 99.5th percentile lies inside the brightest one. */
const METERED = 9;
/** The order of the colours changes nothing, because the pixels of a cell see the same patch. */
const PHASES = BAYER_PHASES.rggb;
/** Noise that AAF leaves: of half a pixel and half the mean of its eight neighbours. */
const AFTER_AAF = Math.sqrt(1 / 4 + 1 / 32);
/**
 * Steps of a sequence that fills a square evenly: 1/p and 1/p² with p³ = p + 1 (M. Roberts 2018).
 */
const [ACROSS, DOWN] = [0.7548776662466927, 0.5698402909980532];

const PATCHES = Int32Array.from(
  { length: CELLS },
  (_, cell) =>
    Math.floor(cell / (COLUMNS * SIDE)) * CHART.columns + Math.floor((cell % COLUMNS) / SIDE),
);
const patchOf = (cell: number): number => PATCHES[cell]!;

/** Calls with each pixel of the mosaic, its cell, and which of the four of that cell it is. */
function eachPixel(visit: (pixel: number, cell: number, phase: number) => void): void {
  for (let row = 0, pixel = 0; row < 2 * ROWS; row += 1)
    for (let column = 0; column < 2 * COLUMNS; column += 1, pixel += 1)
      visit(pixel, (row >> 1) * COLUMNS + (column >> 1), (row & 1) * 2 + (column & 1));
}

/** A normal number per pixel of the mosaic, the same spread in each patch (Box and Muller 1958). */
function evenNoise(): Float64Array {
  const noise = new Float64Array(4 * CELLS);
  const samples = new Int32Array(4 * MACBETH_REFLECTANCES.length);
  eachPixel((pixel, cell, phase) => {
    const step = PATCH_CELLS * phase + ++samples[4 * patchOf(cell) + phase]!;
    noise[pixel] =
      Math.sqrt(-2 * log(1 - ((step * ACROSS) % 1))) * cos(2 * Math.PI * ((step * DOWN) % 1));
  });
  return noise;
}

function patchSignals(energy: Spectrum, efficiency: readonly Spectrum[]): Signals {
  const light = energyToPhotons(energy);
  const signal = (response: Spectrum, reflectance?: readonly number[]): number =>
    light.reduce(
      (sum, photons, band) => sum + photons * response[band]! * (reflectance?.[band] ?? 1),
      0,
    );
  const white = signal(efficiency[1]!);
  return MACBETH_REFLECTANCES.map(
    (reflectance) =>
      efficiency.map((response) => signal(response, reflectance) / white) as unknown as Triple,
  );
}

/** The patches in electrons at the exposure that the meter chooses. */
function metered(signals: Signals, sensor: SensorPlan, parameters: IspParameters): Signals {
  const { area } = pixelOf(sensor);
  const cells = METERED * signals.length;
  const channels = [0, 1, 2].map((channel) =>
    Float32Array.from({ length: cells }, (_, i) => signals[i % signals.length]![channel]! / area),
  );
  const { seconds } = exposureOf(
    { channels, metered: { cells, share: 1, of: 'inside the scene' } },
    { ...sensor, longestExposureSeconds: Infinity },
    shownColour(parameters),
  );
  return signals.map((signal) => eachOf(signal, (value) => value * seconds));
}

/** Shares of the largest code of the converter, up to 1. */
const shareOf = (
  electrons: number,
  { conversionGain }: Pixel,
  { parameters }: SensorPlan,
): number => {
  const { analog_gain, analog_offset, voltage_swing, well_capacity } = parameters;
  const volts = Math.min(electrons, well_capacity) * conversionGain + analog_offset;
  return Math.min(Math.max(volts / analog_gain / voltage_swing, 0), 1);
};

/** The mosaic of patches in electrons. */
function mosaicOf(
  electrons: Signals,
  noise: Float64Array,
  sensor: SensorPlan,
  { aafEnabled }: IspParameters,
): Uint16Array {
  const pixelFigures = pixelOf(sensor);
  const bayer = newPlane('bayer', 4 * CELLS, (bytes) => new ArrayBuffer(bytes));
  const levels = 2 ** sensor.bits;
  const left = aafEnabled ? AFTER_AAF : 1;
  // The miniature has no time.
  const spreads = electrons.map((patch) =>
    eachOf(patch, (signal) =>
      Math.sqrt(varianceOf(noiseBudget(sensor, { signal, exposureSeconds: 0 }), 'beforeConverter')),
    ),
  );
  eachPixel((pixel, cell, phase) => {
    const [patch, channel] = [patchOf(cell), channelOf(PHASES[phase]!)];
    const mean = electrons[patch]![channel];
    const spread = spreads[patch]![channel];
    const share = shareOf(mean + left * spread * noise[pixel]!, pixelFigures, sensor);
    bayer[pixel] = Math.min(Math.floor(share * levels + 0.5), levels - 1);
  });
  return bayer;
}

/** Runs a step on the whole miniature, in place where it can. @returns what it counted. */
function apply(
  code: Omit<StepCode<never>, 'prepare'>,
  tables: object | undefined,
  planes: { readonly source: Partial<Planes>; readonly target?: Partial<Planes> },
  { rows, columns }: MosaicFacts,
): Int32Array {
  const counts = new Int32Array(3);
  if (!tables) return counts;
  const { source, target = source } = planes;
  const part = { source, target, tables, rows, columns, from: 0, to: rows, counts };
  code.survey?.({ ...part, to: code.surveyUnits?.(tables) ?? 1 });
  code.apply(part);
  return counts;
}

const plane = <Name extends PlaneName>(name: Name): Planes[Name] =>
  newPlane(name, CELLS, (bytes) => new ArrayBuffer(bytes));

/** The colours of each cell, as interpolation gives them where the picture is flat. */
function coloursOf(bayer: Uint16Array, saturation: number): Uint16Array {
  const codes = plane('codes');
  eachPixel((pixel, cell, phase) => {
    const channel = channelOf(PHASES[phase]!);
    codes[3 * cell + channel]! += bayer[pixel]!;
  });
  for (let at = 0; at < codes.length; at += 1)
    codes[at] = Math.min(at % 3 === 1 ? codes[at]! >> 1 : codes[at]!, saturation);
  return codes;
}

/** Gives each patch its mean luma, as NLM and BNF do, to the nearest sums of whole numbers. */
function smoothed(y: Uint8Array): void {
  const sums = new Int32Array(MACBETH_REFLECTANCES.length);
  for (let cell = 0; cell < CELLS; cell += 1) sums[patchOf(cell)]! += y[cell]!;
  const roundedSums = new Int32Array(sums.length);
  const places = new Int32Array(sums.length);
  for (let cell = 0; cell < CELLS; cell += 1) {
    const patch = patchOf(cell);
    const upTo = Math.round((sums[patch]! * ++places[patch]!) / PATCH_CELLS);
    y[cell] = upTo - roundedSums[patch]!;
    roundedSums[patch] = upTo;
  }
}

/** The patches as they are shown, linear, from the picture in the channel order of the ISP. */
const patchesOf = (rgb: Uint8Array): readonly Triple[] => {
  const sums = MACBETH_REFLECTANCES.map(() => [0, 0, 0] as [number, number, number]);
  for (let at = 0; at < rgb.length; at += 1)
    sums[patchOf(Math.floor(at / 3))]![2 - (at % 3)]! += SRGB_TO_LINEAR[rgb[at]!]! / PATCH_CELLS;
  return sums;
};

/**
 * Photographs the Macbeth chart and develops it without lens and in miniature: meter, sensor, and
 * the modules of the ISP that change the colours of flat patches. NLM and BNF take the noise from
 * luma; DPC, CNF and FCS are left out, because they act on noise and edges.
 *
 * @param currentParameters parameters of the ISP, of which CFA is on.
 * @returns the figures of the picture with other parameters of AWB and CCM.
 */
export function chartDeveloper(
  { energy, efficiency, sensor }: ChartCamera,
  currentParameters: IspParameters,
): (changes: Partial<IspParameters>) => DevelopedChart {
  const references = macbethReferences(energy).map(({ xyz }) => labOf(xyz, D65_WHITE));
  const signals = patchSignals(energy, efficiency);
  const noise = evenNoise();
  const saturation = saturationLevel(currentParameters, sensor.bits);
  const frame: MosaicFacts = { rows: ROWS, columns: COLUMNS, phases: PHASES, saturation };
  const mosaic: MosaicFacts = { ...frame, rows: 2 * ROWS, columns: 2 * COLUMNS };
  const finish = finisher(currentParameters, frame);
  const figures = pixelOf(sensor);
  return (changes) => {
    const parameters = { ...currentParameters, ...changes };
    const electrons = metered(signals, sensor, parameters);
    const bayer = mosaicOf(electrons, noise, sensor, parameters);
    const source = { bayer };
    if (parameters.blcEnabled) apply(blc, blc.prepare(parameters, mosaic), { source }, mosaic);
    const [red, green, blue] = parameters.awbEnabled
      ? apply(awb, awb.prepare(parameters, mosaic), { source }, mosaic)
      : [0, 0, 0];
    const codes = coloursOf(bayer, saturation);
    const full = parameters.ccmEnabled
      ? apply(ccm, ccm.prepare(parameters, frame), { source: { codes } }, frame)
      : [0];
    const errors = patchesOf(finish(codes)).map((linear, patch) =>
      deltaE2000(references[patch]!, labOf(linearSrgbToXyz(linear), D65_WHITE)),
    );
    return {
      errors,
      raw: electrons.map((patch) => eachOf(patch, (value) => shareOf(value, figures, sensor))),
      mean: meanOf(errors),
      clippedPercent: {
        awb: (100 * Math.max(red!, green! / 2, blue!)) / CELLS,
        ccm: (100 * Math.max(...full)) / CELLS,
      },
    };
  };
}

/** The modules from GAC on, whose tables are made once. */
function finisher(
  parameters: IspParameters,
  frame: MosaicFacts,
): (codes: Uint16Array) => Uint8Array {
  const [gamma, contrast, hue, brightness] = [
    parameters.gacEnabled ? gac.prepare(parameters, frame) : undefined,
    parameters.cehEnabled ? ceh.prepare(parameters, frame) : undefined,
    parameters.hscEnabled ? hsc.prepare(parameters) : undefined,
    parameters.bccEnabled ? bcc.prepare(parameters) : undefined,
  ];
  return (codes) => {
    if (!gamma) return toBytes(codes, frame.saturation);
    const rgb = plane('rgb');
    apply(gac, gamma, { source: { codes }, target: { rgb } }, frame);
    if (!parameters.cscEnabled) return rgb;
    const source = { y: plane('y'), cbcr: plane('cbcr') };
    apply(csc, csc.prepare(), { source: { rgb }, target: source }, frame);
    if (parameters.nlmEnabled || parameters.bnfEnabled) smoothed(source.y);
    apply(ceh, contrast, { source }, frame);
    apply(hsc, hue, { source }, frame);
    apply(bcc, brightness, { source }, frame);
    const { rows, columns } = frame;
    convertFromLuma({ source, target: { rgb }, tables: {}, rows, columns, from: 0, to: rows });
    return rgb;
  };
}

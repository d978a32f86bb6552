import { cos, cosSin } from '../../quantities/elementary.ts';
import { fourierTransformAny, fourierTransformPlane } from '../../quantities/fourier.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { fail } from '../../text/json-fields.ts';
import type { Region } from '../edge-sfr/region.ts';
import { roundHalfToEven } from '../information/noise-spectrum.ts';
import { leavesSpectrum } from './leaves-spectrum.ts';
import { layLeaves, type LeavesChart } from './leaves.ts';

/** Sharpness that leaves show. */
export interface TextureSfr {
  /** Leaves that were laid until the chart was covered. */
  readonly leaves: number;
  /** j/64 cycles per pixel. */
  readonly frequency: readonly number[];
  /** By the cross spectrum with the known leaves. @see Kirk, Herzer, Artmann, Kunz 2014 */
  readonly cross: readonly number[];
  /** By the power without noise. @see McElvain, Campbell, Miller, Jin 2010 */
  readonly power: readonly number[];
}

/** Samples of the chart along the side of a pixel. */
export const FINE = 4;
const POINTS = 32;
const [LEAST_SIDE, MOST_SIDE] = [64, 2048] as const;

/** How leaves are compared. */
export interface TextureSettings {
  /** Of a pixel of an even patch, value². */
  readonly noiseVariance?: number | undefined;
  /** The power of the exact spectrum in place of the known leaves. */
  readonly isModel?: boolean;
}

/**
 * Texture SFR of a region that shows a chart of leaves, pixel on pixel.
 *
 * @throws SimulationError (`chart.size`, `roi`).
 * @see docs/reference/lab.md#texture
 */
export function textureSfr(
  region: Region,
  chart: LeavesChart,
  settings: TextureSettings = {},
): TextureSfr {
  const { rows, columns } = region;
  if (rows !== chart.size || columns !== chart.size)
    fail('chart.size', `${chart.size}, but the region has ${rows} × ${columns}.`);
  if (rows > MOST_SIDE) fail('chart.size', `must be at most ${MOST_SIDE}, not ${rows}.`);
  const { reference, leaves } = referenceLeaves(chart);
  return { leaves, ...compareWith(region, reference, settings, chart) };
}

/** The chart as an ideal camera sees it at the middles of its pixels, and the count of leaves. */
export function referenceLeaves(chart: LeavesChart) {
  const { samples, leaves } = layLeaves(chart, FINE * chart.size);
  return { reference: bandLimited(samples, chart.size), leaves };
}

/** The same comparison with any reference, such as leaves through the map of a lens. */
export function compareWith(
  { rows, columns, values, used }: Region,
  reference: Float64Array,
  { noiseVariance = 0, isModel = false }: TextureSettings,
  chart: Omit<LeavesChart, 'seed' | 'size'>,
): Omit<TextureSfr, 'leaves'> {
  if (rows !== columns) fail('roi', `The region must be square, not ${rows} × ${columns}.`);
  if (rows < LEAST_SIDE) fail('roi', `must be at least ${LEAST_SIDE} pixels wide and high.`);
  if (used.some((use) => use === 0))
    fail('pattern', 'leaves need every pixel: develop the mosaic, or leave the pattern out.');
  const side = rows;
  const picture = windowed(values, side);
  const truth = windowed(reference, side);
  const floor = (noiseVariance * picture.windowPower) / picture.mean ** 2;
  const half = Math.floor(side / 2);
  const rings = Array.from({ length: half + 1 }, () => ({
    cross: [0, 0],
    found: 0,
    true: 0,
    n: 0,
  }));
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const signed = (bin: number): number => (bin > half ? bin - side : bin);
      const ring = rings[Math.round(Math.hypot(signed(row), signed(column)))];
      if (!ring) continue;
      const i = row * side + column;
      const [a, b, c, d] = [
        picture.real[i]!,
        picture.imaginary[i]!,
        truth.real[i]!,
        truth.imaginary[i]!,
      ];
      ring.cross[0]! += a * c + b * d;
      ring.cross[1]! += b * c - a * d;
      ring.found += a * a + b * b - floor;
      ring.true += c * c + d * d;
      ring.n += 1;
    }
  const numbers = Array.from({ length: half }, (_, i) => i + 1);
  const model = isModel
    ? leavesSpectrum(
        chart,
        numbers.map((i) => i / side),
      ).map((power, i) => (power * truth.windowPower * rings[i + 1]!.n) / truth.mean ** 2)
    : rings.slice(1).map((ring) => ring.true);
  return {
    frequency: Array.from({ length: POINTS }, (_, i) => (i + 1) / (2 * POINTS)),
    cross: atPoints(
      numbers.map((i) => Math.hypot(...rings[i]!.cross) / rings[i]!.true),
      side,
    ),
    power: atPoints(
      numbers.map((i) => Math.sqrt(Math.max(0, rings[i]!.found) / model[i - 1]!)),
      side,
    ),
  };
}

/** Means of the rings that lie nearest to j/64 cycles per pixel. */
function atPoints(rings: readonly number[], side: number): readonly number[] {
  const near = rings.map((_, i) => roundHalfToEven((2 * POINTS * (i + 1)) / side));
  return Array.from({ length: POINTS }, (_, j) =>
    meanOf(rings.filter((_value, i) => near[i] === j + 1)),
  );
}

/** Spectrum of a square over its mean, less 1, under a Hann window. */
function windowed(values: Float64Array, side: number) {
  const mean = meanOf(values);
  const hann = Float64Array.from(
    { length: side },
    (_, i) => 0.5 - 0.5 * cos((2 * Math.PI * (i + 0.5)) / side),
  );
  const real = values.map(
    (value, i) => (value / mean - 1) * hann[Math.floor(i / side)]! * hann[i % side]!,
  );
  const imaginary = new Float64Array(real.length);
  fourierTransformPlane(real, imaginary, side, side);
  const line = hann.reduce((sum, weight) => sum + weight ** 2, 0);
  return { mean, real, imaginary, windowPower: line ** 2 };
}

/**
 * Samples of FINE x FINE per pixel without what pixels cannot show, |u| or |v| from .5 on, at the
 * middles of the pixels.
 */
export function bandLimited(samples: Float32Array, side: number): Float64Array {
  const fine = FINE * side;
  // Rows first: each keeps as many frequencies as there are pixels.
  const [real, imaginary] = [0, 1].map(() => new Float64Array(fine * side)) as [
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < fine; row += 1) {
    const line = Float64Array.from(samples.subarray(row * fine, (row + 1) * fine));
    const other = new Float64Array(fine);
    const limited = limitedLine(line, other, side);
    real.set(limited[0], row * side);
    imaginary.set(limited[1], row * side);
  }
  const out = new Float64Array(side * side);
  for (let column = 0; column < side; column += 1) {
    const [line, other] = [real, imaginary].map((plane) =>
      Float64Array.from({ length: fine }, (_, row) => plane[row * side + column]!),
    ) as [Float64Array, Float64Array];
    const [values] = limitedLine(line, other, side);
    for (let row = 0; row < side; row += 1) out[row * side + column] = values[row]!;
  }
  return out;
}

/** One line of fine samples, limited and at the middles of the pixels. */
function limitedLine(
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
): readonly [Float64Array, Float64Array] {
  const fine = real.length;
  fourierTransformAny(real, imaginary);
  const [re, im] = [new Float64Array(side), new Float64Array(side)];
  const turn = new Float64Array(2);
  for (let k = 0; k < side; k += 1) {
    const frequency = k < side / 2 ? k : k - side;
    if (2 * Math.abs(frequency) >= side) continue;
    const from = frequency < 0 ? frequency + fine : frequency;
    // From the first sample to the middle of the first pixel.
    cosSin((2 * Math.PI * frequency * ((FINE - 1) / 2)) / fine, turn);
    const [a, b] = [real[from]! / fine, imaginary[from]! / fine];
    re[k] = a * turn[0]! - b * turn[1]!;
    // The conjugate, so that the same transform leads back.
    im[k] = -(a * turn[1]! + b * turn[0]!);
  }
  fourierTransformAny(re, im);
  return [re, im.map((value) => -value)];
}

import type { FramePlane } from '../frame-stack.ts';
import { withoutSurface } from './even-surface.ts';
import { fourierTransformPlane } from '../../quantities/fourier.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { fail } from '../../text/json-fields.ts';

export const NOISE_KINDS = ['temporal', 'total', 'fixed'] as const;
export type NoiseKind = (typeof NOISE_KINDS)[number];

export const [LEAST_BLOCK, MOST_BLOCK, USUAL_BLOCK] = [16, 512, 64] as const;

/** Power of noise by spatial frequency. */
export interface NoiseSpectrum {
  /** Mean value of the region. */
  readonly mean: number;
  /** Mean of the power over all bins of a block. */
  readonly variance: number;
  readonly block: number;
  /** Blocks that were transformed. */
  readonly blocks: number;
  /** Cycles per pixel of the sensor. */
  readonly frequency: readonly number[];
  /** Power, value² px²; white noise has its variance at every frequency. Without both axes. */
  readonly radial: readonly number[];
  /** Along the rows and along the columns, in lines beside the axes. */
  readonly horizontal: readonly number[];
  readonly vertical: readonly number[];
  /** Variance of the noise of whole rows and of whole columns; may come out a little below 0. */
  readonly rowVariance: number;
  readonly columnVariance: number;
}

export interface SpectrumSettings {
  readonly kind: NoiseKind;
  /** Values along the side of a block; even, 16 to 512. */
  readonly block: number;
  /** Pixels of the sensor from one value of a plane to the next: 2 in the planes of a mosaic. */
  readonly pixels: 1 | 2;
}

/** Power over a block, summed. */
interface Power {
  readonly sum: Float64Array;
  readonly blocks: number;
}

/**
 * Noise power spectrum after IEC 62220-1-1:2015: half-overlapping blocks without a window.
 *
 * @param planes one, or the places of a colour in the 2 x 2 tile of a mosaic, whose spectra are
 *   averaged.
 * @throws SimulationError (`block`, `kind`) where the region or the frames do not suffice.
 * @see docs/reference/lab.md#noise-spectra
 */
export function noiseSpectrum(
  planes: readonly FramePlane[],
  { kind, block, pixels }: SpectrumSettings,
): NoiseSpectrum {
  checkFrames(planes[0]!, kind, block);
  const spectra = planes.map((plane) => powerOf(plane, kind, block));
  const power = new Float64Array(block * block);
  for (const { sum, blocks } of spectra)
    for (let i = 0; i < power.length; i += 1) power[i]! += sum[i]! / blocks / spectra.length;
  const variance = meanOf(power);
  const scale = pixels ** 2;
  const lines = linesBeside(power, block);
  const onAxis = (step: number): number => {
    let sum = 0;
    for (let i = 1; i < block; i += 1) sum += power[i * step]!;
    return sum / (block - 1);
  };
  return {
    mean: meanOf(planes.map(({ frames }) => meanOf(frames.map((frame) => meanOf(frame))))),
    variance,
    block,
    blocks: spectra.reduce((sum, { blocks }) => sum + blocks, 0),
    frequency: lines.horizontal.map((_, i) => (i + 1) / (pixels * block)),
    radial: radialMeans(power, block).map((value) => scale * value),
    horizontal: lines.horizontal.map((value) => scale * value),
    vertical: lines.vertical.map((value) => scale * value),
    rowVariance: (onAxis(block) - meanOf(lines.vertical)) / block,
    columnVariance: (onAxis(1) - meanOf(lines.horizontal)) / block,
  };
}

function checkFrames({ rows, columns, frames }: FramePlane, kind: NoiseKind, block: number): void {
  if (!Number.isInteger(block)) fail('block', 'must be a whole number.');
  if (block % 2 !== 0) fail('block', 'must be even.');
  if (block < LEAST_BLOCK || block > MOST_BLOCK)
    fail('block', `must be from ${LEAST_BLOCK} to ${MOST_BLOCK}, not ${block}.`);
  if (rows < block || columns < block)
    fail(
      'block',
      `${block} needs a region of at least ${block} × ${block}, not ${rows} × ${columns}.`,
    );
  const count = frames.length;
  if (kind !== 'total' && count < 2)
    fail(
      'kind',
      `${kind} noise needs at least 2 frames; there ${count === 1 ? 'is' : 'are'} ${count}.`,
    );
}

/** Summed power of the blocks of a plane by the kind of noise. */
function powerOf(plane: FramePlane, kind: NoiseKind, block: number): Power {
  const { rows, columns, frames } = plane;
  const even = withoutSurface(rows, columns);
  if (kind === 'total') return blockPower(plane, frames.map(even), block);
  const mean = frames[0]!.map((_, i) => {
    let sum = 0;
    for (const frame of frames) sum += frame[i]!;
    return sum / frames.length;
  });
  const scale = Math.sqrt(frames.length / (frames.length - 1));
  const temporal = blockPower(
    plane,
    frames.map((frame) => frame.map((value, i) => scale * (value - mean[i]!))),
    block,
  );
  if (kind === 'temporal') return temporal;
  const { sum, blocks } = blockPower(plane, [even(mean)], block);
  const share = blocks / temporal.blocks / frames.length;
  return { sum: sum.map((value, i) => value - temporal.sum[i]! * share), blocks };
}

/**
 * Sum of |DFT|²/block² over half-overlapping blocks. Two blocks are the real and the imaginary part
 * of one transform: its powers at a frequency and at the opposite one add up to the powers of both.
 */
function blockPower(
  { rows, columns }: FramePlane,
  frames: readonly Float64Array[],
  block: number,
): Power {
  const step = block / 2;
  const size = block * block;
  const [sum, parts] = [new Float64Array(size), [new Float64Array(size), new Float64Array(size)]];
  let blocks = 0;
  const transform = (): void => {
    const [real, imaginary] = parts as [Float64Array, Float64Array];
    fourierTransformPlane(real, imaginary, block, block);
    for (let i = 0; i < size; i += 1) sum[i]! += real[i]! ** 2 + imaginary[i]! ** 2;
    imaginary.fill(0);
  };
  for (const frame of frames)
    for (let top = 0; top + block <= rows; top += step)
      for (let left = 0; left + block <= columns; left += step) {
        const part = parts[blocks % 2]!;
        for (let row = 0; row < block; row += 1)
          for (let column = 0; column < block; column += 1)
            part[row * block + column] = frame[(top + row) * columns + left + column]!;
        blocks += 1;
        if (blocks % 2 === 0) transform();
      }
  if (blocks % 2 === 1) transform();
  const both = sum.map((value, i) => {
    const [row, column] = [Math.floor(i / block), i % block];
    const opposite = ((block - row) % block) * block + ((block - column) % block);
    return (value + sum[opposite]!) / 2 / size;
  });
  return { sum: both, blocks };
}

/** Frequency of a bin, in cycles per block. */
const signed = (bin: number, block: number): number => (bin > block / 2 ? bin - block : bin);

/** Mean power by distance from frequency 0, in steps of a cycle per block, without both axes. */
function radialMeans(power: Float64Array, block: number): readonly number[] {
  const half = block / 2;
  const [sums, counts] = [new Float64Array(half + 1), new Float64Array(half + 1)];
  for (let row = 1; row < block; row += 1)
    for (let column = 1; column < block; column += 1) {
      const ring = Math.round(Math.hypot(signed(row, block), signed(column, block)));
      if (ring > half) continue;
      sums[ring]! += power[row * block + column]!;
      counts[ring]! += 1;
    }
  return Array.from({ length: half }, (_, i) => sums[i + 1]! / counts[i + 1]!);
}

/** Mean power of the lines of bins on either side of the axes. */
function linesBeside(power: Float64Array, block: number) {
  const wide = Math.max(1, roundHalfToEven((7 * block) / 256));
  const along = (step: number, across: number): readonly number[] =>
    Array.from({ length: block / 2 }, (_, i) => {
      let sum = 0;
      for (let line = 1; line <= wide; line += 1)
        sum +=
          power[(i + 1) * step + line * across]! + power[(i + 1) * step + (block - line) * across]!;
      return sum / (2 * wide);
    });
  return { horizontal: along(1, block), vertical: along(block, 1) };
}

/** To the nearest whole number, halves to the even one, as NumPy rounds. */
export function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

import type { Host } from '../../host.ts';
import { instantiateKernel } from '../../kernels/instantiate-kernel.ts';
import { loadOnce } from '../../load-once.ts';
import { gaussianTable } from '../../random/gaussian.ts';
import { EXPONENTIAL_TABLE, RECIPROCAL_TABLE } from '../../random/poisson.ts';
import { mixPixelsPlain, neighbours, type MixPixels } from '../chip/crosstalk.ts';
import { hasSteps, PIXEL_STEPS, type AnyPixelStep, type StepSettings } from './order.ts';
import {
  chipStepsPlain,
  readOutPlain,
  WITHOUT_CHIP,
  type ChipSteps,
  type ReadOut,
  type ReadOutSettings,
} from './read-out-plain.ts';

/** Pixels `from`..`to` of a picture; `from` is a multiple of eight. */
export interface ReadOutPart {
  readonly settings: ReadOutSettings;
  /** Whole pictures in shared memory, of which only these pixels are written. */
  readonly light: Float32Array;
  readonly raw: Uint16Array;
  readonly volts: Float32Array | undefined;
  /** A bit per pixel, see `ReadOutPlanes`. */
  readonly full: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Reads out some pixels, with the kernel where it is loaded. */
export async function readOutPixels(
  { settings, light, raw, volts, full, from, to }: ReadOutPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { readOut } = await loadReadOut(host);
  readOut(settings, light.subarray(from, to), from, {
    raw: raw.subarray(from, to),
    volts: volts?.subarray(from, to),
    full: full.subarray(from / 8, Math.ceil(to / 8)),
  });
}

interface ReadOutExports {
  readonly memory: WebAssembly.Memory;
  readonly capacity: () => number;
  readonly lightOffset: () => number;
  readonly rawOffset: () => number;
  readonly voltsOffset: () => number;
  readonly fullOffset: () => number;
  readonly addendOffset: () => number;
  readonly mixWeightsOffset: () => number;
  readonly gaussianTableOffset: () => number;
  readonly exponentialTableOffset: () => number;
  readonly reciprocalTableOffset: () => number;
  /** Takes the first pixel and their number, then what to do and the numbers of its steps. */
  readonly readOut: (
    pixels: number,
    firstPixel: number,
    does: number,
    ...numbers: number[]
  ) => void;
  readonly words: (pixels: number, firstPixel: number, stream: number, seed: number) => void;
  readonly mixRows: (
    rows: number,
    columns: number,
    tileRow: number,
    tileRows: number,
    limit: number,
  ) => void;
}

/** The read-out, by the SIMD kernel or in plain TypeScript. */
export interface LoadedReadOut {
  readonly readOut: ReadOut;
  /** The same in steps, for sensors with a chip. */
  readonly steps: ChipSteps;
  readonly path: 'SIMD' | 'plain';
}

/** The steps of the kernel; order.test.ts compares them with its source. */
export const KERNEL_STEPS: readonly string[] = [
  'collect',
  'shot',
  'well',
  'response',
  'read',
  'prnu',
  'dsnu',
  'convert',
];

/** What a call of the kernel does. */
const DOES = { noise: 1, charge: 2, convert: 4, hasDarkRates: 8, hasJoining: 16 } as const;

/** The numbers of the kernel, in the order in which it takes them. */
export const KERNEL_NUMBERS = PIXEL_STEPS.flatMap(({ name, numbers }) =>
  KERNEL_STEPS.includes(name) ? numbers : [],
);

const numbersOf = (settings: StepSettings): number[] =>
  KERNEL_NUMBERS.map((key) => settings[key] as number);

/** Whether the kernel has all steps that change something. */
const knows = (settings: Partial<StepSettings>, ...phases: AnyPixelStep['phase'][]): boolean =>
  hasSteps(KERNEL_STEPS, phases, settings);

/** One instance per thread and source of kernels. */
const loaded = new WeakMap<Host['loadKernel'], Promise<LoadedReadOut>>();

/** Loads the kernel; its plain twin where there is no kernel or WebAssembly lacks SIMD. */
export const loadReadOut = ({ loadKernel }: Pick<Host, 'loadKernel'>): Promise<LoadedReadOut> =>
  loadOnce(loaded, loadKernel, async () => {
    const kernel = await instantiateKernel<ReadOutExports>(loadKernel, 'read-out');
    return kernel
      ? { readOut: wrap(kernel), steps: wrapSteps(kernel), path: 'SIMD' }
      : { readOut: readOutPlain, steps: chipStepsPlain, path: 'plain' };
  });

function wrap(kernel: ReadOutExports): ReadOut {
  const { buffer } = kernel.memory;
  const gaussian = gaussianTable();
  new Float64Array(buffer, kernel.gaussianTableOffset(), gaussian.length).set(gaussian);
  new Float64Array(buffer, kernel.exponentialTableOffset(), EXPONENTIAL_TABLE.length).set(
    EXPONENTIAL_TABLE,
  );
  new Float64Array(buffer, kernel.reciprocalTableOffset(), RECIPROCAL_TABLE.length).set(
    RECIPROCAL_TABLE,
  );
  const capacity = kernel.capacity();
  const lightIn = new Float32Array(buffer, kernel.lightOffset(), capacity);
  const rawOut = new Uint16Array(buffer, kernel.rawOffset(), capacity);
  const voltsOut = new Float32Array(buffer, kernel.voltsOffset(), capacity);
  const fullOut = new Uint8Array(buffer, kernel.fullOffset(), capacity / 8);
  return (ofSensor: ReadOutSettings, light, firstPixel, out) => {
    if (!knows(ofSensor, 'charge', 'convert')) {
      readOutPlain(ofSensor, light, firstPixel, out);
      return;
    }
    const { raw, volts, full } = out;
    const numbers = numbersOf({ ...WITHOUT_CHIP, ...ofSensor });
    const does = DOES.charge | DOES.convert | (ofSensor.noise ? DOES.noise : 0);
    for (let from = 0; from < light.length; from += capacity) {
      const count = Math.min(capacity, light.length - from);
      lightIn.set(light.subarray(from, from + count));
      kernel.readOut(count, firstPixel + from, does, ...numbers);
      raw.set(rawOut.subarray(0, count), from);
      volts?.set(voltsOut.subarray(0, count), from);
      full?.set(fullOut.subarray(0, Math.ceil(count / 8)), from / 8);
    }
    if (full) clearBeyond(full, light.length);
  };
}

/** Clears bits beyond the last pixel, which may lie in the last group of eight. */
function clearBeyond(full: Uint8Array, pixels: number): void {
  if (pixels % 8 !== 0) full[pixels >> 3]! &= (1 << (pixels & 7)) - 1;
}

/** The steps of the kernel; `wrap` has filled its tables. */
function wrapSteps(kernel: ReadOutExports): ChipSteps {
  const { buffer } = kernel.memory;
  const capacity = kernel.capacity();
  const floats = (offset: number): Float32Array => new Float32Array(buffer, offset, capacity);
  const light = floats(kernel.lightOffset());
  const volts = floats(kernel.voltsOffset());
  const addend = floats(kernel.addendOffset());
  const raw = new Uint16Array(buffer, kernel.rawOffset(), capacity);
  const full = new Uint8Array(buffer, kernel.fullOffset(), capacity / 8);
  const [firstWords, secondWords] = [kernel.lightOffset(), kernel.voltsOffset()].map(
    (offset) => new Uint32Array(buffer, offset, capacity),
  ) as [Uint32Array, Uint32Array];
  /** Calls `run` for pieces that fit into the buffers. */
  const inPieces = (pixels: number, run: (from: number, to: number) => void): void => {
    for (let from = 0; from < pixels; from += capacity)
      run(from, Math.min(pixels, from + capacity));
  };
  return {
    mix: wrapMixing(kernel),
    charge(settings, means, darkRates, first, out) {
      if (!knows(settings, 'charge')) {
        chipStepsPlain.charge(settings, means, darkRates, first, out);
        return;
      }
      const numbers = numbersOf(settings);
      const does =
        DOES.charge | (settings.noise ? DOES.noise : 0) | (darkRates ? DOES.hasDarkRates : 0);
      inPieces(means.length, (from, to) => {
        light.set(means.subarray(from, to));
        if (darkRates) addend.set(darkRates.subarray(from, to));
        kernel.readOut(to - from, first + from, does, ...numbers);
        out.set(volts.subarray(0, to - from), from);
      });
    },
    convert(settings, electrons, beside, first, out) {
      if (!knows(settings, 'convert')) {
        chipStepsPlain.convert(settings, electrons, beside, first, out);
        return;
      }
      const { joining } = beside;
      const numbers = numbersOf(settings);
      const does =
        DOES.convert | (settings.noise ? DOES.noise : 0) | (joining ? DOES.hasJoining : 0);
      inPieces(electrons.length, (from, to) => {
        light.set(electrons.subarray(from, to));
        if (joining) addend.set(joining.subarray(from, to));
        kernel.readOut(to - from, first + from, does, ...numbers);
        out.raw.set(raw.subarray(0, to - from), from);
        out.volts?.set(volts.subarray(0, to - from), from);
        out.full?.set(full.subarray(0, Math.ceil((to - from) / 8)), from / 8);
      });
      if (out.full) clearBeyond(out.full, electrons.length);
    },
    words(stream, seed, firstPixel, first, second) {
      inPieces(first.length, (from, to) => {
        kernel.words(to - from, firstPixel + from, stream, seed);
        first.set(firstWords.subarray(0, to - from), from);
        second.set(secondWords.subarray(0, to - from), from);
      });
    },
  };
}

/** Rows of a tile for whose weights the kernel has room. */
const MOST_TILE_ROWS = 16;

/**
 * Mixing by the kernel, so many rows at a time as it has room for; of tiles that are wider than two
 * pixels in plain TypeScript.
 */
function wrapMixing(kernel: ReadOutExports): MixPixels {
  const { buffer } = kernel.memory;
  const capacity = kernel.capacity();
  const input = new Float32Array(buffer, kernel.lightOffset(), capacity);
  const mixed = new Float32Array(buffer, kernel.voltsOffset(), capacity);
  const weightsIn = new Float64Array(buffer, kernel.mixWeightsOffset(), 18 * MOST_TILE_ROWS);
  return (source, pixels, weights, range, target) => {
    const { rows, columns } = pixels;
    const { from, to, limit } = range;
    const [down, across] = [weights.length, weights[0]!.length];
    const stride = columns + 2;
    const atOnce = Math.floor(capacity / stride) - 2;
    if (across > 2 || down > MOST_TILE_ROWS || atOnce < 1) {
      mixPixelsPlain(source, pixels, weights, range, target);
      return;
    }
    for (const [row, line] of weights.entries())
      for (let at = 0; at < 18; at += 1) weightsIn[18 * row + at] = line[at % across]![at >> 1]!;
    const [left] = neighbours(0, columns, across);
    const [, right] = neighbours(columns - 1, columns, across);
    const end = Math.ceil(to / columns);
    const lineAt = (row: number): number =>
      row < 0
        ? neighbours(0, rows, down)[0]
        : row === rows
          ? neighbours(rows - 1, rows, down)[1]
          : row;
    for (let row = Math.floor(from / columns); row < end; row += atOnce) {
      const count = Math.min(atOnce, end - row);
      for (let line = 0; line < count + 2; line += 1) {
        const first = lineAt(row + line - 1) * columns;
        const place = line * stride;
        input[place] = source[first + left]!;
        input.set(source.subarray(first, first + columns), place + 1);
        input[place + 1 + columns] = source[first + right]!;
      }
      kernel.mixRows(count, columns, row % down, down, limit);
      const start = row * columns;
      const [begin, stop] = [Math.max(from, start), Math.min(to, start + count * columns)];
      target.set(mixed.subarray(begin - start, stop - start), begin - from);
    }
  };
}

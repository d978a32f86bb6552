import type { Host } from '../../host.ts';
import { exp, log } from '../../quantities/elementary.ts';
import { gaussianOf } from '../../random/gaussian.ts';
import { philox } from '../../random/philox.ts';
import { loadReadOut } from '../read-out/read-out-pixels.ts';
import type { Chip, Defects, RandomTelegraph } from './chip.ts';
import { DEFECT_BITS, DEFECT_CODES, TELEGRAPH_BIT } from './marked-pixels.ts';
import { STREAMS } from './streams.ts';

/** The part of a chip that is drawn once for each pixel. */
export interface PatternSettings {
  readonly defects: Defects | undefined;
  readonly randomTelegraph: RandomTelegraph | undefined;
  readonly darkNonUniformity: number | undefined;
  /** Electrons per second of the mean pixel. */
  readonly darkCurrent: number;
  /** Unsigned 32-bit. */
  readonly seed: number;
  readonly columns: number;
  /** Index of the block's first pixel among the chip's; rows without light are negative. */
  readonly firstPixel: number;
}

/** Pixels from..to of a block, whose planes lie in shared memory. */
export interface PatternPart {
  readonly settings: PatternSettings;
  readonly marks: Uint8Array;
  /** Electrons per second; absent where all pixels have the mean. */
  readonly darkRates: Float32Array | undefined;
  readonly badColumns: Uint8Array;
  /** Defects of the block's own pixels, in place of those that are drawn. */
  readonly own: Uint8Array | undefined;
  readonly from: number;
  readonly to: number;
}

/** Whether a chip has anything that is drawn once for each pixel. */
export const hasPattern = ({ defects, maps, randomTelegraph, darkNonUniformity }: Chip): boolean =>
  defects !== undefined ||
  maps?.planes.defects !== undefined ||
  randomTelegraph !== undefined ||
  darkNonUniformity !== undefined;

/** Whether its pixels differ in their dark current. */
export const hasDarkRates = ({ defects, darkNonUniformity }: Chip): boolean =>
  defects?.hot !== undefined || darkNonUniformity !== undefined;

const WORDS = 2 ** 32;

/** A word below which a share of all words lies. */
const wordOfShare = (perMillion: number): number => Math.round((perMillion / 1e6) * WORDS);

/** Columns that give the same code in all rows: 1 where a column is one of them. */
export function badColumnsOf(
  defects: Defects | undefined,
  columns: number,
  seed: number,
): Uint8Array {
  const bad = new Uint8Array(columns);
  if (!defects?.columns) return bad;
  const limit = wordOfShare(defects.columns.perMillion);
  const block = new Uint32Array(4);
  for (let column = 0; column < columns; column += 1) {
    philox([column, COLUMN_COUNTER, STREAMS.fixedPixels, 0], [seed, 0], block);
    bad[column] = Number(block[0]! < limit);
  }
  return bad;
}

/** Columns of which a map of defects has a pixel: 1 where a column is one of them. */
export function columnsOf(map: Uint8Array, columns: number): Uint8Array {
  const bad = new Uint8Array(columns);
  map.forEach((code, i) => {
    if (code === DEFECT_CODES.columns) bad[i % columns] = 1;
  });
  return bad;
}
/** Second words of the counter, so that columns and hot pixels have words of their own. */
const COLUMN_COUNTER = 1;
const HOT_COUNTER = 2;

/** Steps per standard deviation of the table of log-normal numbers. */
const STEPS = 32;
/** Beyond the largest normal number. */
const LARGEST = 6.5;

/** exp(σ z − σ²/2) on a grid of z, whose mean over normal numbers z is 1. */
function logNormalTable(relative: number): {
  readonly sigma: number;
  readonly table: Float64Array;
} {
  const variance = log(1 + relative ** 2);
  const sigma = Math.sqrt(variance);
  return {
    sigma,
    table: Float64Array.from({ length: 2 * LARGEST * STEPS + 1 }, (_, at) =>
      exp(sigma * (at / STEPS - LARGEST) - variance / 2),
    ),
  };
}

/**
 * Draws the defects and the dark current of some pixels.
 *
 * @see docs/reference/sensor-depth.md#pixel-array
 */
export async function drawPattern(
  { settings, marks, darkRates, badColumns, own, from, to }: PatternPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const { steps } = await loadReadOut(host);
  const { randomTelegraph, darkNonUniformity, darkCurrent, seed, columns } = settings;
  const defects = own ? undefined : settings.defects;
  const count = to - from;
  const [spread, kind] = [new Uint32Array(count), new Uint32Array(count)];
  const firstPixel = settings.firstPixel + from;
  steps.words(STREAMS.fixedPixels, seed, firstPixel, spread, kind);
  const rates = darkRates?.subarray(from, to);
  if (rates && darkNonUniformity !== undefined) {
    const { sigma, table } = logNormalTable(darkNonUniformity);
    for (let i = 0; i < count; i += 1) {
      const z = gaussianOf(spread[i]!);
      const at = Math.floor((z + LARGEST) * STEPS);
      const d = sigma * (z + LARGEST - at / STEPS);
      rates[i] = darkCurrent * table[at]! * (1 + d * (1 + d * (0.5 + d / 6)));
    }
  } else rates?.fill(darkCurrent);
  const stuck = wordOfShare(defects?.stuck?.perMillion ?? 0);
  const dead = stuck + wordOfShare(defects?.dead?.perMillion ?? 0);
  const hot = dead + wordOfShare(defects?.hot?.perMillion ?? 0);
  const telegraph = hot + wordOfShare(randomTelegraph?.perMillion ?? 0);
  const block = new Uint32Array(4);
  for (let i = 0; i < count; i += 1) {
    const word = kind[i]!;
    if (word >= telegraph) continue;
    if (word >= hot) marks[from + i] = TELEGRAPH_BIT;
    else if (word < stuck) marks[from + i] = DEFECT_CODES.stuck;
    else if (word < dead) marks[from + i] = DEFECT_CODES.dead;
    else {
      marks[from + i] = DEFECT_CODES.hot;
      philox([firstPixel + i, HOT_COUNTER, STREAMS.fixedPixels, 0], [seed, 0], block);
      rates![i]! -= defects!.hot!.electronsPerSecond * log((block[0]! + 0.5) / WORDS);
    }
  }
  if (own) {
    markOwn(own, { marks, rates, hotRate: settings.defects?.hot?.electronsPerSecond, from, to });
    return;
  }
  if (defects?.columns)
    for (let i = from; i < to; i += 1)
      if (badColumns[i % columns] === 1)
        marks[i] = (marks[i]! & ~DEFECT_BITS) | DEFECT_CODES.columns;
}

/** Marks the defects of a map; its hot pixels are all as hot as the mean of those of the file. */
function markOwn(
  own: Uint8Array,
  {
    marks,
    rates,
    hotRate,
    from,
    to,
  }: {
    readonly marks: Uint8Array;
    /** Of the pixels from..to. */
    readonly rates: Float32Array | undefined;
    readonly hotRate: number | undefined;
    readonly from: number;
    readonly to: number;
  },
): void {
  for (let i = from; i < to; i += 1) {
    const code = own[i]!;
    if (code === 0) continue;
    marks[i] = code;
    if (code === DEFECT_CODES.hot) rates![i - from]! += hotRate!;
  }
}

/** How many pixels have each defect; of columns the columns themselves. */
export function countDefects(
  marks: Uint8Array | undefined,
  badColumns: Uint8Array | undefined,
): Readonly<Record<keyof typeof DEFECT_CODES, number>> {
  const counts = new Array<number>(DEFECT_BITS + 1).fill(0);
  for (const mark of marks ?? []) counts[mark & DEFECT_BITS]! += 1;
  return {
    hot: counts[DEFECT_CODES.hot]!,
    dead: counts[DEFECT_CODES.dead]!,
    stuck: counts[DEFECT_CODES.stuck]!,
    columns: badColumns?.reduce((sum, bad) => sum + bad, 0) ?? 0,
  };
}

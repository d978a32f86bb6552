import type { Host } from '../host.ts';
import { allocateShared } from '../images/shared-array.ts';
import type { StageContext } from '../stage.ts';
import { ispRows, type IspRowsPart } from './isp-rows.ts';
import type { Size } from './picture.ts';

/** Counters per part; the last is never used. */
const COUNTERS = 4;

/** What to run over which rows. */
interface Walk extends Pick<IspRowsPart, 'step' | 'walk'> {
  /** Planes and tables; the same for all rows. */
  readonly part: object;
  /** Of the source. */
  readonly size: Size;
  /** Rows of the result, or units of a survey; and how many of them one part has. */
  readonly units: number;
  readonly perPart: number;
}

export type Counts = readonly [number, number, number];

/**
 * Runs a step over its rows, on all threads.
 *
 * @param progress is told how many of the rows are done, as a fraction.
 * @returns the sums of what the parts counted.
 */
export type WalkRows = (walk: Walk, progress?: (fraction: number) => void) => Promise<Counts>;

export const rowWalker =
  (host: Pick<Host, 'parallel'>, context: Pick<StageContext, 'stopped'>): WalkRows =>
  async ({ step, walk, part, size, units, perPart }, progress) => {
    const parts = Math.ceil(units / perPart);
    const counts = new Int32Array(allocateShared(parts * COUNTERS * 4));
    await host.parallel(
      ispRows,
      Array.from({ length: parts }, (_, index) => ({
        step,
        walk,
        part: {
          ...part,
          ...size,
          from: index * perPart,
          to: Math.min(units, (index + 1) * perPart),
          counts: counts.subarray(index * COUNTERS, (index + 1) * COUNTERS),
        },
      })),
      {
        stopped: () => context.stopped(),
        done: (done) => progress?.(done / parts),
      },
    );
    const total: [number, number, number] = [0, 0, 0];
    for (const [index, value] of counts.entries())
      if (index % COUNTERS < 3) total[index % COUNTERS]! += value;
    return total;
  };

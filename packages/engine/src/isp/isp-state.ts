import type { Host } from '../host.ts';
import { allocateShared } from '../images/shared-array.ts';
import type { StageContext } from '../pipeline/stage.ts';
import type { BayerPhases } from './bayer-phases.ts';
import type { IspStep, IspStepPart } from './isp-rows.ts';
import type { IspParameters } from './order.ts';
import type { PlaneMemory } from './planes.ts';
import type { Rows } from './rows.ts';

/** Rows per part: few messages to a thread, yet short enough to stop at once and to share evenly. */
const ROWS_PER_PART = 64;

/** Counters per part. */
const COUNTERS = 4;

/** The picture on its way through the chain; what a module replaces, it writes here. */
export interface IspState {
  readonly rows: number;
  readonly columns: number;
  readonly phases: BayerPhases;
  /** Largest raw code, and the code at which the linear picture is full. */
  readonly fullScale: number;
  readonly saturation: number;
  readonly parameters: IspParameters;
  readonly memory: PlaneMemory;
  readonly runRows: RunRows;
  /** Mosaic, [rows, columns]; the first is the caller's and is never written. */
  bayer: Uint16Array;
  /** Linear, then 8-bit colours in the reference's order, [rows, columns, 3]. */
  rgbCodes: Uint16Array | undefined;
  rgb: Uint8Array | undefined;
  /** Luma and chroma, [rows, columns] and [rows, columns, 2]. */
  y: Uint8Array | undefined;
  cbcr: Uint8Array | undefined;
  /** Luma minus its blurred self. */
  edges: Int16Array | undefined;
  /** Size of the picture after SCL. */
  size: { readonly rows: number; readonly columns: number };
  /** What the modules counted. */
  deadPixels?: { readonly replaced: number; readonly bright: number };
  clippedAfterAwb?: Counts;
  clippedAfterCcm?: Counts;
}
type Counts = readonly [number, number, number];

/** Takes a range of rows through a step, on all threads, and sums what the parts counted. */
export type RunRows = <Step extends IspStep>(
  step: Step,
  part: Omit<IspStepPart<Step>, keyof Rows | 'counts'>,
  range?: RowRange,
) => Promise<Counts>;
interface RowRange {
  readonly rows: number;
  readonly columns: number;
  readonly count?: number;
  readonly perPart?: number;
}

/** @param progress is told how many rows of the step are done, as a fraction. */
export function rowRunner(
  host: Pick<Host, 'parallel'>,
  size: { readonly rows: number; readonly columns: number },
  context: Pick<StageContext, 'stopped'>,
  progress: (fraction: number) => void,
): RunRows {
  return async (step, part, { rows, columns, count = rows, perPart = ROWS_PER_PART } = size) => {
    const parts = Math.ceil(count / perPart);
    const counts = new Int32Array(allocateShared(parts * COUNTERS * 4));
    await host.parallel(
      'ispRows',
      Array.from({ length: parts }, (_, index) => ({
        step,
        part: {
          ...part,
          rows,
          columns,
          from: index * perPart,
          to: Math.min(count, (index + 1) * perPart),
          counts: counts.subarray(index * COUNTERS, (index + 1) * COUNTERS),
        } as unknown as IspStepPart<IspStep>,
      })),
      {
        stopped: () => context.stopped(),
        done: (done) => {
          progress(done / parts);
        },
      },
    );
    const total = [0, 0, 0];
    for (const [index, value] of counts.entries())
      if (index % COUNTERS < 3) total[index % COUNTERS]! += value;
    return total as unknown as Counts;
  };
}

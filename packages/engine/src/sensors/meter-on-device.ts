import type { Device } from '../device.ts';
import { deviceWork } from '../device.ts';
import type { StageContext } from '../stage.ts';
import {
  cellOf,
  FEWEST_CELLS,
  HI_PERCENTILE,
  insideCells,
  shownUnits,
  type Cell,
  type MeteredFigures,
  type MeteredFrame,
  type ShownColour,
  type ShownUnits,
} from './exposure.ts';
import type { SensorPlan } from './pixel.ts';

/** Light whose cells inside the scene a device meters. */
export interface MeterTask {
  /** Electrons/(s·m²) per pixel; it may be left on the device. */
  readonly light: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly cell: Cell;
  /** See `InsideCells`; it does not change. */
  readonly inside: Uint8Array;
  readonly count: number;
  /** How an ISP shows three channels; undefined without one. */
  readonly shown: ShownUnits | undefined;
  /** The share of the high percentiles. */
  readonly high: number;
}

/** What a device finds out about metered light. */
export interface MeterFindings {
  /** As in `MeteredFigures`. */
  readonly largest: readonly number[];
  readonly shown?: {
    /** The high percentiles of R', G' and B', then of Y'. */
    readonly highs: readonly [number, number, number, number];
    /** As in `ShownFigures`. */
    readonly lit: number;
    readonly bright: number;
    /** Σ ln Y' over the lit cells. */
    readonly logarithms: number;
  };
}

/** Meters light, as `meteredLight` and `figuresOf` do. */
export const meterWork = deviceWork<MeterTask, MeterFindings>('meter');

/**
 * The figures of light by the device of a host.
 *
 * @returns undefined where it does not meter such light, and where too few cells are inside the
 *   scene.
 */
export async function meterOnDevice(
  light: Float32Array,
  frame: MeteredFrame,
  { sensor, shown }: { readonly sensor: SensorPlan; readonly shown: ShownColour | undefined },
  device: Device | undefined,
  context: Pick<StageContext, 'stopped'>,
): Promise<MeteredFigures | undefined> {
  if (!device || sensor.chip?.captures) return undefined;
  const { rows, columns } = frame.grid;
  const { inside, count } = insideCells(frame);
  if (count < FEWEST_CELLS) return undefined;
  const found = await device.compute(
    meterWork,
    {
      light,
      rows,
      columns,
      inside,
      count,
      high: HI_PERCENTILE,
      cell: cellOf(frame.mosaic, columns),
      shown: shown && shownUnits(sensor, shown),
    },
    context,
  );
  if (!found) return undefined;
  const metered = { cells: count, share: count / inside.length, of: 'inside the scene' } as const;
  if (!found.shown) return { metered, largest: found.largest };
  const { highs, lit, bright, logarithms } = found.shown;
  const hi = highs[3];
  return {
    metered,
    largest: found.largest,
    shown: () => ({
      cells: count,
      hi,
      lit,
      bright,
      logarithms: () => logarithms - lit * Math.log(hi),
      highs: () => highs.slice(0, 3),
    }),
  };
}

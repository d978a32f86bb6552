import { flickerSeconds, type FlickerPlan } from '../../illuminants/flicker.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { SensorPlan } from '../pixel.ts';
import { capturesOf, type CaptureFigures } from './captures.ts';
import type { Shutter } from './chip.ts';

/** When one capture exposes: its first row begins at `startSeconds` of the frame. */
export interface CaptureTiming {
  readonly startSeconds: number;
  readonly exposureSeconds: number;
}

/** When the captures of a frame expose, and how long that takes. */
export interface FrameTiming {
  readonly shutter: Shutter | undefined;
  readonly rows: number;
  /** As the captures of the sensor; those that share a charge have the same times. */
  readonly captures: readonly CaptureTiming[];
  /** Seconds from the first line to the end of the last one. */
  readonly readOutSeconds: number;
  /** From the beginning of the first row to the end of the last read-out. */
  readonly spanSeconds: number;
}

/** The time of one row: when it exposes, and how long it waits for its read-out. */
export interface RowWindow {
  readonly beginSeconds: number;
  readonly endSeconds: number;
  readonly waitSeconds: number;
}

/**
 * When each capture of a frame exposes.
 *
 * @param exposureSeconds of the first capture.
 * @throws SimulationError where captures of one photodiode would overlap.
 * @see docs/reference/sensor-depth.md#time
 */
export function frameTiming(
  sensor: SensorPlan,
  rows: number,
  exposureSeconds: number,
): FrameTiming {
  const shutter = sensor.chip?.shutter;
  const line = shutter?.lineSeconds ?? 0;
  const readOutSeconds = line * Math.ceil(rows / (shutter?.linesTogether ?? 1));
  const captures: CaptureTiming[] = [];
  let [free, last] = [0, 0];
  for (const [k, { capture }] of capturesOf(sensor).entries()) {
    const { exposureRatio, startLines, sharesChargeWith } = capture;
    const seconds = exposureSeconds * exposureRatio;
    if (sharesChargeWith !== undefined) {
      captures.push(captures[sharesChargeWith]!);
      continue;
    }
    const startSeconds = k === 0 ? 0 : startLines === undefined ? last : startLines * line;
    if (startLines !== undefined && startLines > 0) {
      const needed = Math.ceil(free / line - LINE_ROUNDING);
      if (startLines < needed)
        throw new SimulationError(
          'bad-parameter',
          `captures[${k}] begins after ${startLines} lines, while the exposure before it lasts ${needed}: startLines must be 0, a photodiode of its own, or at least ${needed}.`,
          `captures[${k}].startLines`,
        );
    }
    captures.push({ startSeconds, exposureSeconds: seconds });
    if (startLines !== 0) free = startSeconds + seconds;
    last = Math.max(last, startSeconds + seconds + readOutSeconds);
  }
  return { shutter, rows, captures, readOutSeconds, spanSeconds: last };
}
/** Share of a line, a frame or all light by which rounding may make times longer. */
const LINE_ROUNDING = 1e-9;

/** Seconds after the first row at which a row is read. */
function lineDelay({ shutter, rows }: FrameTiming, row: number): number {
  if (!shutter) return 0;
  const { direction, linesTogether, lineSeconds } = shutter;
  const place = direction === 'down' ? row : rows - 1 - row;
  return Math.floor(place / linesTogether) * lineSeconds;
}

/** When a row collects light for a capture, seconds from the beginning of the frame. */
export function rowWindow(frame: FrameTiming, capture: number, row: number): RowWindow {
  const { startSeconds, exposureSeconds } = frame.captures[capture]!;
  const delay = lineDelay(frame, row);
  const kind = frame.shutter?.kind ?? 'global';
  const end = startSeconds + exposureSeconds;
  if (kind === 'rolling')
    return { beginSeconds: startSeconds + delay, endSeconds: end + delay, waitSeconds: 0 };
  if (kind === 'globalReset')
    return { beginSeconds: startSeconds, endSeconds: end + delay, waitSeconds: 0 };
  return { beginSeconds: startSeconds, endSeconds: end, waitSeconds: delay };
}

/** Light of a span of time: how it flickers, when the frame begins, and which part of it counts. */
export interface Span {
  readonly flicker: FlickerPlan | undefined;
  /** Seconds at which the frame begins. */
  readonly beginSeconds: number;
  /** The part of time that counts, seconds; absent: all of it. */
  readonly cell?: { readonly from: number; readonly to: number };
}

/**
 * Seconds of mean light that each row collects for a capture during a span of time, the light that
 * its storage collects while it waits included.
 *
 * @returns one number per row.
 * @see docs/reference/sensor-depth.md#time
 */
export function rowSeconds(
  frame: FrameTiming,
  capture: number,
  { flicker, beginSeconds, cell }: Span,
): Float64Array {
  const during = (from: number, to: number): number =>
    flickerSeconds(
      flicker,
      Math.max(beginSeconds + from, cell?.from ?? -Infinity),
      Math.min(beginSeconds + to, cell?.to ?? Infinity),
    );
  const parasitic = frame.shutter?.parasiticLightSensitivity ?? 0;
  return Float64Array.from({ length: frame.rows }, (_, row) => {
    const window = rowWindow(frame, capture, row);
    const { endSeconds, waitSeconds } = window;
    const collected = during(window.beginSeconds, endSeconds);
    return parasitic > 0 && waitSeconds > 0
      ? collected + parasitic * during(endSeconds, endSeconds + waitSeconds)
      : collected;
  });
}

/** Whether frames at a rate leave time for the exposures and the read-out. */
export function checkFrameRate(
  { captures, readOutSeconds, spanSeconds }: FrameTiming,
  hertz: number,
) {
  const seconds =
    captures.length > 1 ? spanSeconds : Math.max(captures[0]!.exposureSeconds, readOutSeconds);
  const most = 1 / hertz;
  if (seconds > most * (1 + LINE_ROUNDING))
    throw new SimulationError(
      'bad-parameter',
      `At ${hertz} frames per second an exposure lasts at most ${Number(most.toPrecision(6))} s, not ${Number(seconds.toPrecision(6))} s.`,
      'exposure',
    );
}

/**
 * Whether light that is known for a time only lasts until the read-out has ended.
 *
 * @throws SimulationError where it does not.
 */
export function checkLightLasts(
  { spanSeconds }: FrameTiming,
  beginSeconds: number,
  lightSeconds: number,
): void {
  const needed = beginSeconds + spanSeconds;
  if (needed > lightSeconds * (1 + LINE_ROUNDING))
    throw new SimulationError(
      'bad-parameter',
      `The light lasts ${Number(lightSeconds.toPrecision(6))} s; exposure and read-out need ${Number(needed.toPrecision(6))} s.`,
      'exposure',
    );
}

/** Captures that collect a charge of their own, by their index in the list. */
export const ownCharges = (captures: readonly CaptureFigures[]): readonly number[] =>
  captures.flatMap(({ capture }, k) => (capture.sharesChargeWith === undefined ? [k] : []));

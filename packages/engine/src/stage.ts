import { SimulationError } from './simulation-error.ts';

/** Headings of the log of a run, in their order. */
export type LogTopic =
  | 'Recipe'
  | 'Lens'
  | 'Focus'
  | 'Environment'
  | 'Stray light'
  | 'Scene and light'
  | 'Field of view'
  | 'Object'
  | 'Sensor'
  | 'Motion'
  | 'HDR'
  | 'Exposure'
  | 'Signal'
  | 'ISP'
  | 'Clipping'
  | 'White balance'
  | 'Algorithm'
  | 'Seeds'
  | 'How it was computed'
  | 'Measurements'
  | 'Verdict';

/** A line of the log; a `warning` where it deserves a look, such as clipped pixels. */
export type LogText = string | { readonly warning: string };

export const textOf = (line: LogText): string => (typeof line === 'string' ? line : line.warning);

/** What every stage gets besides its input. */
export interface StageContext {
  /** True after Stop was pressed or the browser disconnected; asked once per part of the work. */
  stopped(): boolean;
  /**
   * Writes one line to the log, under the stage's own heading unless another topic is given. A
   * warning deserves a look.
   */
  log(line: string, topic?: LogTopic, isWarning?: boolean): void;
  /** Reports the share of the stage that is done, 0 to 1; it never decreases. */
  progress(fraction: number): void;
}

/** The context of work that nobody watches or stops. */
export const UNWATCHED: StageContext = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
};

/** @throws SimulationError 'cancelled' when the run was stopped. */
export function checkStopped(context: Pick<StageContext, 'stopped'>): void {
  if (context.stopped()) throw new SimulationError('cancelled', 'Simulation terminated.');
}

import { SimulationError } from './simulation-error.ts';

/** Headings under which the lines of a run's log stand, in the order in which it comes to them. */
export type LogTopic =
  | 'Recipe'
  | 'Lens'
  | 'Scene and light'
  | 'Field of view'
  | 'Sensor'
  | 'Exposure'
  | 'Signal'
  | 'ISP'
  | 'Clipping'
  | 'White balance'
  | 'Algorithm'
  | 'Seeds'
  | 'How it was computed';

/** What every stage is handed besides its input. */
export interface StageContext {
  /** True once the person pressed Stop or the browser went away; asked once per block of rows. */
  stopped(): boolean;
  /** One line for the log pane, under the stage's own heading unless it names another. */
  log(line: string, topic?: LogTopic): void;
  /** Share of the stage that is done, 0 to 1, never going back. */
  progress(fraction: number): void;
}

/** @throws SimulationError 'cancelled' when the run was stopped. */
export function checkStopped(context: Pick<StageContext, 'stopped'>): void {
  if (context.stopped()) throw new SimulationError('cancelled', 'Simulation terminated.');
}

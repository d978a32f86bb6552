import { SimulationError } from '../simulation-error.ts';

/** What every stage is handed besides its input. */
export interface StageContext {
  /** True once the person pressed Stop or the browser went away; asked once per block of rows. */
  stopped(): boolean;
  /** One line for the log pane. */
  log(line: string): void;
  /** Share of the stage that is done, 0 to 1, never going back. */
  progress(fraction: number): void;
}

/** @throws SimulationError 'cancelled' when the run was stopped. */
export function checkStopped(context: Pick<StageContext, 'stopped'>): void {
  if (context.stopped()) throw new SimulationError('cancelled', 'Simulation terminated.');
}

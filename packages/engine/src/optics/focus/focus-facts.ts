import type { AutofocusFacts } from './focus-settings.ts';

/** How a lens is focused, for the log and report.json; the keys are published. */
export interface FocusFacts {
  /** From the first vertex, or from the ideal lens; null: infinity. */
  readonly objectDistanceM: number | null;
  readonly focusDistanceM: number | null;
  /** Whole movement of the sensor away from the lens. */
  readonly focusShiftUm: number;
  readonly magnification: number;
  /** Diameter of the geometric image of a point of the object on the axis. */
  readonly circleOfConfusionUm: number;
  /** Limits of what is sharp within the circle that is asked for; null: infinity. */
  readonly hyperfocalM: number | null;
  readonly nearM: number | null;
  readonly farM: number | null;
  /** Null: the focus is as it was set. */
  readonly autofocus: AutofocusFacts | null;
}

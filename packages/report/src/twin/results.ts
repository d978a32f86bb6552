/** A figure of a twin. */
export interface TwinFigureShown {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly unit: string;
  readonly status: string;
  readonly note: string;
}

/** A figure of a frame, of the camera and of its twin. */
export interface ComparedShown {
  readonly frame: string;
  readonly figure: string;
  readonly unit: string;
  readonly real: number;
  readonly simulated: number;
  readonly difference: number;
  readonly repeatability: number;
  readonly inside: boolean;
}

/** Values against places, with their 95 % intervals. */
export interface CurveShown {
  readonly at: readonly number[];
  readonly value: readonly number[];
  readonly interval: readonly (readonly [number, number])[];
}

/** All that the page of a twin shows: of twin.json what it needs. */
export interface TwinPage {
  readonly name: string;
  readonly madeBy: string;
  readonly figures: Readonly<Record<string, TwinFigureShown>>;
  /** Light over that on the axis, against shares of the half diagonal; null without flats. */
  readonly illumination: CurveShown | null;
  readonly wanted: readonly { readonly text: string }[];
  readonly assumed: readonly string[];
  readonly notDetermined: readonly string[];
  readonly notes: readonly string[];
  readonly compared: readonly ComparedShown[];
  readonly verdict: { readonly text: string } | null;
}

/** What of twin.json its page is made of. */
export interface TwinShown extends Omit<TwinPage, 'madeBy' | 'illumination'> {
  readonly lens: {
    readonly illumination:
      | (Pick<CurveShown, 'at' | 'interval'> & { readonly share: readonly number[] })
      | null;
  };
}

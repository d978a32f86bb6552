/** Parts of lab.json that a page shows. */
export interface LabFigureShown {
  readonly id: string;
  readonly label: string;
  readonly value: number | string | null;
  readonly unit: string;
  readonly standardError: number | null;
  readonly n: number;
  readonly method: string;
  readonly true: number | null;
  readonly condition: string;
  readonly source: string;
}

interface LabCurveShown {
  readonly id: string;
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly (number | null)[];
  readonly xUnit: string;
  readonly yUnit: string;
  readonly true: readonly (number | null)[] | null;
}

interface LabSectionShown {
  readonly id: string;
  readonly title: string;
  readonly after: string;
  readonly figures: readonly LabFigureShown[];
  readonly curves: readonly LabCurveShown[];
}

/** The report of a lab: lab.json. */
export interface LabPage {
  readonly software: { readonly name: string; readonly version: string };
  readonly profile: string;
  readonly seed: number;
  readonly seeds: number;
  readonly draft: boolean;
  readonly date: string | null;
  readonly cameras: readonly {
    readonly name: string;
    readonly sections: readonly LabSectionShown[];
  }[];
  readonly differences: readonly {
    readonly id: string;
    readonly value: number;
    readonly standardError: number | null;
  }[];
  readonly missing: readonly { readonly id: string; readonly reason: string }[];
}

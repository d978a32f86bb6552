import { readFileSync } from 'node:fs';

/** A lens study with what its start and its optimum must be: golden lens.json. */
export interface GoldenStudy {
  readonly document: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly start: {
    readonly merit: number;
    readonly rmsSpotMm: readonly number[];
    readonly wavefrontRmsWaves: readonly number[];
    readonly eflMm: number;
    readonly bflMm: number;
    readonly totalTrackMm: number;
    readonly entrancePupilZMm: number;
    readonly refocusMm: number;
    readonly gradientOfMeritSquared: Readonly<Record<string, number>>;
  };
  readonly optimum: { readonly after: number; readonly peerAfter: number };
}

/** A change of one number: golden tolerance.json. */
interface GoldenChange {
  readonly path: string;
  readonly change: number;
  readonly value: number;
  readonly compensated: number;
  readonly compensator: number;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

export const goldenStudies = (read('lens.json') as { readonly cases: readonly GoldenStudy[] })
  .cases;

export const goldenGlasses = read('glass.json') as {
  readonly document: Readonly<Record<string, unknown>>;
  readonly pairs: readonly {
    readonly crown: string;
    readonly flint: string;
    readonly merit: number;
  }[];
};

export const goldenTolerances = read('tolerance.json') as {
  readonly document: Readonly<Record<string, unknown>>;
  readonly nominal: number;
  readonly sensitivities: readonly GoldenChange[];
  readonly inverse: readonly { readonly path: string; readonly plusMinus: number }[];
  readonly monteCarlo: {
    readonly samples: number;
    readonly mean: number;
    readonly standardDeviation: number;
    readonly quantiles: Readonly<Record<string, number>>;
  };
  readonly meanSquarePrediction: number;
};

import { noiseGain } from './chip/crosstalk.ts';
import { pixelOf, type Pixel, type SensorPlan } from './pixel.ts';
import { ORDER } from './read-out/order.ts';
import type { NoiseTerm } from './read-out/steps/step.ts';

/** Every term of the noise of a pixel in even light, in the order of the read-out. */
export type NoiseBudget = readonly NoiseTerm[];

/** The light of a budget. */
export interface BudgetLight {
  /** Mean electrons of light; 0 in the dark. */
  readonly signal: number;
  readonly exposureSeconds: number;
}

/**
 * The noise of a sensor's pixels, over pixels and frames. Terms are those of the pixel itself,
 * without crosstalk and with a straight response: see `atOutput`. Nothing is clipped, and defects
 * are few.
 */
export function noiseBudget(
  sensor: Pick<SensorPlan, 'parameters' | 'bits' | 'chip'>,
  { signal, exposureSeconds }: BudgetLight,
  pixel: Pixel = pixelOf(sensor),
): NoiseBudget {
  const dark = pixel.darkCurrent * exposureSeconds;
  const level = { sensor, pixel, exposureSeconds, signal, dark };
  return ORDER.flatMap((step): readonly NoiseTerm[] => step.variance(level));
}

/** Terms of light, and those of electrons before they are read. */
const OF_LIGHT = ['shot', 'PRNU'];
const OF_CHARGE = ['shot', 'shot noise of the dark current', 'non-uniform dark current'];

/** Which terms a figure adds. */
interface NoiseFigure {
  /** These, in this order, and also where they are 0. */
  readonly always: readonly string[];
  /** Further terms, those of a new step among them, where they are more than 0. */
  readonly besides: (term: NoiseTerm) => boolean;
}

const isNone = (...names: readonly string[]): ((term: NoiseTerm) => boolean) => {
  return ({ name }) => !names.includes(name);
};
const isNoDefinedPart = isNone(...OF_LIGHT, 'shot noise of the dark current', 'black drift');
const isPattern = (term: NoiseTerm): boolean => term.kind === 'fixed' && isNoDefinedPart(term);
const isTemporal = (term: NoiseTerm): boolean => term.kind === 'temporal' && isNoDefinedPart(term);

/** The figures that add noise, and what each adds. */
export const NOISE_FIGURES = {
  /** Signal-to-noise ratios of levels (docs/reference/physics.md#p15). */
  snr: {
    always: ['shot', 'read', 'DSNU', 'PRNU'],
    besides: isNone('shot noise of the dark current', 'rounding', 'black drift'),
  },
  /** From frame to frame in the dark: dynamic range, and the noise beside a knee. */
  dynamicRange: { always: ['read', 'rounding'], besides: isTemporal },
  /** By which captures are weighted, and the rounding of companded codes is judged. */
  reading: { always: ['read', 'rounding'], besides: () => false },
  /** Temporal noise in the dark as photon transfer has it, rounding apart. */
  temporalDark: {
    always: ['read', 'shot noise of the dark current', 'rows', 'columns'],
    besides: (term) => isTemporal(term) && isNone('rounding')(term),
  },
  /** By which pixels differ in the dark, faulty ones apart. */
  darkPattern: {
    always: ['DSNU'],
    besides: (term) => isPattern(term) && isNone('defects')(term),
  },
  /** All by which codes in the dark spread, faulty pixels apart. */
  darkSpread: {
    always: ['read', 'DSNU'],
    besides: isNone(...OF_LIGHT, 'shot noise of the dark current', 'rounding', 'defects'),
  },
  /** What a picture shows without light, faulty pixels apart. */
  floor: {
    always: ['read', 'DSNU', 'rounding', 'shot noise of the dark current'],
    besides: (term) => isNoDefinedPart(term) && isNone('defects')(term),
  },
  /** What a converter gets of even light, faulty pixels apart. */
  beforeConverter: {
    always: ['shot', 'read', 'DSNU', 'PRNU'],
    besides: isNone('shot noise of the dark current', 'rounding', 'black drift', 'defects'),
  },
  /** Noise of one reading of a pixel that has no converter. */
  oneReading: {
    always: ['read'],
    besides: (term) => isTemporal(term) && isNone('rounding')(term),
  },
} as const satisfies Readonly<Record<string, NoiseFigure>>;

export type NoiseFigureName = keyof typeof NOISE_FIGURES;

/** The terms that a figure adds. */
function termsOf(budget: NoiseBudget, figure: NoiseFigureName): readonly NoiseTerm[] {
  const { always, besides }: NoiseFigure = NOISE_FIGURES[figure];
  return [
    ...always.map((name) => termOf(budget, name)),
    ...budget.filter((term) => term.variance > 0 && !always.includes(term.name) && besides(term)),
  ];
}

/** One term by its name. */
export const termOf = (budget: NoiseBudget, name: string): NoiseTerm =>
  budget.find((term) => term.name === name)!;

/** The standard deviation of some terms together, electrons. */
export const togetherOf = (budget: NoiseBudget, names: readonly string[]): number =>
  Math.hypot(...names.map((name) => termOf(budget, name).deviation));

/** The variance that a figure has, electrons². */
export const varianceOf = (budget: NoiseBudget, figure: NoiseFigureName): number =>
  termsOf(budget, figure).reduce((sum, { variance }) => sum + variance, 0);

/** The standard deviation that a figure has, electrons. */
export const deviationOf = (budget: NoiseBudget, figure: NoiseFigureName): number =>
  Math.hypot(...termsOf(budget, figure).map(({ deviation }) => deviation));

/** The variance of all terms together, electrons². */
export const wholeVariance = (budget: NoiseBudget): number =>
  budget.reduce((sum, { variance }) => sum + variance, 0);

/** Names of what a figure adds, as the log has them. */
export const addedNames = (budget: NoiseBudget, figure: NoiseFigureName): readonly string[] =>
  termsOf(budget, figure).map(({ name }) => name);

/**
 * A budget as codes show it, in electrons per code of the straight response: crosstalk of electrons
 * smooths what charge has, and a curved response stretches it.
 *
 * @param electrons of light and dark current.
 */
export function atOutput(
  budget: NoiseBudget,
  sensor: Pick<SensorPlan, 'chip' | 'parameters'>,
  electrons: number,
): NoiseBudget {
  const { slope, height } = responseAt(sensor, electrons);
  const { chip } = sensor;
  const smoothing = chip?.crosstalk?.electrical ? noiseGain(chip.crosstalk.electrical) : 1;
  return budget.map((term) => {
    const factor = OF_CHARGE.includes(term.name)
      ? smoothing * slope ** 2
      : term.name === 'PRNU'
        ? height ** 2
        : 1;
    const variance = factor * term.variance;
    return factor === 1 ? term : { ...term, variance, deviation: Math.sqrt(variance) };
  });
}

/** What a curved response makes of a signal, and of a small change of it; 1 for a straight one. */
export function responseAt(
  { chip, parameters }: Pick<SensorPlan, 'chip' | 'parameters'>,
  electrons: number,
): { readonly height: number; readonly slope: number } {
  const [second, third] = chip?.nonLinearity ?? [0, 0];
  const share = electrons / parameters.well_capacity;
  return {
    height: 1 + second * share + third * share ** 2,
    slope: 1 + 2 * second * share + 3 * third * share ** 2,
  };
}

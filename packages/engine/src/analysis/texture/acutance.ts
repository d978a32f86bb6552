import { exp, pow, tan } from '../../quantities/elementary.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { fail } from '../../text/json-fields.ts';
import { curveOf } from '../information/transfer.ts';

export const VIEWS = ['monitor', 'print', 'uhd'] as const;
export type ViewName = (typeof VIEWS)[number];

/** The views of CPIQ: a pitch, or the height over which all rows are spread, and the distance. */
const VIEW_SIZES: Readonly<Record<ViewName, ViewSize>> = {
  monitor: { pitchMm: 0.254, distanceMm: 600 },
  print: { heightMm: 101.6, distanceMm: 400 },
  uhd: { heightMm: 298.9, distanceMm: 600 },
};

export interface ViewSize {
  readonly pitchMm?: number | undefined;
  readonly heightMm?: number | undefined;
  readonly distanceMm: number;
}

/** @throws SimulationError (`view`) for a name that is none. */
export function viewSize(name: string): ViewSize {
  const known = VIEWS.find((view) => view === name);
  if (known === undefined) fail('view', `choose monitor, print or uhd, not ${name.slice(0, 40)}.`);
  return VIEW_SIZES[known];
}

/**
 * Pixels per degree.
 *
 * @param rows of the whole picture, which a view of a height needs.
 * @throws SimulationError (`rows`).
 */
export function pixelsPerDegree(
  { pitchMm, heightMm, distanceMm }: ViewSize,
  rows: number | undefined,
): number {
  if (pitchMm === undefined && rows === undefined)
    fail('rows', 'The view has a height: say how many rows the whole picture has.');
  const pitch = pitchMm ?? heightMm! / rows!;
  return (2 * distanceMm * tan(Math.PI / 360)) / pitch;
}

/** Share of contrast that the eye uses at cycles per degree, 1 at its best. Source: Baxter 2012. */
export const contrastSensitivity = (nu: number): number =>
  (75 * pow(nu, 0.8) * exp(-0.2 * nu)) / 34.05;

/** Gamma(1.8): the integral of nu^.8 exp(-nu). */
const GAMMA_1_8 = 0.9313837709802427;
const WHOLE = ((75 / 34.05) * GAMMA_1_8) / 0.2 ** 1.8;
const POINTS = 16;

export interface Acutance {
  readonly pixelsPerDegree: number;
  /** Over all that the eye sees. */
  readonly acutance: number;
  /** Over what the pixels can show. */
  readonly acutanceToNyquist: number;
}

/**
 * Acutance after CPIQ: the mean of an MTF by what the eye sees of each frequency.
 *
 * @param frequency rising, cycles per pixel; linear between, 1 at 0.
 * @see Baxter, Cao, Eliasson, Phillips 2012; docs/reference/lab.md#acutance
 */
export function acutanceOf(
  frequency: readonly number[],
  sfr: readonly number[],
  view: number,
): Acutance {
  const curve = curveOf(frequency, sfr);
  const ends = [0, ...frequency.filter((f) => f > 0 && f < 0.5), 0.5];
  const { nodes, weights } = gaussLegendre(POINTS);
  const over = (value: (f: number) => number): number => {
    let sum = 0;
    for (let i = 0; i + 1 < ends.length; i += 1) {
      // In the fifth root of the frequency the integrand is smooth at 0 too.
      const [from, to] = [(view * ends[i]!) ** 0.2, (view * ends[i + 1]!) ** 0.2];
      for (let j = 0; j < POINTS; j += 1) {
        const root = from + (to - from) * nodes[j]!;
        const nu = root ** 5;
        sum +=
          weights[j]! * (to - from) * 5 * root ** 4 * contrastSensitivity(nu) * value(nu / view);
      }
    }
    return sum;
  };
  const passed = over(curve);
  return {
    pixelsPerDegree: view,
    acutance: passed / WHOLE,
    acutanceToNyquist: passed / over(() => 1),
  };
}

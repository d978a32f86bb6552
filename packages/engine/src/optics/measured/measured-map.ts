import { atan, atan2, sin, tan } from '../../quantities/elementary.ts';
import { degreesOf } from '../../quantities/units.ts';
import { fail } from '../../text/json-fields.ts';
import type { DistortionTable } from './measured-file.ts';
import { monotoneCurve, onCurve } from './monotone-curve.ts';

const RADIANS = Math.PI / 180;

/** Height over the focal length by the angle, the reverse, and the widest angle. */
const PROJECTION = {
  rectilinear: { heightAt: tan, back: atan, last: 89.9 * RADIANS },
  equidistant: { heightAt: (t: number) => t, back: (g: number) => g, last: 120 * RADIANS },
  stereographic: {
    heightAt: (t: number) => 2 * tan(t / 2),
    back: (g: number) => 2 * atan(g / 2),
    last: 120 * RADIANS,
  },
  equisolid: {
    heightAt: (t: number) => 2 * sin(t / 2),
    back: (g: number) => 2 * arcsine(g / 2),
    last: 120 * RADIANS,
  },
  orthographic: { heightAt: sin, back: arcsine, last: 90 * RADIANS },
} as const;

export function arcsine(value: number): number {
  const sine = Math.min(1, Math.max(-1, value));
  return atan2(sine, Math.sqrt(1 - sine * sine));
}

/** Steps in which it is looked whether heights rise. */
const RISING_STEPS = 256;
const BISECTIONS = 60;

/** The root of a rising function between two places. */
export function rootBetween(valueAt: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (valueAt(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The map between angles and heights. */
export interface HeightMap {
  readonly heightOf: (angle: number) => number;
  readonly last: number;
}

/** Heights of fields by a table of distortion, or without one. */
export function tableMap(
  table: DistortionTable | undefined,
  focalLengthMm: number,
  imageCircleMm: number | undefined,
): HeightMap {
  const { heightAt, back, last } = PROJECTION[table?.reference ?? 'rectilinear'];
  const ideal = (angle: number): number => focalLengthMm * heightAt(Math.min(angle, last));
  if (!table) return { heightOf: ideal, last };
  const { over = 'height', heightIs = 'real' } = table;
  if (over === 'relative' && imageCircleMm === undefined)
    fail('imageCircleMm', 'imageCircleMm is missing: a distortion over relative heights needs it.');
  const unit = over === 'relative' ? imageCircleMm! / 2 : 1;
  const curve =
    table.at[0]! > 0
      ? monotoneCurve([0, ...table.at], [0, ...table.percent])
      : monotoneCurve(table.at, table.percent);
  const factorAt = (place: number): number => 1 + onCurve(curve, place / unit) / 100;
  if (over === 'field')
    return { heightOf: (angle) => ideal(angle) * factorAt(degreesOf(angle)), last };
  if (heightIs === 'ideal')
    return { heightOf: (angle) => ideal(angle) * factorAt(ideal(angle)), last };
  const angleOf = (heightMm: number): number => back(heightMm / factorAt(heightMm) / focalLengthMm);
  const factors = curve.values.map((percent) => 1 + percent / 100);
  const most = focalLengthMm * heightAt(last) * Math.max(...factors);
  refuseFalling(angleOf, unit * table.at.at(-1)!);
  return { heightOf: (angle) => rootBetween((mm) => angleOf(mm) - angle, 0, most), last };
}

/** @throws SimulationError where the angles of rising heights fall. */
function refuseFalling(angleOf: (heightMm: number) => number, lastMm: number): void {
  for (let step = 1; step <= RISING_STEPS; step += 1) {
    const [before, here] = [step - 1, step].map((i) => angleOf((lastMm * i) / RISING_STEPS)) as [
      number,
      number,
    ];
    if (!(here > before)) refuseTurn(before, here);
  }
}

export function refuseFolded({ heightOf }: HeightMap, halfField: number): void {
  for (let step = 1; step <= RISING_STEPS; step += 1) {
    const [before, here] = [step - 1, step].map((i) => (halfField * i) / RISING_STEPS) as [
      number,
      number,
    ];
    if (!(heightOf(here) > heightOf(before))) refuseTurn(before, here);
  }
}

const refuseTurn = (from: number, to: number): never =>
  fail(
    'distortion',
    `distortion: the image height does not rise from ${degreesOf(from).toFixed(1)} to ${degreesOf(to).toFixed(1)} degrees.`,
  );

import { acos, cos } from '../../quantities/elementary.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import type { LeavesChart } from './leaves.ts';

/** Area that two discs of a radius share at a distance of at most their diameter. */
const overlap = (radius: number, h: number): number =>
  2 * radius ** 2 * acos(Math.min(1, h / (2 * radius))) -
  (h / 2) * Math.sqrt(Math.max(0, 4 * radius ** 2 - h ** 2));

const [RADII, ANGLES, POINTS] = [48, 64, 12] as const;

/**
 * Power spectrum of dead leaves whose radii have the density r^-3, greys² px² of the chart.
 *
 * @param frequencies cycles per pixel of the chart, above 0.
 * @see Bordenave, Gousseau, Roueff: The dead leaves model, 2006
 */
export function leavesSpectrum(
  { smallest, largest, low, high }: Omit<LeavesChart, 'seed' | 'size'>,
  frequencies: readonly number[],
): readonly number[] {
  const radii = gaussLegendre(RADII);
  const density = 2 / (smallest ** -2 - largest ** -2);
  // Discs smaller than h/2 share nothing; a square root of the radius is smooth at that end.
  const g = (h: number): number => {
    const from = Math.max(smallest, h / 2);
    return radii.nodes.reduce((sum, node, i) => {
      const radius = from + (largest - from) * node ** 2;
      const width = 2 * node * (largest - from) * radii.weights[i]!;
      return sum + width * density * radius ** -3 * overlap(radius, h);
    }, 0);
  };
  const whole = g(0);
  const fastest = Math.max(...frequencies);
  const { nodes, weights } = gaussLegendre(POINTS);
  // What the smallest leaves show ends at their diameter.
  const parts = [
    [0, 2 * smallest],
    [2 * smallest, 2 * largest],
  ] as const;
  const places = parts.flatMap(([from, to]) => {
    const panels = Math.max(32, Math.ceil((to - from) * fastest * 4));
    const wide = (to - from) / panels;
    return Array.from({ length: panels * POINTS }, (_, i) => {
      const h = from + wide * (Math.floor(i / POINTS) + nodes[i % POINTS]!);
      const shared = g(h);
      return { h, weight: (wide * weights[i % POINTS]! * h * shared) / (2 * whole - shared) };
    });
  });
  const scale = (2 * Math.PI * (high - low) ** 2) / 12;
  return frequencies.map(
    (f) =>
      scale *
      places.reduce((sum, { h, weight }) => sum + weight * besselJ0(2 * Math.PI * f * h), 0),
  );
}

/** J0 by its integral: the mean of cos(x cos t), exact to rounding while x is below 2 ANGLES. */
function besselJ0(x: number): number {
  const count = Math.max(ANGLES, Math.ceil(x));
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += cos(x * cos((Math.PI * (i + 0.5)) / count));
  return sum / count;
}

import { cos } from './elementary.ts';

/** Places on 0..1 at which a function is evaluated, and the weights of its values. */
interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** By the number of nodes. */
const known = new Map<number, Quadrature>();

/**
 * Nodes and weights of Gauss-Legendre quadrature on 0..1; the same arrays at each call.
 *
 * @see Abramowitz and Stegun, Handbook of Mathematical Functions, 25.4.29.
 */
export function gaussLegendre(count: number): Quadrature {
  const quadrature = known.get(count) ?? computed(count);
  known.set(count, quadrature);
  return quadrature;
}

/** The roots by Newton's method. */
function computed(count: number): Quadrature {
  const [nodes, weights] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i += 1) {
    let x = -cos((Math.PI * (i + 0.75)) / (count + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step += 1) {
      let [before, value] = [1, x];
      for (let n = 2; n <= count; n += 1)
        [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
      slope = (count * (x * value - before)) / (x * x - 1);
      const change = value / slope;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    nodes[i] = (1 + x) / 2;
    weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/**
 * Weights of a quadratic B-spline for three cells in a row.
 *
 * @param distance from the middle of the second, -0.5 to 0.5 cells.
 * @param weights receives them; their sum is 1.
 */
export function splineWeights(distance: number, weights: Float64Array): void {
  weights[0] = 0.5 * (0.5 - distance) * (0.5 - distance);
  weights[1] = 0.75 - distance * distance;
  weights[2] = 0.5 * (0.5 + distance) * (0.5 + distance);
}

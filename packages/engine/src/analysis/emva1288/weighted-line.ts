/**
 * A straight line y = offset + slope x through points, with the standard errors that follow from
 * those of the points.
 */
export interface WeightedLine {
  readonly slope: number;
  readonly offset: number;
  readonly slopeError: number;
  readonly offsetError: number;
  /** Weighted mean of x, where slope and the value of the line are independent. */
  readonly middle: number;
}

/** A point with the standard error of y. */
export interface MeasuredPoint {
  readonly x: number;
  readonly y: number;
  readonly error: number;
}

/**
 * Weighted least squares, each point by 1/error².
 *
 * @param points at least two different x; errors above 0.
 */
export function weightedLine(points: readonly MeasuredPoint[]): WeightedLine {
  let [weight, x, y] = [0, 0, 0];
  for (const point of points) {
    const w = 1 / point.error ** 2;
    weight += w;
    x += w * point.x;
    y += w * point.y;
  }
  const [meanX, meanY] = [x / weight, y / weight];
  let [squares, products] = [0, 0];
  for (const point of points) {
    const w = 1 / point.error ** 2;
    squares += w * (point.x - meanX) ** 2;
    products += w * (point.x - meanX) * (point.y - meanY);
  }
  const slope = products / squares;
  return {
    slope,
    offset: meanY - slope * meanX,
    slopeError: 1 / Math.sqrt(squares),
    offsetError: Math.sqrt(1 / weight + meanX ** 2 / squares),
    middle: meanX,
  };
}

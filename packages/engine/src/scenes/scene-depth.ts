import { sharedFloat32 } from '../images/shared-array.ts';
import { SimulationError } from '../simulation-error.ts';

/** Light that stands behind what a picture shows, sample by sample. */
export interface HiddenContent {
  /** As the planes of the scene. */
  readonly planes: readonly Float32Array[];
  /** As `SceneDepth.distances`; NaN where nothing is known to stand behind. */
  readonly distances: Float32Array;
  /** A world has rendered it; absent for the light of a file. */
  readonly isRendered?: true;
}

/** How far the samples of a scene are. */
export interface SceneDepth {
  readonly rows: number;
  readonly columns: number;
  /**
   * 'z': along the axis from the first vertex of the lens; 'range': from the middle of its entrance
   * pupil (docs/reference/depth.md#scenes).
   */
  readonly kind: 'z' | 'range';
  /** Metres, above 0, infinity for what is far away: data[row * columns + column]. */
  readonly distances: Float32Array;
  /** Share of the samples whose distance was filled from the nearest known one. */
  readonly unknownShare: number;
  /** In place of a guess from what the picture shows. */
  readonly hidden?: HiddenContent;
}

/** A depth map of a plan. */
export interface DepthPlan extends SceneDepth {
  /** Name of the file. */
  readonly label: string;
  /** Hash of the file and of how it is read: equal digests are equal depth maps. */
  readonly digest: string;
}

/** A distance that a map does not know: no number, or 0. */
const isUnknown = (distance: number): boolean => Number.isNaN(distance) || distance === 0;

/**
 * Checks a depth map and gives its unknown samples the distance of the nearest known one.
 *
 * @param values metres; NaN and 0 are unknown, infinity is far away.
 * @throws SimulationError 'bad-parameter' for negative distances, and where none is known.
 */
export function knownDistances(
  values: ArrayLike<number>,
  rows: number,
  columns: number,
): Pick<SceneDepth, 'distances' | 'unknownShare'> {
  const distances = sharedFloat32(rows * columns);
  let unknown = 0;
  for (let at = 0; at < distances.length; at += 1) {
    const value = values[at]!;
    if (value < 0)
      throw new SimulationError(
        'bad-parameter',
        'The depth map has negative distances: depths must be more than 0 m.',
        'sceneDepth',
      );
    distances[at] = value;
    if (isUnknown(distances[at]!)) unknown += 1;
  }
  if (unknown === distances.length)
    throw new SimulationError(
      'bad-parameter',
      'The depth map holds no known distance.',
      'sceneDepth',
    );
  if (unknown > 0) {
    const nearest = nearestKnown(distances, rows, columns);
    const known = distances.slice();
    for (let at = 0; at < distances.length; at += 1) distances[at] = known[nearest[at]!]!;
  }
  return { distances, unknownShare: unknown / distances.length };
}

/**
 * The nearest known sample of each sample.
 *
 * @see A. Meijster, J. Roerdink and W. Hesselink, A general algorithm for computing distance
 *   transforms in linear time (2000).
 */
function nearestKnown(values: Float32Array, rows: number, columns: number): Int32Array {
  // The row of the nearest known sample in the same column; -1: there is none.
  const rowOf = new Int32Array(rows * columns).fill(-1);
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0, last = -1; row < rows; row += 1) {
      if (!isUnknown(values[row * columns + column]!)) last = row;
      rowOf[row * columns + column] = last;
    }
    for (let row = rows - 1, next = -1; row >= 0; row -= 1) {
      const at = row * columns + column;
      if (rowOf[at] === row) next = row;
      else if (next >= 0 && (rowOf[at] === -1 || next - row < row - rowOf[at]!)) rowOf[at] = next;
    }
  }
  const nearest = new Int32Array(rows * columns);
  const [stack, starts] = [new Int32Array(columns), new Int32Array(columns)];
  for (let row = 0; row < rows; row += 1) {
    const line = row * columns;
    const square = (column: number): number => (rowOf[line + column]! - row) ** 2;
    let top = -1;
    for (let column = 0; column < columns; column += 1) {
      if (rowOf[line + column] === -1) continue;
      let start = 0;
      while (top >= 0) {
        const other = stack[top]!;
        // From here on `column` is nearer than `other`.
        start =
          Math.floor(
            (column ** 2 - other ** 2 + square(column) - square(other)) / (2 * (column - other)),
          ) + 1;
        if (start > starts[top]!) break;
        top -= 1;
      }
      if (top < 0) start = 0;
      if (start >= columns) continue;
      top += 1;
      stack[top] = column;
      starts[top] = start;
    }
    for (let column = columns - 1; column >= 0; column -= 1) {
      while (top > 0 && starts[top]! > column) top -= 1;
      const found = stack[top]!;
      nearest[line + column] = rowOf[line + found]! * columns + found;
    }
  }
  return nearest;
}

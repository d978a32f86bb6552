import { PLANES, type PlaneName, type Planes } from '../../planes.ts';
import type { ModuleCode, StepPart } from '../../step-code.ts';
import type { sclFields } from './descriptor.ts';

export interface SclTables {
  /** Size of the result, pixels. */
  readonly height: number;
  readonly width: number;
}
/**
 * Rows `from`..`to` of the result, for all planes that are there; `rows` and `columns` are those of
 * the source.
 */
export interface SclPart extends Omit<StepPart<never, never, SclTables>, 'source' | 'target'> {
  readonly source: Partial<Planes>;
  readonly target: Partial<Planes>;
}

/** Interpolation steps between two samples: OpenCV uses weights of 11 bits. */
const STEPS = 2048;

/**
 * For every sample of the result: the two samples of the source around it, and the weight of the
 * second, in steps.
 */
interface Neighbours {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Int32Array;
}

/** For `count` samples of the result and `size` samples of the source. */
export function neighbours(count: number, size: number): Neighbours {
  const places = Float64Array.from({ length: count }, (_, i) =>
    Math.min(Math.max(((i + 0.5) * size) / count - 0.5, 0), size - 1),
  );
  const first = Int32Array.from(places, (place) => Math.floor(place));
  return {
    first,
    second: first.map((index) => Math.min(index + 1, size - 1)),
    share: Int32Array.from(places, (place, i) => Math.round((place - first[i]!) * STEPS)),
  };
}

/**
 * Resizes by linear interpolation between pixel centres, without regard to the shape and without a
 * filter.
 *
 * @see OpenCV, cv::resize with INTER_LINEAR, of which this is within one code
 *   (docs/reference/isp.md#scl).
 */
export function scaleRows({
  source,
  target,
  tables: { height, width },
  rows,
  columns,
  from,
  to,
}: SclPart): void {
  const across = neighbours(width, columns);
  const down = neighbours(height, rows);
  for (const [name, plane] of Object.entries(source) as [PlaneName, Planes[PlaneName]][]) {
    const { channels } = PLANES[name];
    const result = target[name]!;
    for (let row = from; row < to; row += 1) {
      const lines = {
        upper: plane.subarray(down.first[row]! * columns * channels),
        lower: plane.subarray(down.second[row]! * columns * channels),
        below: down.share[row]!,
      };
      scaleRow(lines, channels, across, result.subarray(row * width * channels));
    }
  }
}

/** Two lines of the source, and the weight of the lower one, in steps. */
interface Lines {
  readonly upper: Planes[PlaneName];
  readonly lower: Planes[PlaneName];
  readonly below: number;
}

function scaleRow(
  { upper, lower, below }: Lines,
  channels: number,
  { first, second, share }: Neighbours,
  result: Planes[PlaneName],
): void {
  for (let column = 0; column < first.length; column += 1) {
    const beside = share[column]!;
    for (let channel = 0; channel < channels; channel += 1) {
      const left = first[column]! * channels + channel;
      const right = second[column]! * channels + channel;
      const above = (STEPS - beside) * upper[left]! + beside * upper[right]!;
      const under = (STEPS - beside) * lower[left]! + beside * lower[right]!;
      result[column * channels + channel] = Math.floor(
        ((STEPS - below) * above + below * under) / STEPS ** 2 + 0.5,
      );
    }
  }
}

export const code = {
  prepare: ({ sclWidth: width, sclHeight: height }) => ({ width, height }),
  apply: scaleRows,
  resultSize: ({ width: columns, height: rows }) => ({ rows, columns }),
} satisfies ModuleCode<typeof sclFields, SclPart>;

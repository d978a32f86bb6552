import { determinant, type MotionPlan } from '../optics/motion.ts';
import type { Homography } from '../optics/scene-placement.ts';
import { checkLimits, limited, numbersOf } from '../sensors/chip/limited.ts';
import { fail, refuseUnknown, tableOf, type Table } from '../text/json-fields.ts';
import type { FramePlan } from './plan.ts';

const WAYS = ['pixelsPerSecond', 'degreesPerSecond', 'homographies'] as const;
/** Pixels and degrees per second. */
const [FASTEST_PIXELS, FASTEST_DEGREES] = [1e6, 1e4];
const MOST_SUB_FRAMES = 512;
const [FEWEST_MATRICES, MOST_MATRICES] = [2, 1000];
const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Of the terms of a determinant, below which it is rounding. */
const SINGULAR = 1e-12;

/**
 * The motion of a recipe; undefined where nothing moves.
 *
 * @param sent the recipe's `motion`.
 * @throws SimulationError naming the field.
 * @see docs/reference/sensor-depth.md#motion
 */
export function readMotion(sent: unknown): MotionPlan | undefined {
  const table = tableOf(sent, 'motion', 'motion');
  refuseUnknown(table, [...WAYS, 'subFrames'], 'motion', 'motion');
  const ways = WAYS.filter((way) => table[way] !== undefined);
  const [way] = ways;
  if (way === undefined || ways.length > 1)
    fail('motion', 'motion must have one of pixelsPerSecond, degreesPerSecond and homographies.');
  const subFrames =
    table['subFrames'] === undefined
      ? undefined
      : limited(table, 'subFrames', 'motion', { min: 1, max: MOST_SUB_FRAMES, whole: true });
  const motion = readWay(table, way);
  return motion && { ...motion, ...(subFrames !== undefined && { subFrames }) };
}

function readWay(table: Table, way: (typeof WAYS)[number]): MotionPlan | undefined {
  if (way === 'homographies') return readHomographies(table[way]);
  const [length, most] =
    way === 'pixelsPerSecond' ? ([2, FASTEST_PIXELS] as const) : ([3, FASTEST_DEGREES] as const);
  const speeds = numbersOf(table[way], `motion.${way}`, length);
  for (const [at, speed] of speeds.entries()) {
    const field = `motion.${way}[${at}]`;
    checkLimits(speed, field, field, { min: -most, max: most });
  }
  if (speeds.every((speed) => speed === 0)) return undefined;
  if (way === 'pixelsPerSecond')
    return { kind: 'pixels', perSecond: speeds as unknown as readonly [number, number] };
  const radians = speeds.map((speed) => (speed * Math.PI) / 180);
  return { kind: 'rotation', perSecond: radians as unknown as readonly [number, number, number] };
}

function readHomographies(sent: unknown): MotionPlan | undefined {
  const field = 'motion.homographies';
  const table = tableOf(sent, field, 'homographies');
  refuseUnknown(table, ['seconds', 'matrices'], field, 'homographies');
  const seconds = numbersOf(table['seconds'], `${field}.seconds`);
  const { matrices: sentMatrices } = table;
  if (
    seconds.length < FEWEST_MATRICES ||
    seconds.length > MOST_MATRICES ||
    !Array.isArray(sentMatrices) ||
    sentMatrices.length !== seconds.length
  )
    fail(
      field,
      `homographies must have ${FEWEST_MATRICES} to ${MOST_MATRICES} seconds and as many matrices.`,
    );
  const matrices = sentMatrices.map((matrix: unknown, at) =>
    readMatrix(matrix, `${field}.matrices[${at}]`),
  );
  const isAtRest = (matrix: Homography): boolean =>
    matrix.every((value, at) => value === IDENTITY[at]);
  if (seconds[0] !== 0 || !isAtRest(matrices[0]!))
    fail(field, `${field} must begin with the identity at 0 s.`);
  for (const [at, second] of seconds.entries())
    if (at > 0 && second <= seconds[at - 1]!)
      fail(`${field}.seconds[${at}]`, `${field}.seconds[${at}] must be later than the one before.`);
  return matrices.every(isAtRest) ? undefined : { kind: 'homographies', seconds, matrices };
}

function readMatrix(sent: unknown, field: string): Homography {
  const rows = Array.isArray(sent) && sent.length === 3 ? (sent as unknown[]) : undefined;
  const matrix = (rows
    ? rows.flatMap((row, at) => numbersOf(row, `${field}[${at}]`, 3))
    : numbersOf(sent, field, 9)) as unknown as Homography;
  if (matrix[8] !== 1) fail(field, `${field} must have 1 as its last entry.`);
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const size =
    Math.abs(a * e * i) +
    Math.abs(a * f * h) +
    Math.abs(b * d * i) +
    Math.abs(b * f * g) +
    Math.abs(c * d * h) +
    Math.abs(c * e * g);
  if (!(Math.abs(determinant(matrix)) > SINGULAR * size)) fail(field, `${field} has no inverse.`);
  return matrix;
}

/** The largest index of a frame, and the highest rate. */
const [LAST_FRAME, HIGHEST_RATE] = [9999, 1e5];

/** Which picture of a series a recipe asks for. @throws SimulationError naming the field. */
export function readFrame(sent: unknown): FramePlan {
  const table = tableOf(sent, 'frame', 'frame');
  refuseUnknown(table, ['index', 'rate'], 'frame', 'frame');
  return {
    index: limited(table, 'index', 'frame', { min: 0, max: LAST_FRAME, whole: true }),
    hertz: limited(table, 'rate', 'frame', { above: 0, max: HIGHEST_RATE }),
  };
}

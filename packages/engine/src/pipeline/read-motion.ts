import type { DocumentField } from '../field-descriptor.ts';
import { determinant, type MotionPlan, type ObjectMotion } from '../optics/motion.ts';
import type { Homography } from '../optics/scene-placement.ts';
import { readDocument, type DocumentValue } from '../read-document.ts';
import { fail } from '../text/json-fields.ts';
import type { FramePlan } from './plan.ts';

const SPEED_LABELS = {
  pixelsPerSecond: 'Image Motion (px/s)',
  millimetresPerSecond: 'Object Motion (mm/s)',
  degreesPerSecond: 'Camera Motion (°/s)',
} as const;
const speeds = <const Key extends keyof typeof SPEED_LABELS, const Length extends number>(
  key: Key,
  length: Length,
  most: number,
  help: string,
) =>
  ({
    kind: 'list',
    key,
    label: SPEED_LABELS[key],
    item: { kind: 'number', key: '', label: 'Speed', unit: '', min: -most, max: most },
    length,
    help,
  }) as const;
const [FEWEST_MATRICES, MOST_MATRICES] = [2, 1000];
const ENTRY = { kind: 'number', key: '', label: 'Entry', unit: '' } as const;

/** The object `motion` of a recipe. */
export const MOTION = {
  kind: 'object',
  key: 'motion',
  label: 'Motion',
  help: 'How scene or camera move: one of pixelsPerSecond, millimetresPerSecond, degreesPerSecond and homographies.',
  fields: [
    speeds('pixelsPerSecond', 2, 1e6, 'To the right and down, pixels of the sensor.'),
    speeds(
      'millimetresPerSecond',
      2,
      1e7,
      'To the right and down in the picture, mm in the plane of the object.',
    ),
    speeds(
      'degreesPerSecond',
      3,
      1e4,
      'Of the camera: yaw to the right, pitch up, roll clockwise.',
    ),
    {
      kind: 'object',
      key: 'homographies',
      label: 'Homographies',
      help: 'A path of maps of the picture, the identity first.',
      fields: [
        { kind: 'list', key: 'seconds', label: 'Times, s', item: ENTRY, required: true },
        {
          kind: 'list',
          key: 'matrices',
          label: 'Matrices',
          item: {
            kind: 'one-of',
            key: '',
            label: 'Matrix',
            options: [
              {
                kind: 'list',
                key: '',
                label: 'Rows',
                item: { kind: 'list', key: '', label: 'Row', item: ENTRY, length: 3 },
                length: 3,
              },
              { kind: 'list', key: '', label: 'Entries', item: ENTRY, length: 9 },
            ],
          },
          fewest: FEWEST_MATRICES,
          most: MOST_MATRICES,
          required: true,
        },
      ],
    },
    {
      kind: 'number',
      key: 'subFrames',
      label: 'Sub-frames',
      unit: '',
      min: 1,
      max: 512,
      whole: true,
      help: 'Optical images of one exposure; by default as many as the path asks.',
    },
    {
      kind: 'number',
      key: 'atMetres',
      label: 'Distance of the Motion',
      unit: 'm',
      above: 0,
      max: 1e6,
      help: 'How far what moves is, in a scene at infinity.',
    },
  ],
} as const satisfies DocumentField;
type Motion = DocumentValue<typeof MOTION>;

/** The object `frame` of a recipe. */
export const FRAME = {
  kind: 'object',
  key: 'frame',
  label: 'Frame',
  help: 'Which picture of a series this is; it begins at index/rate.',
  fields: [
    {
      kind: 'number',
      key: 'index',
      label: 'Index',
      unit: '',
      min: 0,
      max: 9999,
      whole: true,
      required: true,
    },
    { kind: 'number', key: 'rate', label: 'Rate', unit: 'Hz', above: 0, max: 1e5, required: true },
  ],
} as const satisfies DocumentField;

const WAYS = [
  'pixelsPerSecond',
  'millimetresPerSecond',
  'degreesPerSecond',
  'homographies',
] as const;
const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** A determinant below this share of its terms is rounding. */
const SINGULAR = 1e-12;

/** What a recipe says of motion. */
interface ReadMotion {
  /** Absent where nothing moves. */
  readonly motion?: MotionPlan | ObjectMotion;
  /** How far what moves is, metres. */
  readonly atMetres?: number;
}

/**
 * The motion of a recipe.
 *
 * @param sent the recipe's `motion`.
 * @param objectDistance of the lens, metres, which wins over the motion's own.
 * @throws SimulationError naming the field.
 * @see docs/reference/sensor-depth.md#motion
 */
export function readMotion(sent: unknown, objectDistance?: number): ReadMotion {
  const { subFrames, atMetres, ...sentWays } = readDocument(MOTION, sent, 'motion');
  const ways = WAYS.filter((way) => sentWays[way] !== undefined);
  if (ways.length !== 1)
    fail(
      'motion',
      'motion must have one of pixelsPerSecond, millimetresPerSecond, degreesPerSecond and homographies.',
    );
  const motion = readWay(sentWays, objectDistance ?? atMetres);
  return {
    ...(motion && { motion: { ...motion, ...(subFrames !== undefined && { subFrames }) } }),
    ...(atMetres !== undefined && { atMetres }),
  };
}

function readWay(
  {
    pixelsPerSecond: pixels,
    millimetresPerSecond,
    degreesPerSecond: degrees,
    homographies,
  }: Omit<Motion, 'subFrames' | 'atMetres'>,
  distance: number | undefined,
): MotionPlan | ObjectMotion | undefined {
  if (homographies) return readHomographies(homographies);
  if (millimetresPerSecond && distance === undefined)
    return fail(
      'motion.millimetresPerSecond',
      'Motion in mm needs a distance: give opticsParams.objectDistance, or motion.atMetres for a scene at infinity.',
    );
  if ((pixels ?? millimetresPerSecond ?? degrees!).every((speed) => speed === 0)) return undefined;
  if (pixels) return { kind: 'pixels', perSecond: pixels };
  if (millimetresPerSecond) return { kind: 'object', millimetresPerSecond, distance: distance! };
  const [yaw, pitch, roll] = degrees!.map((speed) => (speed * Math.PI) / 180);
  return { kind: 'rotation', perSecond: [yaw!, pitch!, roll!] };
}

/** As the descriptor reads it: the compiler does not always resolve so deep a type by itself. */
interface ReadHomographies {
  readonly seconds: readonly number[];
  /** Nine numbers, or three rows of three. */
  readonly matrices: readonly (readonly number[] | readonly (readonly number[])[])[];
}

function readHomographies({ seconds, matrices: sent }: ReadHomographies): MotionPlan | undefined {
  const field = 'motion.homographies';
  if (sent.length !== seconds.length)
    fail(
      field,
      `homographies must have ${FEWEST_MATRICES} to ${MOST_MATRICES} seconds and as many matrices.`,
    );
  const matrices = sent.map((matrix, at) =>
    checkedMatrix(matrix.flat() as unknown as Homography, `${field}.matrices[${at}]`),
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

function checkedMatrix(matrix: Homography, field: string): Homography {
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

/** Which picture of a series a recipe asks for. @throws SimulationError naming the field. */
export function readFrame(sent: unknown): FramePlan {
  const { index, rate } = readDocument(FRAME, sent, 'frame');
  return { index, hertz: rate };
}

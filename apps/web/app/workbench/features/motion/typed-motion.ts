import { readMotion, type NumberField } from '@lumenloom/engine/catalogue';
import {
  numberOrText,
  problemsOf,
  refusalOf,
  tableOf,
  typedNumber,
} from '../../kit/dialog/field-tables.ts';
import { definedOf, type FieldTable } from '../../model/recipe/recipe.ts';
import type { TypedPart } from '../../shell/dialogs/typed-fold.tsx';

/** The motion as it is typed; '' is blank. */
type TypedMotion = Readonly<Record<'mode' | 'right' | 'down' | 'yaw' | 'pitch' | 'roll', string>>;

const MODE = {
  kind: 'choice',
  key: 'mode',
  label: 'Motion',
  default: 'off',
  help: 'image: the scene moves in its plane; camera: the camera turns; object: mm in the plane of the object.',
} as const;
/** A path of homographies comes with a recipe, and cannot be typed. */
const PATH = 'path';
const OPTIONS = ['off', 'image', 'camera'];
/** Offered where speeds at the object are, and where a recipe has one. */
const OBJECT = 'object';

const speed = (key: keyof TypedMotion, label: string, span: number, help: string): NumberField => ({
  kind: 'number',
  key,
  label,
  unit: '',
  default: 0,
  span: [-span, span],
  help,
});
const PIXELS = 1000;
const DEGREES = 30;
const MILLIMETRES = 1000;
const SPEEDS = {
  image: [
    speed('right', 'To the Right (px/s)', PIXELS, 'Pixels of the sensor per second.'),
    speed('down', 'Down (px/s)', PIXELS, 'Pixels of the sensor per second.'),
  ],
  camera: [
    speed('yaw', 'Yaw (°/s)', DEGREES, 'The camera turns to the right.'),
    speed('pitch', 'Pitch (°/s)', DEGREES, 'The camera turns up.'),
    speed('roll', 'Roll (°/s)', DEGREES, 'The camera turns clockwise, seen from behind.'),
  ],
  object: [
    speed('right', 'To the Right (mm/s)', MILLIMETRES, 'In the plane of the object.'),
    speed('down', 'Down (mm/s)', MILLIMETRES, 'In the plane of the object.'),
  ],
} as const;
const KEYS = {
  image: 'pixelsPerSecond',
  camera: 'degreesPerSecond',
  object: 'millimetresPerSecond',
} as const;
const UNITS = { image: 'px/s', camera: '°/s', object: 'mm/s' } as const;
type Moving = keyof typeof KEYS;
const isMoving = (mode: string): mode is Moving => Object.hasOwn(KEYS, mode);

const listIn = (motion: FieldTable, mode: Moving): readonly unknown[] | undefined => {
  const list = motion[KEYS[mode]];
  return Array.isArray(list) ? list : undefined;
};

const modeOf = (motion: FieldTable): string =>
  (['image', 'object', 'camera'] as const).find((mode) => motion[KEYS[mode]]) ??
  (motion['homographies'] ? PATH : 'off');

/** The motion of a recipe; undefined where nothing moves. Sub-frames and path stay. */
function motionOf(typed: TypedMotion, held: FieldTable | undefined): FieldTable | undefined {
  const { mode } = typed;
  if (mode === PATH) return held;
  if (!isMoving(mode)) return undefined;
  const speeds = SPEEDS[mode].map(({ key }) =>
    numberOrText(typed[key as keyof TypedMotion].trim() || '0'),
  );
  if (speeds.every((value) => value === 0)) return undefined;
  const { subFrames, atMetres } = held ?? {};
  return definedOf({ [KEYS[mode]]: speeds, atMetres, subFrames });
}

/** 'off', 'image 200, 0 px/s', 'camera 5, 0, 0 °/s'. */
function motionInWords(motion: FieldTable = {}): string {
  const mode = modeOf(motion);
  const list = isMoving(mode) && listIn(motion, mode);
  if (list) return `${mode} ${list.join(', ')} ${UNITS[mode]}`;
  const { seconds } = tableOf(motion['homographies']);
  return Array.isArray(seconds) ? `path of ${seconds.length} homographies` : 'off';
}

/** How scene or camera move. @param offersObject speeds may be typed in mm at the object. */
export const motionPart = (offersObject = false): TypedPart<TypedMotion> => ({
  label: 'Motion',
  in: 'scene',
  parts: ['motion'],
  fields: ({ mode }, { motion }) => [
    {
      ...MODE,
      options: [
        ...OPTIONS,
        ...(offersObject || motion?.[KEYS.object] !== undefined ? [OBJECT] : []),
        ...(motion?.['homographies'] === undefined ? [] : [PATH]),
      ],
    },
    ...(isMoving(mode) ? SPEEDS[mode] : []),
  ],
  read: ({ motion = {} }) => {
    const speeds = (mode: Moving) => listIn(motion, mode)?.map(typedNumber);
    const [right = '0', down = '0'] = speeds('image') ?? speeds('object') ?? [];
    const [yaw = '0', pitch = '0', roll = '0'] = speeds('camera') ?? [];
    return { mode: modeOf(motion), right, down, yaw, pitch, roll };
  },
  write: (typed, { motion }) => ({ motion: motionOf(typed, motion) }),
  words: (typed, { motion }) => motionInWords(motionOf(typed, motion)),
  problems: ({ mode }, { motion }) =>
    problemsOf(motion ? refusalOf(() => readMotion(motion)) : undefined, (path) => {
      // 'motion.pixelsPerSecond[1]' is the second speed.
      const at = /\[(\d)\]$/.exec(path)?.[1];
      return (at !== undefined && isMoving(mode) && SPEEDS[mode][Number(at)]?.key) || MODE.key;
    }),
});

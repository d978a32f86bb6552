import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';
import { numberOrText, tableOf, typedNumber } from '../../kit/dialog/field-tables.ts';
import type { FieldTable } from '../../model/recipe/recipe.ts';

/** The motion as it is typed; '' is blank. */
export type TypedMotion = Readonly<
  Record<'mode' | 'right' | 'down' | 'yaw' | 'pitch' | 'roll', string>
>;

const MODE = {
  kind: 'choice',
  key: 'mode',
  label: 'Motion',
  default: 'off',
  help: 'image: the scene moves in its plane; camera: the camera turns.',
} as const;
/** A path of homographies comes with a recipe, and cannot be typed. */
const PATH = 'path';
const OPTIONS = ['off', 'image', 'camera'];

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
} as const;
const KEYS = { image: 'pixelsPerSecond', camera: 'degreesPerSecond' } as const;
type Moving = keyof typeof KEYS;
const isMoving = (mode: string): mode is Moving => Object.hasOwn(KEYS, mode);

/** The fields of a mode. */
export const motionFields = (
  motion: FieldTable | undefined,
  { mode }: TypedMotion,
): readonly (ChoiceField | NumberField)[] => [
  { ...MODE, options: motion?.['homographies'] === undefined ? OPTIONS : [...OPTIONS, PATH] },
  ...(isMoving(mode) ? SPEEDS[mode] : []),
];

/** What a dialog shows of the motion of a recipe. */
export function typedMotion(motion: FieldTable | undefined): TypedMotion {
  const { pixelsPerSecond, degreesPerSecond, homographies } = motion ?? {};
  const speeds = (list: unknown): readonly string[] =>
    Array.isArray(list) ? list.map(typedNumber) : [];
  const [right = '0', down = '0'] = speeds(pixelsPerSecond);
  const [yaw = '0', pitch = '0', roll = '0'] = speeds(degreesPerSecond);
  const mode = pixelsPerSecond
    ? 'image'
    : degreesPerSecond
      ? 'camera'
      : homographies
        ? PATH
        : 'off';
  return { mode, right, down, yaw, pitch, roll };
}

/**
 * What a recipe holds of it; undefined where nothing moves.
 *
 * @param held the motion of the recipe until now, whose sub-frames and path stay.
 */
export function motionOf(typed: TypedMotion, held: FieldTable | undefined): FieldTable | undefined {
  const { mode } = typed;
  if (mode === PATH) return held;
  if (!isMoving(mode)) return undefined;
  const speeds = SPEEDS[mode].map(({ key }) =>
    numberOrText(typed[key as keyof TypedMotion].trim() || '0'),
  );
  if (speeds.every((value) => value === 0)) return undefined;
  const { subFrames } = held ?? {};
  return { [KEYS[mode]]: speeds, ...(subFrames !== undefined && { subFrames }) };
}

/** 'off', 'image 200, 0 px/s', 'camera 5, 0, 0 °/s'. */
export function motionInWords(motion: FieldTable | undefined): string {
  const { pixelsPerSecond, degreesPerSecond, homographies } = motion ?? {};
  if (Array.isArray(pixelsPerSecond)) return `image ${pixelsPerSecond.join(', ')} px/s`;
  if (Array.isArray(degreesPerSecond)) return `camera ${degreesPerSecond.join(', ')} °/s`;
  const { seconds } = tableOf(homographies);
  return Array.isArray(seconds) ? `path of ${seconds.length} homographies` : 'off';
}

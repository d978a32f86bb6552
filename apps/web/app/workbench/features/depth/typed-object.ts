import type { ObjectSeen } from '@lumenloom/browser-host';
import { TASK_KINDS, type ChoiceField, type NumberField } from '@lumenloom/engine/catalogue';
import { dividedBy, numberOrText, typedNumber, wordIn } from '../../kit/dialog/field-tables.ts';
import {
  definedOf,
  type FieldTable,
  type OpticsParams,
  type Recipe,
} from '../../model/recipe/recipe.ts';

/** The object as it is typed, in mm; '' is blank. */
export type TypedObject = Readonly<Record<'distance' | 'feature' | 'kind' | 'speed', string>>;

const NO_KIND = 'none';
const MM_PER_METRE = 1000;

const number = (
  key: keyof TypedObject,
  label: string,
  unit: NumberField['unit'],
  help: string,
): NumberField => ({
  kind: 'number',
  key,
  label,
  unit,
  default: 0,
  proposed: true,
  help,
});

/** The fields of the fold. */
export const OBJECT_FIELDS: readonly (NumberField | ChoiceField)[] = [
  number('distance', 'Distance', 'mm', 'From the first vertex of the lens. Empty: infinity.'),
  number('feature', 'Feature', 'mm', 'Smaller side of what is to be seen.'),
  {
    kind: 'choice',
    key: 'kind',
    label: 'Kind of task',
    options: [NO_KIND, ...TASK_KINDS],
    default: NO_KIND,
    help: 'Whose rule of thumb says how many pixels the feature needs.',
  },
  number('speed', 'Speed (mm/s)', '', 'To the right, in the plane of the object.'),
];

const speedsOf = (motion: FieldTable | undefined): readonly unknown[] | undefined => {
  const speeds = motion?.['millimetresPerSecond'];
  return Array.isArray(speeds) ? speeds : undefined;
};

/** What a dialog shows of the object of a recipe. */
export function typedObject({ opticsParams, task, motion }: Recipe): TypedObject {
  const { objectDistance = '' } = opticsParams ?? {};
  const metres = numberOrText(String(objectDistance));
  return {
    distance: typeof metres === 'number' ? typedNumber(metres * MM_PER_METRE) : metres,
    feature: typedNumber(task?.['featureMm']),
    kind: wordIn(task?.['kind'], NO_KIND),
    speed: typedNumber(speedsOf(motion)?.[0]),
  };
}

/** The lens with the object at the typed distance. */
export function withDistance(optics: OpticsParams, { distance }: TypedObject): OpticsParams {
  const { objectDistance: _, ...others } = optics;
  const text = distance.trim();
  return text === ''
    ? others
    : { ...others, objectDistance: typedNumber(dividedBy(text, MM_PER_METRE)) };
}

const filled = (table: FieldTable): FieldTable | undefined => {
  const defined = definedOf(table);
  return Object.keys(defined).length > 0 ? defined : undefined;
};

/** @param held the task of the recipe, whose other fields stay; a kind replaces own pixels. */
export function taskOf(
  { feature, kind }: TypedObject,
  held: FieldTable = {},
): FieldTable | undefined {
  const { featureMm: _, kind: __, pixels, ...others } = held;
  const hasKind = kind !== NO_KIND;
  return filled({
    ...others,
    pixels: hasKind ? undefined : pixels,
    featureMm: feature.trim() === '' ? undefined : numberOrText(feature),
    kind: hasKind ? kind : undefined,
  });
}

/** @param held the motion of the recipe, which stays where no speed is typed and it has another. */
export function objectMotionOf(
  { speed }: TypedObject,
  held: FieldTable | undefined,
): FieldTable | undefined {
  const speeds = speedsOf(held);
  const text = speed.trim();
  const down = speeds?.[1] ?? 0;
  const right = text === '' ? 0 : numberOrText(text);
  if (right === 0 && down === 0) return speeds ? undefined : held;
  const { subFrames, atMetres } = held ?? {};
  return filled({ millimetresPerSecond: [right, down], atMetres, subFrames });
}

/** '400 mm · 2 mm, code2d · 120 mm/s': what is set, in a line. */
export function objectInWords({ distance, feature, kind, speed }: TypedObject): string {
  const task = [feature && `${feature} mm`, kind === NO_KIND ? '' : kind].filter(Boolean);
  const parts = [
    distance.trim() === '' ? 'infinity' : `${distance} mm`,
    task.join(', '),
    speed && `${speed} mm/s`,
  ];
  return parts.filter(Boolean).join(' · ');
}

const figure = (value: number): string => String(Number(value.toPrecision(3)));
const METRES_FROM_MM = 1e4;
const lengths = (all: readonly number[]): string =>
  Math.max(...all) < METRES_FROM_MM
    ? `${all.map(figure).join(' × ')} mm`
    : `${all.map((mm) => figure(mm / MM_PER_METRE)).join(' × ')} m`;

/** '0.165 mm per pixel · field 406 × 339 mm · 12.1 px on 2 mm (needs 4) · 0.5 px at 0.69 ms'. */
export function objectLine(object: NonNullable<ObjectSeen['object']>): string {
  const { mmPerPixel, fieldMm, feature, motion } = object;
  const longest = motion?.longestExposureSeconds ?? null;
  return [
    `${figure(mmPerPixel[0])} mm per pixel`,
    `field ${lengths(fieldMm)}`,
    ...(feature
      ? [
          `${figure(feature.pixels)} px on ${figure(feature.mm)} mm${feature.needed === null ? '' : ` (needs ${figure(feature.needed)})`}`,
        ]
      : []),
    ...(motion && longest !== null
      ? [`${figure(motion.limitPixels)} px of blur at ${figure(longest * 1e3)} ms`]
      : []),
  ].join(' · ');
}

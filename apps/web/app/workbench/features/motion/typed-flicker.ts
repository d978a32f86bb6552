import { FLICKER_FIELDS } from '@lumenloom/contract';
import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';
import { numberOrText, typedNumber } from '../../kit/dialog/field-tables.ts';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';

/** Flicker and anti-flicker as they are typed, by the keys of their fields. */
export type TypedFlicker = Readonly<Record<string, string>>;

const OFF = 'off';
const ANTI_FLICKER = 'antiFlickerHertz';
/** Of light from mains of 50 and 60 Hz. */
const MAINS = ['100', '120'];

const antiFlicker = (chosen: string): ChoiceField => ({
  kind: 'choice',
  key: ANTI_FLICKER,
  label: 'Anti-flicker (Hz)',
  options: [OFF, ...MAINS, ...([OFF, ...MAINS].includes(chosen) ? [] : [chosen])],
  default: OFF,
  help: 'The meter chooses whole periods of the light: 100 for mains of 50 Hz.',
});

/** The fields that count; only a switched lamp has a duty. */
export const flickerFields = (typed: TypedFlicker): readonly (ChoiceField | NumberField)[] => {
  const [kind, ...numbers] = FLICKER_FIELDS;
  return [
    { ...kind, options: [OFF, ...kind.options], default: OFF },
    ...numbers.filter(({ key }) => isUsed(typed, key)),
    antiFlicker(typed[ANTI_FLICKER]!),
  ];
};

const isUsed = ({ kind }: TypedFlicker, key: string): boolean =>
  kind !== OFF && (key !== 'duty' || kind === 'pwm');

/** What a dialog shows of a recipe. */
export const typedFlicker = ({
  flicker,
  antiFlickerHertz,
}: Pick<Recipe, 'flicker' | 'antiFlickerHertz'>): TypedFlicker => ({
  ...Object.fromEntries(
    FLICKER_FIELDS.map((field) => [field.key, typedNumber(flicker?.[field.key] ?? field.default)]),
  ),
  ...(!flicker && { kind: OFF }),
  [ANTI_FLICKER]: antiFlickerHertz === undefined ? OFF : String(antiFlickerHertz),
});

/** What a recipe holds of it, without defaults; undefined where the light is steady. */
export function flickerOf(typed: TypedFlicker): FieldTable | undefined {
  const { kind = OFF } = typed;
  if (kind === OFF) return undefined;
  const entries = FLICKER_FIELDS.flatMap((field) => {
    const text = typed[field.key]!.trim();
    const isDefault = Number(text) === field.default && field.key !== 'hertz';
    return field.kind === 'choice' || text === '' || isDefault || !isUsed(typed, field.key)
      ? []
      : [[field.key, numberOrText(text)] as const];
  });
  return { kind, ...Object.fromEntries(entries) };
}

export const antiFlickerOf = ({ [ANTI_FLICKER]: hertz = OFF }: TypedFlicker): number | undefined =>
  hertz === OFF ? undefined : Number(hertz);

/** 'off', 'sine 100 Hz', 'pwm 90 Hz, anti-flicker 100 Hz'. */
export function flickerInWords(typed: TypedFlicker): string {
  const { kind, hertz } = typed;
  const against = antiFlickerOf(typed);
  return (
    [
      ...(kind === OFF ? [] : [`${kind!} ${hertz!} Hz`]),
      ...(against === undefined ? [] : [`anti-flicker ${against} Hz`]),
    ].join(', ') || OFF
  );
}

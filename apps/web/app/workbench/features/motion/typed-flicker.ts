import { FLICKER_FIELDS, planFlicker, type Problem } from '@lumenloom/contract';
import type { ChoiceField } from '@lumenloom/engine/catalogue';
import { numberOrText, typedNumber } from '../../kit/dialog/field-tables.ts';
import type { FieldTable } from '../../model/recipe/recipe.ts';
import type { Texts, TypedPart } from '../../shell/dialogs/typed-fold.tsx';

const OFF = 'off';
const ANTI_FLICKER = 'antiFlickerHertz';
/** Frequencies of light from mains of 50 and 60 Hz. */
const MAINS = ['100', '120'];

const antiFlicker = (chosen: string): ChoiceField => ({
  kind: 'choice',
  key: ANTI_FLICKER,
  label: 'Anti-flicker (Hz)',
  options: [OFF, ...MAINS, ...([OFF, ...MAINS].includes(chosen) ? [] : [chosen])],
  default: OFF,
  help: 'The meter chooses whole periods of the light: 100 for mains of 50 Hz.',
});

/** Only a switched lamp has a duty. */
const isUsed = ({ kind }: Texts, key: string): boolean =>
  kind !== OFF && (key !== 'duty' || kind === 'pwm');

/** The flicker of a recipe without defaults; undefined where the light is steady. */
function flickerOf(typed: Texts): FieldTable | undefined {
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

/** Flicker and anti-flicker, by the keys of their fields. */
export const FLICKER_PART: TypedPart = {
  label: 'Flicker',
  in: 'scene',
  parts: ['flicker', ANTI_FLICKER],
  fields: (typed) => {
    const [kind, ...numbers] = FLICKER_FIELDS;
    return [
      { ...kind, options: [OFF, ...kind.options], default: OFF },
      ...numbers.filter(({ key }) => isUsed(typed, key)),
      antiFlicker(typed[ANTI_FLICKER]!),
    ];
  },
  read: ({ flicker, antiFlickerHertz }) => ({
    ...Object.fromEntries(
      FLICKER_FIELDS.map(({ key, default: byDefault }) => [
        key,
        typedNumber(flicker?.[key] ?? byDefault),
      ]),
    ),
    ...(!flicker && { kind: OFF }),
    [ANTI_FLICKER]: antiFlickerHertz === undefined ? OFF : String(antiFlickerHertz),
  }),
  write: (typed) => {
    const { [ANTI_FLICKER]: hertz = OFF } = typed;
    return { flicker: flickerOf(typed), [ANTI_FLICKER]: hertz === OFF ? undefined : Number(hertz) };
  },
  words: ({ kind = OFF, hertz, [ANTI_FLICKER]: against = OFF }) =>
    [
      ...(kind === OFF ? [] : [`${kind} ${hertz!} Hz`]),
      ...(against === OFF ? [] : [`anti-flicker ${against} Hz`]),
    ].join(', ') || OFF,
  problems: (_, { flicker }) => {
    const problems: Problem[] = [];
    planFlicker(flicker, { notes: [], problems });
    return Object.fromEntries(
      problems.map(({ field, message }) => [field.split('.')[1] ?? 'kind', message]),
    );
  },
};

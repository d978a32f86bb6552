import type { ChoiceField, NumberField } from '@lumenloom/engine/catalogue';
import { numberOrText, tableOf, typedNumber, wordIn } from '../../kit/dialog/field-tables.ts';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';

const OFF = 'off';
const BRACKET = 'bracket';
const DUAL_GAIN = 'dual gain';
const SPLIT = 'split';
/** Captures that came with a recipe, and that the fields cannot say. */
const OTHER = 'as in the recipe';
/** The reader's default of `merge.knee`. */
const [PICK, KNEE] = ['pick', '0.9'];

const number = (
  key: string,
  label: string,
  byDefault: number,
  rest: Pick<NumberField, 'help' | 'span' | 'unit'>,
): NumberField => ({ kind: 'number', key, label, default: byDefault, ...rest });

const ratio = (label: string, byDefault: number, help: string): NumberField =>
  number('ratio', label, byDefault, { unit: '', span: [2, 64], help });
const well = (key: string, label: string, byDefault: number): NumberField =>
  number(key, label, byDefault, { unit: 'e⁻', span: [1000, 1e5], help: 'Electrons it can hold.' });
const noise = (key: string, label: string, byDefault: number): NumberField =>
  number(key, label, byDefault, {
    unit: 'e⁻',
    span: [0, 20],
    help: 'Standard deviation of one read.',
  });

const FIELDS: Readonly<Record<string, readonly NumberField[]>> = {
  [BRACKET]: [ratio('Exposure Ratio', 16, 'The long exposure over the short one.')],
  [DUAL_GAIN]: [
    well('firstWell', 'Well, High Gain', 9000),
    noise('firstNoise', 'Read Noise, High Gain', 1.4),
    well('lastWell', 'Well, Low Gain', 90_000),
    noise('lastNoise', 'Read Noise, Low Gain', 14),
  ],
  [SPLIT]: [
    ratio('Sensitivity Ratio', 12, 'The large photodiode over the small one, areas included.'),
    well('lastWell', 'Well, Small Photodiode', 9000),
    noise('lastNoise', 'Read Noise, Small Photodiode', 5),
  ],
};

const MERGE_FIELDS: readonly (ChoiceField | NumberField)[] = [
  {
    kind: 'choice',
    key: 'rule',
    label: 'Merge',
    options: [PICK, 'blend', 'variance'],
    default: PICK,
    help: 'pick takes one capture for each pixel; the others weigh both.',
  },
  number('knee', 'Knee', Number(KNEE), {
    unit: '',
    span: [0.5, 1],
    help: 'Share of its saturation up to which a capture counts.',
  }),
];

/** The captures as they are typed, by the keys of the fields. */
export type TypedCaptures = Readonly<Record<string, string>>;

/** The fields of a design. */
export function captureFields(
  { design }: TypedCaptures,
  held: FieldTable,
): readonly (ChoiceField | NumberField)[] {
  const designs = [OFF, BRACKET, DUAL_GAIN, SPLIT];
  return [
    {
      kind: 'choice',
      key: 'design',
      label: 'HDR',
      options: isOther(held) ? [...designs, OTHER] : designs,
      default: OFF,
      help: 'Two captures, merged into one picture.',
    },
    ...(FIELDS[design!] ?? []),
    ...(design === OFF ? [] : MERGE_FIELDS),
  ];
}

/** The defaults of a design. */
export const defaultsOf = (design: string): TypedCaptures => ({
  design,
  ...Object.fromEntries((FIELDS[design] ?? []).map((field) => [field.key, String(field.default)])),
});

const inverse = (value: unknown): string =>
  typedNumber(typeof value === 'number' ? 1 / value : value);

/** The design and its numbers, of the captures of a recipe. */
function designOf(captures: unknown): TypedCaptures {
  if (captures === undefined) return { design: OFF };
  const [first = {}, last = {}] = (Array.isArray(captures) ? captures : []).map(tableOf);
  const numbers = {
    firstWell: typedNumber(first['well_capacity']),
    firstNoise: typedNumber(first['readNoiseElectrons']),
    lastWell: typedNumber(last['well_capacity']),
    lastNoise: typedNumber(last['readNoiseElectrons']),
  };
  const candidates: readonly TypedCaptures[] = [
    { design: BRACKET, ratio: inverse(last['exposureRatio']) },
    { design: DUAL_GAIN, ...numbers },
    { design: SPLIT, ...numbers, ratio: inverse(last['sensitivity']) },
  ];
  // What the fields would write again is what they can show.
  const written = JSON.stringify(captures);
  return (
    candidates.find((typed) => JSON.stringify(capturesOf(typed)) === written) ?? { design: OTHER }
  );
}

const isOther = (held: FieldTable): boolean => designOf(held['captures'])['design'] === OTHER;

/** What a dialog shows of a recipe. */
export function typedCaptures({ sensorFile = {} }: Pick<Recipe, 'sensorFile'>): TypedCaptures {
  const merge = tableOf(sensorFile['merge']);
  return {
    ...designOf(sensorFile['captures']),
    rule: wordIn(merge['rule'], PICK),
    knee: typedNumber(merge['knee'] ?? KNEE),
  };
}

/** The captures that a design writes into the sensor file. */
function capturesOf({
  design,
  ratio: times = '',
  ...texts
}: TypedCaptures): readonly FieldTable[] | undefined {
  const numbers = (wellKey: string, noiseKey: string): FieldTable => ({
    ...(texts[wellKey]?.trim() && { well_capacity: numberOrText(texts[wellKey]) }),
    ...(texts[noiseKey]?.trim() && { readNoiseElectrons: numberOrText(texts[noiseKey]) }),
  });
  const last = numbers('lastWell', 'lastNoise');
  const share = shareOf(times);
  switch (design) {
    case BRACKET:
      return [{ name: 'long' }, { name: 'short', exposureRatio: share }];
    case DUAL_GAIN:
      return [
        { name: 'high', ...numbers('firstWell', 'firstNoise') },
        { name: 'low', sharesChargeWith: 'high', ...last },
      ];
    case SPLIT:
      return [{ name: 'large' }, { name: 'small', sensitivity: share, startLines: 0, ...last }];
    default:
      return undefined;
  }
}

/** The share of a ratio: 1/16 of 16. Other text stays. */
function shareOf(text: string): number | string {
  const times = numberOrText(text);
  return typeof times === 'number' && times !== 0 ? 1 / times : times;
}

/**
 * What the sensor file of a recipe holds of it.
 *
 * @param held the sensor file until now, whose captures stay where the fields cannot say them.
 */
export function captureFieldsOf(
  typed: TypedCaptures,
  held: FieldTable,
): {
  readonly captures: readonly FieldTable[] | undefined;
  readonly merge: FieldTable | undefined;
} {
  const { design, rule = PICK, knee = '' } = typed;
  if (design === OFF) return { captures: undefined, merge: undefined };
  const { rule: _, knee: __, ...others } = tableOf(held['merge']);
  const merge = {
    ...(rule !== PICK && { rule }),
    ...(knee.trim() !== '' && Number(knee) !== Number(KNEE) && { knee: numberOrText(knee) }),
    ...others,
  };
  return {
    captures: design === OTHER ? (held['captures'] as readonly FieldTable[]) : capturesOf(typed),
    merge: Object.keys(merge).length > 0 ? merge : undefined,
  };
}

/** 'off', 'bracket 1:16', 'dual gain 9000 and 90000 e⁻', 'split 1:12, blend'. */
export function capturesInWords({
  design = OFF,
  ratio: times,
  rule,
  ...texts
}: TypedCaptures): string {
  if (design === OFF || design === OTHER) return design;
  const numbers =
    design === DUAL_GAIN ? `${texts['firstWell']!} and ${texts['lastWell']!} e⁻` : `1:${times!}`;
  return `${design} ${numbers}${rule === PICK ? '' : `, ${rule!}`}`;
}

/** Fields in which the engine's paths end, by the key of the field. */
const ENDS: readonly (readonly [RegExp, string])[] = [
  [/\[1\]\.(exposureRatio|sensitivity)$/, 'ratio'],
  [/\[0\]\.well_capacity$/, 'firstWell'],
  [/\[0\]\.readNoiseElectrons$/, 'firstNoise'],
  [/\[1\]\.well_capacity$/, 'lastWell'],
  [/\[1\]\.readNoiseElectrons$/, 'lastNoise'],
  [/merge\.knee$/, 'knee'],
  [/merge\.rule$/, 'rule'],
];

/** The key of the field at which a path of the engine is shown. */
export const fieldOfPath = (path: string): string =>
  ENDS.find(([end]) => end.test(path))?.[1] ?? 'design';

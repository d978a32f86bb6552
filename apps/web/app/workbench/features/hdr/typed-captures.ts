import { MERGE, type NumberField } from '@lumenloom/engine/catalogue';
import {
  numberOrText,
  problemsOf,
  sensorRefusal,
  tableOf,
  typedNumber,
  wordIn,
} from '../../kit/dialog/field-tables.ts';
import { definedOf, type FieldTable } from '../../model/recipe/recipe.ts';
import type { Texts, TypedPart } from '../../shell/dialogs/typed-fold.tsx';

const OFF = 'off';
const BRACKET = 'bracket';
const DUAL_GAIN = 'dual gain';
const SPLIT = 'split';
/** Captures that came with a recipe, and that the fields cannot say. */
const OTHER = 'as in the recipe';
const [RULE, KNEE] = MERGE.fields;

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

const MERGE_FIELDS = [
  {
    ...RULE,
    label: 'Merge',
    help: 'pick takes one capture for each pixel; the others weigh both.',
  },
  KNEE,
] as const;

/** The defaults of a design. */
const defaultsOf = (design: string): Texts => ({
  design,
  ...Object.fromEntries((FIELDS[design] ?? []).map((field) => [field.key, String(field.default)])),
});

const inverse = (value: unknown): string =>
  typedNumber(typeof value === 'number' ? 1 / value : value);

/** The design and its numbers, of the captures of a recipe. */
function designOf(captures: unknown): Texts {
  if (captures === undefined) return { design: OFF };
  const [first = {}, last = {}] = (Array.isArray(captures) ? captures : []).map(tableOf);
  const numbers = {
    firstWell: typedNumber(first['well_capacity']),
    firstNoise: typedNumber(first['readNoiseElectrons']),
    lastWell: typedNumber(last['well_capacity']),
    lastNoise: typedNumber(last['readNoiseElectrons']),
  };
  const candidates: readonly Texts[] = [
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

/** The captures that a design writes into the sensor file. */
function capturesOf({
  design,
  ratio: times = '',
  ...texts
}: Texts): readonly FieldTable[] | undefined {
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

/** How captures are merged, with what no field shows; undefined where all is as by default. */
function mergeOf({ rule, knee = '' }: Texts, held: unknown): FieldTable | undefined {
  const isKneeKept = knee.trim() === '' || Number(knee) === KNEE.default;
  const merge = definedOf({
    ...tableOf(held),
    rule: rule === RULE.default ? undefined : rule,
    knee: isKneeKept ? undefined : numberOrText(knee),
  });
  return Object.keys(merge).length > 0 ? merge : undefined;
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

/** The captures of a frame and how they are merged. */
export const CAPTURES_PART: TypedPart = {
  label: 'HDR',
  in: 'sensor',
  within: 'sensorFile',
  parts: ['captures', 'merge'],
  fields: ({ design }, { sensorFile }) => [
    {
      kind: 'choice',
      key: 'design',
      label: 'HDR',
      options: [
        ...[OFF, BRACKET, DUAL_GAIN, SPLIT],
        ...(designOf(sensorFile?.['captures'])['design'] === OTHER ? [OTHER] : []),
      ],
      default: OFF,
      help: 'Two captures, merged into one picture.',
    },
    ...(FIELDS[design!] ?? []),
    ...(design === OFF ? [] : MERGE_FIELDS),
  ],
  read: ({ sensorFile = {} }) => {
    const merge = tableOf(sensorFile['merge']);
    return {
      ...designOf(sensorFile['captures']),
      rule: wordIn(merge['rule'], RULE.default),
      knee: typedNumber(merge['knee'] ?? KNEE.default),
    };
  },
  write: (typed, { sensorFile = {} }) => {
    if (typed['design'] === OFF) return { captures: undefined, merge: undefined };
    return {
      // Captures that the fields cannot say stay as they came.
      captures: typed['design'] === OTHER ? sensorFile['captures'] : capturesOf(typed),
      merge: mergeOf(typed, sensorFile['merge']),
    };
  },
  changed: (typed, changes) => ({
    ...typed,
    ...(changes['design'] !== undefined && defaultsOf(changes['design'])),
    ...changes,
  }),
  words: ({ design = OFF, ratio: times, rule, ...texts }) => {
    if (design === OFF || design === OTHER) return design;
    const numbers =
      design === DUAL_GAIN ? `${texts['firstWell']!} and ${texts['lastWell']!} e⁻` : `1:${times!}`;
    return `${design} ${numbers}${rule === RULE.default ? '' : `, ${rule!}`}`;
  },
  problems: (_, written, recipe) =>
    problemsOf(
      written['captures'] === undefined ? undefined : sensorRefusal(recipe, written),
      (path) => ENDS.find(([end]) => end.test(path))?.[1] ?? 'design',
    ),
};

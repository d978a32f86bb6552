import {
  DEFAULT_CUSTOM_PHOTONS,
  RECIPE_NUMBERS,
  isBlank,
  member,
  type RecipeNumberName,
} from '@lumenloom/contract';
import {
  blankSensor,
  illuminants,
  isObject,
  isps,
  scenes,
  sensors,
  type Field,
} from '@lumenloom/engine/catalogue';
import { listedChoice, shownChoice } from '../own-names.ts';
import { blankWords, worldName } from './caption.ts';
import {
  CORRECTIONS,
  FIELD_TABLES,
  WISHES,
  correctionInWords,
  initialRecipe,
  type Choice,
  type FieldTable,
  type Recipe,
} from './recipe.ts';

/** One thing in which two recipes differ, in words. */
export interface Difference {
  readonly stage: Choice;
  /** The part of the recipe in which it lies. */
  readonly part: keyof Recipe;
  /** The parameter; '' for the choice itself. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Unit of both values; '' for none. */
  readonly unit: string;
}

const stageWords: Readonly<Record<Choice, string>> = {
  illuminant: 'illuminant',
  scene: 'scene',
  optics: 'optics',
  sensor: 'sensor',
  isp: 'ISP',
  algorithm: 'algorithm',
};
const stages = Object.keys(stageWords) as Choice[];

type Values = Readonly<Record<string, unknown>>;

/** The parameter object that a stage of a recipe uses, if any, with its fields. */
export function parametersOf(
  recipe: Recipe,
  stage: Choice,
): { readonly part: keyof Recipe; readonly fields: readonly Field[] } | undefined {
  const families = { scene: scenes, sensor: sensors, isp: isps } as const;
  const family = families[stage as keyof typeof families] as typeof scenes | undefined;
  const [, chosen] = (family && member(family, listedChoice(stage, recipe[stage]))) ?? [];
  if (chosen) return { part: chosen.wireKey, fields: chosen.fields };
  return stage === 'sensor' ? { part: blankSensor.wireKey, fields: blankSensor.fields } : undefined;
}

/** Whether two values of a field mean the same; typed numbers count as numbers: '1' is '1.0'. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSameValue(value, other[at]));
  if (Object.is(one, other) || String(one) === String(other)) return true;
  return [one, other].every(isNumeric) && Number(one) === Number(other);
}
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));

/** 'Read Noise' as within a sentence; abbreviations and names of variables stay. */
const inSentence = (label: string): string =>
  label.replaceAll(/\b[A-Z](?=[a-z]+\b)/g, (letter) => letter.toLowerCase());

const shown = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? 'on'
      : 'off'
    : Number.isNaN(value)
      ? 'no number'
      : String(value);

/** In what one field differs; a matrix differs cell by cell. */
function fieldDifferences(
  field: Field,
  before: unknown,
  after: unknown,
): Pick<Difference, 'name' | 'before' | 'after' | 'unit'>[] {
  if (isSameValue(before, after)) return [];
  const unit = 'unit' in field ? field.unit : '';
  const name = inSentence(field.label);
  if (field.kind !== 'matrix') return [{ name, before: shown(before), after: shown(after), unit }];
  return field.rows.flatMap((row, r) =>
    field.columns.flatMap((column, c) => {
      const [one, other] = [before, after].map((rows) => (rows as unknown[][])[r]?.[c]);
      return isSameValue(one, other)
        ? []
        : [{ name: `${name} ${row},${column}`, before: shown(one), after: shown(other), unit }];
    }),
  );
}

/** In what the numbers of a recipe differ that stand beside a choice. */
const numberDifferences = (stage: Choice, before: Recipe, after: Recipe): Difference[] =>
  Object.entries(RECIPE_NUMBERS).flatMap(([key, number]) => {
    const part = key as RecipeNumberName;
    if (number.stage !== stage || before[part] === after[part]) return [];
    const [one, other] = [before[part], after[part]].map((value) =>
      isBlank(value) ? number.blank : String(value),
    );
    const unit = isBlank(after[part]) ? '' : number.unit;
    return [{ stage, part, name: number.name, before: one!, after: other!, unit }];
  });

/** What stands where a field of exposure or optics is blank. */
const BLANK: Readonly<Record<string, string>> = {
  mode: 'auto',
  seconds: 'metered',
  longest: 'not set',
  compensation: '0',
  objectDistance: 'infinity',
  focusDistance: 'infinity',
  fNumber: 'wide open',
  autofocus: 'off',
  autofocusFrequency: 'Nyquist/2',
  coating: 'none',
  coatingReflectance: 'none',
};
/** In other fields the default. */
const blankOf = (field: Field): string => BLANK[field.key] ?? String(field.default);
/** Beside which choice their differences stand. */
const WISHES_OF: Partial<Record<Choice, keyof typeof WISHES>> = {
  optics: 'opticsParams',
  sensor: 'exposureParams',
};

function wishDifferences(stage: Choice, before: Recipe, after: Recipe): Difference[] {
  const part = WISHES_OF[stage];
  if (!part) return [];
  return WISHES[part].flatMap((field) => {
    const [one, other] = [before, after].map(
      (recipe) =>
        (recipe[part] as Readonly<Record<string, string | boolean>> | undefined)?.[field.key] ??
        blankOf(field),
    );
    const unit = 'unit' in field && other !== blankOf(field) ? field.unit : '';
    return fieldDifferences(field, one!, other!).map((difference) => ({
      stage,
      part,
      ...difference,
      unit,
    }));
  });
}

/** The rows of the custom table that differ, where both recipes use it. */
function tableDifference(before: Recipe, after: Recipe): Difference[] {
  const part = 'illuminantCustomPhotons';
  if ([before, after].some(({ illuminant }) => illuminant !== illuminants.custom.label)) return [];
  const rows = after[part].filter((photons, band) => photons !== before[part][band]).length;
  if (rows === 0) return [];
  const edited = `${rows} of ${after[part].length} rows`;
  return [
    { stage: 'illuminant', part, name: 'custom spectrum', before: '', after: edited, unit: '' },
  ];
}

/** The corrections that stand between sensor and ISP. */
const correctionDifferences = (before: Recipe, after: Recipe): Difference[] =>
  CORRECTIONS.flatMap((part) => {
    const [one, other] = [before[part], after[part]].map((held) =>
      held === undefined
        ? 'none'
        : typeof held === 'string'
          ? held
          : Object.entries(held)
              .map(([key, value]) => `${key} ${String(value)}`)
              .join(', '),
    );
    return one === other
      ? []
      : [
          {
            stage: 'isp',
            part,
            name: correctionInWords(part),
            before: one!,
            after: other!,
            unit: '',
          },
        ];
  });

/** 'pixelsPerSecond 200, 0'; of objects in a list one after the other: 'name long; name short'. */
function fieldsInWords(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return items.map(fieldsInWords).join(items.some(isObject) ? '; ' : ', ');
  }
  if (!isObject(value)) return shown(value);
  return Object.entries(value)
    .map(([key, inside]) => `${key} ${fieldsInWords(inside)}`)
    .join(', ');
}

/** The fields of motion, flicker, frame, task or sensor file that differ. */
const tableDifferences = (stage: Choice, before: Recipe, after: Recipe): Difference[] =>
  (Object.keys(FIELD_TABLES) as (keyof typeof FIELD_TABLES)[])
    .filter((part) => FIELD_TABLES[part] === stage)
    .flatMap((part) => differencesIn(part, stage, [before[part] ?? {}, after[part] ?? {}]));

function differencesIn(
  part: keyof typeof FIELD_TABLES,
  stage: Choice,
  tables: readonly FieldTable[],
): Difference[] {
  // The fields of a sensor file are many, and named by themselves.
  const keys = new Set(tables.flatMap((table) => Object.keys(table)));
  const name = (key: string): string => (part === 'sensorFile' ? key : `${part} ${key}`);
  return [...keys].flatMap((key) => {
    const [one, other] = tables.map(({ [key]: value }) =>
      value === undefined ? 'none' : fieldsInWords(value),
    );
    return one === other
      ? []
      : [{ stage, part, name: name(key), before: one!, after: other!, unit: '' }];
  });
}

/** The files with the distances of the scene. */
function depthDifference(before: Recipe, after: Recipe): Difference[] {
  const part = 'sceneDepth';
  if (before[part] === after[part]) return [];
  const [one, other] = [before, after].map((recipe) =>
    recipe[part] === undefined ? 'none' : shownChoice(recipe[part]),
  );
  return [{ stage: 'scene', part, name: 'depth map', before: one!, after: other!, unit: '' }];
}

/** The worlds in place of a scene; two of one name differ in what stands in them. */
function worldDifference(before: Recipe, after: Recipe): Difference[] {
  const part = 'world';
  if (JSON.stringify(before[part]) === JSON.stringify(after[part])) return [];
  const [one, other] = [before, after].map((recipe) => worldName(recipe) || 'no world');
  return [
    {
      stage: 'scene',
      part,
      name: '',
      before: one!,
      after: one === other ? `${other!}, changed` : other!,
      unit: '',
    },
  ];
}

function stageDifferences(stage: Choice, before: Recipe, after: Recipe): Difference[] {
  const [used, uses] = [parametersOf(before, stage), parametersOf(after, stage)];
  const choice =
    before[stage] === after[stage]
      ? []
      : [
          {
            stage,
            part: stage,
            name: '',
            before: shownChoice(before[stage]) || blankWords[stage],
            after: shownChoice(after[stage]) || blankWords[stage],
            unit: '',
          },
        ];
  const fields =
    used && uses && used.part === uses.part
      ? uses.fields.flatMap((field) =>
          field.hidden
            ? []
            : fieldDifferences(
                field,
                (before[uses.part] as Values)[field.key],
                (after[uses.part] as Values)[field.key],
              ).map((difference) => ({ stage, part: uses.part, ...difference })),
        )
      : [];
  return [
    ...choice,
    ...fields,
    ...numberDifferences(stage, before, after),
    ...(stage === 'illuminant' ? tableDifference(before, after) : []),
    ...wishDifferences(stage, before, after),
    ...tableDifferences(stage, before, after),
    ...(stage === 'isp' ? correctionDifferences(before, after) : []),
    ...(stage === 'scene'
      ? [...depthDifference(before, after), ...worldDifference(before, after)]
      : []),
  ];
}

/**
 * In what two recipes differ, in the order of the light. Only what takes part in a run counts: the
 * parameters of a choice that is made in both recipes.
 */
export const differences = (before: Recipe, after: Recipe): readonly Difference[] =>
  stages.flatMap((stage) => stageDifferences(stage, before, after));

/** In what the parameters of a recipe differ from the defaults of its own choices. */
export const differencesFromDefaults = (recipe: Recipe): readonly Difference[] =>
  differences(
    {
      ...initialRecipe,
      ...(Object.fromEntries(stages.map((stage) => [stage, recipe[stage]])) as Pick<
        Recipe,
        Choice
      >),
      illuminantCustomPhotons: DEFAULT_CUSTOM_PHOTONS,
    },
    recipe,
  );

/** A value with its unit, which a line break never parts. */
const withUnit = (value: string, unit: string): string =>
  unit === '' ? value : unit === '°' ? `${value}°` : `${value}\u00a0${unit}`;

/**
 * Differences under the stages in which they lie: 'ISP b_gain 9000, r_gain 1500; sensor read noise
 * 2 mV'.
 */
function listed(list: readonly Difference[], words: (difference: Difference) => string): string {
  return stages
    .flatMap((stage) => {
      const ofStage = list.filter((difference) => difference.stage === stage);
      return ofStage.length === 0 ? [] : `${stageWords[stage]} ${ofStage.map(words).join(', ')}`;
    })
    .join('; ');
}

const named = (name: string, values: string): string =>
  name === '' ? values : `${name} ${values}`;

/** Numbers with a fraction that have more digits are shown with so many. */
const [LONG, SHOWN] = [6, 4];
/** Values with their numbers as other figures have them; a search leaves seventeen digits. */
const rounded = (value: string): string =>
  value.replaceAll(/(?<![\w.])\d*\.\d+(?:e[+-]?\d+)?(?![\w.])/g, (number) =>
    number.replace(/e.*$/, '').replace(/^[0.]+|\./g, '').length > LONG
      ? String(Number(Number(number).toPrecision(SHOWN)))
      : number,
  );

/** A difference as it is shown: with all digits where fewer would be the same. */
function asShown(difference: Difference): Difference {
  const [before, after] = [rounded(difference.before), rounded(difference.after)];
  const isChoice = difference.part === difference.stage;
  return isChoice || before === after ? difference : { ...difference, before, after };
}

/** 'ISP b_gain 5000 → 9000; sensor read noise 0.96 → 2 mV'. */
export const changesInWords = (list: readonly Difference[]): string =>
  listed(list.map(asShown), ({ name, before, after, unit }) =>
    named(name, before === '' ? withUnit(after, unit) : `${before} → ${withUnit(after, unit)}`),
  );

/** The values after the change: 'ISP b_gain 9000; sensor read noise 2 mV'. */
export const valuesInWords = (list: readonly Difference[]): string =>
  listed(list.map(asShown), ({ name, after, unit }) => named(name, withUnit(after, unit)));

import {
  DEFAULT_CUSTOM_PHOTONS,
  EXPOSURE_FIELDS,
  OPTICS_FIELDS,
  parameterObjects,
  type RecipeNumberName,
} from '@lumenloom/contract';
import {
  BANDS,
  isps,
  scenes,
  sensors,
  type Field,
  type FieldValue,
} from '@lumenloom/engine/catalogue';

/** The choice lists, by their name in the request. A blank choice is ''. */
export type Choice = 'illuminant' | 'scene' | 'optics' | 'sensor' | 'isp' | 'algorithm';

type WireKeyOf<Family extends Readonly<Record<string, { readonly wireKey: string }>>> =
  Family[keyof Family]['wireKey'];

/** Scene parameters travel as numbers; other text is NaN. */
type SceneParameters = Readonly<
  Record<WireKeyOf<typeof scenes>, Readonly<Record<string, FieldValue>>>
>;
/**
 * Parameters of sensor and ISP travel as they are typed: numbers, pairs and matrix cells as text,
 * switches as they are.
 */
type TypedParameters = Readonly<
  Record<WireKeyOf<typeof sensors> | WireKeyOf<typeof isps>, Readonly<Record<string, TypedValue>>>
>;

/** The numbers that every recipe holds, '' where they are not set; others are absent then. */
type Luminance = 'illuminantLuminance' | 'sceneLuminance';

/**
 * All that a run depends on, in the words of POST /simulate, so nothing is converted for saving;
 * `bodyOf` gives the body that is sent.
 */
export interface Recipe
  extends
    Readonly<Record<Choice, string>>,
    Readonly<Record<Luminance, number | ''>>,
    Readonly<Partial<Record<Exclude<RecipeNumberName, Luminance>, number>>>,
    SceneParameters,
    TypedParameters,
    Corrections {
  /** As typed, without blanks; absent where the meter decides alone. */
  readonly exposureParams?: ExposureParams;
  /** As typed, without blanks; absent where the lens is as its file has it. */
  readonly opticsParams?: OpticsParams;
  /** How scene or camera move, how the light flickers; absent where nothing changes with time. */
  readonly motion?: FieldTable;
  readonly flicker?: FieldTable;
  /** Fields of a sensor file over the chosen sensor; absent where the sensor is as it is. */
  readonly sensorFile?: FieldTable;
  /** A depth map of the user's own, `mine:<id>`; absent where the scene has none. */
  readonly sceneDepth?: string;
  /** One per band, in units of 10^20 photons. */
  readonly illuminantCustomPhotons: readonly number[];
  /** Always '': built-in pictures are chosen by their name. */
  readonly sceneFile: '';
  /** One row per band; zeros have no effect. */
  readonly sceneFileIlluminantData: readonly (readonly [number, number])[];
}

/** What a recipe asks of the exposure, as typed; a field that is absent is blank. */
export type ExposureParams = Readonly<
  Partial<Record<(typeof EXPOSURE_FIELDS)[number]['key'], string>>
>;

/**
 * Object, focus, stop and stray light of the lens, as typed; switches as they are. A field that is
 * absent is blank.
 */
export type OpticsParams = Readonly<
  Partial<Record<(typeof OPTICS_FIELDS)[number]['key'], string | boolean>>
>;

/**
 * A correction between sensor and ISP, by the keys of its fields, as it was typed or came. Its
 * fields are loaded with the dialog that shows them, and checked where it runs.
 */
export type CorrectionParams = Readonly<Record<string, string | number | readonly number[]>>;

/** Corrections before the ISP, as typed, without blanks; absent where there is none. */
export interface Corrections {
  readonly lensShading?: CorrectionParams;
  readonly toneMap?: CorrectionParams;
  /** The rules of AWB and CCM; absent where their own numbers count. */
  readonly whiteBalance?: string;
  readonly colourMatrix?: string;
}

/**
 * An object of a recipe whose fields the engine reads where it runs: numbers, words, lists and
 * objects of them, as in JSON.
 */
export type FieldTable = Readonly<Record<string, unknown>>;

/** Such objects, by the choice beside which their differences stand. */
export const FIELD_TABLES = {
  illuminant: 'flicker',
  scene: 'motion',
  sensor: 'sensorFile',
} as const satisfies Partial<Record<Choice, keyof Recipe>>;

/** The corrections of a recipe, in the order of the light. */
export const CORRECTIONS = ['lensShading', 'toneMap', 'whiteBalance', 'colourMatrix'] as const;
export type CorrectionName = (typeof CORRECTIONS)[number];

/** 'white balance'. */
export const correctionInWords = (name: CorrectionName): string =>
  name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);

/** The parts of a recipe that are absent where nothing is asked. */
export const WISHES = {
  exposureParams: EXPOSURE_FIELDS,
  opticsParams: OPTICS_FIELDS,
} as const satisfies Readonly<Record<string, readonly Field[]>>;

export type TypedValue = boolean | string | readonly (readonly string[])[];

/** The default of a field as a dialog holds it: as typed text, switches as they are. */
export function typedDefault(field: Field): TypedValue {
  switch (field.kind) {
    case 'switch':
      return field.default;
    case 'matrix':
      return field.default.map((row) => row.map(String));
    case 'number':
      return field.proposed ? '' : (field.typed ?? String(field.default));
    case 'choice':
    case 'pair':
      return String(field.default);
  }
}

/** Parameter objects that hold the defaults. */
const defaultsOf = <Key extends string, Value>(
  objects: Readonly<Record<Key, readonly Field[]>>,
  valueOf: (field: Field) => Value,
) =>
  Object.fromEntries(
    Object.entries<readonly Field[]>(objects).map(([wireKey, fields]) => [
      wireKey,
      Object.fromEntries(fields.map((field) => [field.key, valueOf(field)])),
    ]),
  ) as Readonly<Record<Key, Readonly<Record<string, Value>>>>;

/** The recipe that New restores. */
export const initialRecipe: Recipe = {
  illuminant: '',
  illuminantLuminance: '',
  illuminantCustomPhotons: DEFAULT_CUSTOM_PHOTONS,
  scene: '',
  sceneFile: '',
  sceneLuminance: '',
  ...defaultsOf(parameterObjects(scenes), (field): FieldValue => field.default),
  sceneFileIlluminantData: Array.from({ length: BANDS }, () => [0, 0] as const),
  optics: '',
  sensor: '',
  ...defaultsOf(parameterObjects(sensors), typedDefault),
  isp: '',
  ...defaultsOf(parameterObjects(isps), typedDefault),
  algorithm: '',
};

/**
 * The body of POST /simulate: the parameters of a scene or an ISP that a switch offers are in it
 * while that is chosen.
 */
export const bodyOf = (recipe: Recipe): Partial<Recipe> =>
  Object.fromEntries(
    Object.entries(recipe).filter(
      ([key]) =>
        ![...Object.values(scenes), ...Object.values(isps)].some(
          (one) =>
            one.wireKey === key &&
            'feature' in one &&
            one.label !== recipe.scene &&
            one.label !== recipe.isp,
        ),
    ),
  );

export type RecipeChange =
  | {
      readonly type: 'chosen';
      readonly choice: Choice;
      readonly label: string;
      /** Values that an own or published sensor brings for its dialog. */
      readonly sensorParams?: Recipe['sensorParams'];
    }
  | {
      readonly type: 'parameters';
      readonly wireKey: keyof (SceneParameters & TypedParameters);
      readonly values: Readonly<Record<string, FieldValue | TypedValue>>;
    }
  | { readonly type: 'illuminant luminance' | 'scene luminance'; readonly value: number | '' }
  | { readonly type: 'custom photons'; readonly photons: readonly number[] }
  | { readonly type: 'exposure'; readonly exposure: ExposureParams | undefined }
  /** `name`: where the change came from, if its differences do not say it. */
  | {
      readonly type: 'optics';
      readonly optics: OpticsParams | undefined;
      readonly name?: string;
    }
  | { readonly type: 'corrections'; readonly corrections: Corrections }
  /** How far the scene is, m, as typed; undefined: infinity. */
  | { readonly type: 'object distance'; readonly objectDistance: string | undefined }
  | { readonly type: 'scene depth'; readonly sceneDepth: string | undefined }
  | { readonly type: 'motion'; readonly motion: FieldTable | undefined }
  | {
      readonly type: 'flicker';
      readonly flicker: FieldTable | undefined;
      readonly antiFlickerHertz: number | undefined;
    }
  /** Fields of the sensor file; what is undefined, or absent here, is as in the chosen sensor. */
  | { readonly type: 'shutter'; readonly shutter: FieldTable | undefined }
  | {
      readonly type: 'captures';
      readonly captures: readonly FieldTable[] | undefined;
      readonly merge: FieldTable | undefined;
    }
  | { readonly type: 'reset' }
  /** A whole recipe comes; `name` says where from, where it is not the differences that say it. */
  | {
      readonly type: 'restored';
      readonly recipe: Recipe;
      readonly name?: string;
      /** It comes from elsewhere: it belongs to no project that is open. */
      readonly isForeign?: true;
    };

/** The reducer of the recipe. */
export function reduceRecipe(recipe: Recipe, change: RecipeChange): Recipe {
  switch (change.type) {
    case 'chosen':
      return {
        ...recipe,
        [change.choice]: change.label,
        ...(change.sensorParams && {
          sensorParams: { ...recipe.sensorParams, ...change.sensorParams },
        }),
      };
    case 'parameters':
      return { ...recipe, [change.wireKey]: change.values };
    // Only one luminance counts, so setting one clears the other. Submitting the same value again
    // changes nothing.
    case 'illuminant luminance':
      return change.value === recipe.illuminantLuminance
        ? recipe
        : { ...recipe, illuminantLuminance: change.value, sceneLuminance: '' };
    case 'scene luminance':
      return change.value === recipe.sceneLuminance
        ? recipe
        : { ...recipe, sceneLuminance: change.value, illuminantLuminance: '' };
    case 'custom photons':
      return { ...recipe, illuminantCustomPhotons: change.photons, sceneLuminance: '' };
    case 'optics':
      return withOptics(recipe, change.optics);
    case 'object distance': {
      const { objectDistance: _, ...others } = recipe.opticsParams ?? {};
      const { objectDistance } = change;
      return withOptics(
        recipe,
        objectDistance === undefined ? others : { ...others, objectDistance },
      );
    }
    case 'scene depth': {
      const { sceneDepth: _, ...rest } = recipe;
      return change.sceneDepth === undefined ? rest : { ...rest, sceneDepth: change.sceneDepth };
    }
    case 'exposure': {
      const { exposureParams: _, ...rest } = recipe;
      return change.exposure ? { ...rest, exposureParams: change.exposure } : rest;
    }
    case 'corrections': {
      const { lensShading, toneMap, whiteBalance, colourMatrix, ...rest } = recipe;
      return { ...rest, ...change.corrections };
    }
    case 'motion':
      return withParts(recipe, { motion: change.motion });
    case 'flicker': {
      const { flicker, antiFlickerHertz } = change;
      return withParts(recipe, { flicker, antiFlickerHertz });
    }
    case 'shutter':
      return withSensorFile(recipe, { shutter: change.shutter });
    case 'captures':
      return withSensorFile(recipe, { captures: change.captures, merge: change.merge });
    case 'reset':
      return initialRecipe;
    case 'restored':
      return change.recipe;
  }
}

function withOptics(recipe: Recipe, optics: OpticsParams = {}): Recipe {
  const { opticsParams: _, ...rest } = recipe;
  return Object.keys(optics).length > 0 ? { ...rest, opticsParams: optics } : rest;
}

/** A table with some of its entries set, or dropped where they are undefined. */
const withEntries = (table: FieldTable, entries: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries({ ...table, ...entries }).filter(([, value]) => value !== undefined),
  );

const withParts = (recipe: Recipe, parts: Readonly<Record<string, unknown>>): Recipe =>
  withEntries(recipe as unknown as FieldTable, parts) as unknown as Recipe;

function withSensorFile(recipe: Recipe, fields: FieldTable): Recipe {
  const sensorFile = withEntries(recipe.sensorFile ?? {}, fields);
  return withParts(recipe, {
    sensorFile: Object.keys(sensorFile).length > 0 ? sensorFile : undefined,
  });
}

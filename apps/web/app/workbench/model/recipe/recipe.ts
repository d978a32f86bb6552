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
  /** Which picture of a series it is; absent for the first one. */
  readonly frame?: FieldTable;
  /** What the picture is for: it changes no picture; absent where nothing is asked. */
  readonly task?: FieldTable;
  /** Temperature and pressure of the camera; absent where they are the usual ones. */
  readonly environment?: FieldTable;
  /** The object whose information is computed; without fields the usual one. */
  readonly labParams?: FieldTable;
  /** Fields of a sensor file over the chosen sensor; absent where the sensor is as it is. */
  readonly sensorFile?: FieldTable;
  /** A depth map of the user's own, `mine:<id>`; absent where the scene has none. */
  readonly sceneDepth?: string;
  /** In place of the scene: a document, `example:NAME` or `mine:<id>`; absent without a world. */
  readonly world?: string | FieldTable;
  /** How it is rendered; absent where its document says it. */
  readonly worldParams?: FieldTable;
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

/** Such objects, each with the choice beside which its differences stand. */
export const FIELD_TABLES = {
  flicker: 'illuminant',
  motion: 'scene',
  worldParams: 'scene',
  frame: 'scene',
  task: 'scene',
  labParams: 'sensor',
  sensorFile: 'sensor',
  environment: 'optics',
} as const satisfies Partial<Record<keyof Recipe, Choice>>;

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

/** What every recipe holds and a world leaves no place for: scenes, and a light of its own. */
const BESIDE_WORLD: readonly string[] = [
  ...Object.keys(parameterObjects(scenes)),
  'sceneFileIlluminantData',
  'illuminantCustomPhotons',
];

/**
 * The body of POST /simulate: the parameters of a scene or an ISP that a switch offers are in it
 * while that is chosen, those of all scenes while there is no world.
 */
export const bodyOf = (recipe: Recipe): Partial<Recipe> =>
  Object.fromEntries(
    Object.entries(recipe).filter(
      ([key]) =>
        !(recipe.world && BESIDE_WORLD.includes(key)) &&
        ![...Object.values(scenes), ...Object.values(isps)].some(
          (one) =>
            one.wireKey === key &&
            'feature' in one &&
            one.label !== recipe.scene &&
            one.label !== recipe.isp,
        ),
    ),
  );

/** Parts of a recipe by their names, as it holds them. */
export type RecipeParts = Readonly<Record<string, unknown>>;

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
  /** By what a lux meter shows at the object. */
  | { readonly type: 'illuminance'; readonly lux: number }
  | { readonly type: 'custom photons'; readonly photons: readonly number[] }
  /** Parts of the recipe, or of its sensor file; what is undefined is dropped. */
  | { readonly type: 'parts'; readonly parts: RecipeParts; readonly within?: 'sensorFile' }
  /** `name`: where the change came from, if its differences do not say it. */
  | {
      readonly type: 'optics';
      readonly optics: OpticsParams | undefined;
      readonly name?: string;
      /** What is asked of the object with it; absent where that stays. */
      readonly object?: {
        readonly task: FieldTable | undefined;
        readonly motion: FieldTable | undefined;
      };
    }
  /** How far the scene is, m, as typed; undefined: infinity. */
  | { readonly type: 'object distance'; readonly objectDistance: string | undefined }
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
    case 'chosen': {
      const { configuration: _, ...optics } = recipe.opticsParams ?? {};
      // A scene takes the place of a world.
      const { world: _world, worldParams: _how, ...others } = recipe;
      return {
        // A configuration is one of the lens that it was chosen with.
        ...(change.choice === 'optics'
          ? withOptics(recipe, optics)
          : change.choice === 'scene'
            ? others
            : recipe),
        [change.choice]: change.label,
        ...(change.sensorParams && {
          sensorParams: { ...recipe.sensorParams, ...change.sensorParams },
        }),
      };
    }
    case 'parameters':
      return { ...recipe, [change.wireKey]: change.values };
    // Only one level counts, so setting one clears the others. Submitting the same value again
    // changes nothing.
    case 'illuminant luminance':
      return change.value === recipe.illuminantLuminance && recipe.illuminantLux === undefined
        ? recipe
        : withParts(recipe, {
            illuminantLuminance: change.value,
            sceneLuminance: '',
            illuminantLux: undefined,
          });
    case 'scene luminance':
      return change.value === recipe.sceneLuminance
        ? recipe
        : withParts(recipe, {
            sceneLuminance: change.value,
            illuminantLuminance: '',
            illuminantLux: undefined,
          });
    case 'illuminance':
      return change.lux === recipe.illuminantLux
        ? recipe
        : withParts(recipe, {
            illuminantLux: change.lux,
            illuminantLuminance: '',
            sceneLuminance: '',
          });
    case 'custom photons':
      return { ...recipe, illuminantCustomPhotons: change.photons, sceneLuminance: '' };
    case 'optics':
      return withParts(withOptics(recipe, change.optics), change.object ?? {});
    case 'object distance': {
      const { objectDistance: _, ...others } = recipe.opticsParams ?? {};
      const { objectDistance } = change;
      return withOptics(
        recipe,
        objectDistance === undefined ? others : { ...others, objectDistance },
      );
    }
    case 'parts': {
      const { parts, within } = change;
      return within ? withSensorFile(recipe, parts) : withParts(recipe, parts);
    }
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

/** A table without what is undefined. */
export const definedOf = (table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));

const withParts = (recipe: Recipe, parts: RecipeParts): Recipe =>
  definedOf({ ...recipe, ...parts }) as unknown as Recipe;

function withSensorFile(recipe: Recipe, fields: FieldTable): Recipe {
  const sensorFile = definedOf({ ...recipe.sensorFile, ...fields });
  return withParts(recipe, {
    sensorFile: Object.keys(sensorFile).length > 0 ? sensorFile : undefined,
  });
}

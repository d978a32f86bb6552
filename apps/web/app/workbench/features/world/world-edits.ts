import type { WorldContent } from '@lumenloom/contract';

export type WorldObject = NonNullable<WorldContent['objects']>[number];
export type WorldLight = NonNullable<WorldContent['lights']>[number];
export type Vector = readonly [number, number, number];

/** What is selected in the lists. */
export interface Selected {
  readonly list: 'objects' | 'lights';
  readonly name: string;
}

const LEVELS = ['lumens', 'candela', 'lux', 'luminance', 'watts'] as const;
type LevelName = (typeof LEVELS)[number];
export const LEVEL_UNITS: Readonly<Record<LevelName, string>> = {
  lumens: 'lm',
  candela: 'cd',
  lux: 'lx',
  luminance: 'cd/m²',
  watts: 'W',
};

type Pose = Pick<WorldObject, 'position' | 'rotation' | 'degrees' | 'lookAt' | 'matrix'>;
/** Keys that say how something is turned; one of them at most. */
const TURNS = ['rotation', 'degrees', 'lookAt', 'matrix'] as const;

export const itemOf = (
  document: WorldContent,
  { list, name }: Selected,
): WorldObject | WorldLight | undefined => document[list]?.find((item) => item.name === name);

/** A document with one thing or lamp changed. */
function withItem(
  document: WorldContent,
  { list, name }: Selected,
  changes: Readonly<Record<string, unknown>>,
  without: readonly string[] = [],
): WorldContent {
  const items = (document[list] ?? []).map((item) =>
    item.name === name
      ? {
          ...Object.fromEntries(Object.entries(item).filter(([key]) => !without.includes(key))),
          ...changes,
        }
      : item,
  );
  return { ...document, [list]: items };
}

export const moved = (document: WorldContent, item: Selected, position: Vector): WorldContent =>
  withItem(document, item, { position });

/** Turned by angles about the fixed axes x, then y, then z, in place of what turned it before. */
export const turned = (document: WorldContent, item: Selected, degrees: Vector): WorldContent =>
  withItem(document, item, { degrees }, TURNS);

export const lookingAt = (document: WorldContent, item: Selected, target: Vector): WorldContent => {
  const up = itemOf(document, item)?.lookAt?.up;
  return withItem(document, item, { lookAt: { target, ...(up && { up }) } }, TURNS);
};

/** Factors along x, y and z. */
export function scaleOf(item: WorldObject | WorldLight): Vector {
  const scale = 'scale' in item ? (item.scale ?? 1) : 1;
  return typeof scale === 'number' ? [scale, scale, scale] : scale;
}

/** Where something is put: one of them. */
export interface Placing {
  readonly position?: Vector;
  readonly degrees?: Vector;
  readonly scale?: Vector;
}

/** As a hand has put it; lamps have no scale. */
export function withPlacing(
  document: WorldContent,
  item: Selected,
  { position, degrees, scale }: Placing,
): WorldContent {
  if (position) return moved(document, item, position);
  if (degrees) return turned(document, item, degrees);
  return item.list === 'objects' && scale ? withItem(document, item, { scale }) : document;
}

export const withMaterial = (
  document: WorldContent,
  item: Selected,
  material: string,
): WorldContent =>
  material === ''
    ? withItem(document, item, {}, ['material'])
    : withItem(document, item, { material });

export type WorldMaterialKeys = NonNullable<WorldContent['materials']>[string];

/**
 * A document with the material of a thing changed: where it stands, in the thing or by its name.
 */
export const withMaterialKeys = (
  document: WorldContent,
  { name, material }: WorldObject,
  keys: WorldMaterialKeys,
): WorldContent =>
  typeof material === 'string'
    ? { ...document, materials: { ...document.materials, [material]: keys } }
    : withItem(document, { list: 'objects', name }, { material: keys });

export const switched = (document: WorldContent, name: string, on: boolean): WorldContent =>
  withItem(document, { list: 'lights', name }, { on });

/** The level of a lamp, by its one key. */
export function levelOf(light: WorldLight): { readonly key: LevelName; readonly value: number } {
  const key = LEVELS.find((name) => light[name] !== undefined) ?? 'lumens';
  const level = light[key];
  return { key, value: typeof level === 'object' ? level.value : (level ?? NaN) };
}

export function withLevel(document: WorldContent, name: string, value: number): WorldContent {
  const item: Selected = { list: 'lights', name };
  const light = itemOf(document, item) as WorldLight;
  const { key } = levelOf(light);
  const level = light[key];
  return withItem(document, item, {
    [key]: typeof level === 'object' ? { ...level, value } : value,
  });
}

export const without = (document: WorldContent, { list, name }: Selected): WorldContent => ({
  ...document,
  [list]: (document[list] ?? []).filter((item) => item.name !== name),
});

/** A name that its list does not have yet: 'box', 'box 2'. */
export const freeName = (document: WorldContent, list: Selected['list'], wanted: string): string =>
  freeOf(new Set((document[list] ?? []).map(({ name }) => name)), wanted);

export const freeMaterialName = (document: WorldContent, wanted: string): string =>
  freeOf(new Set(Object.keys(document.materials ?? {})), wanted);

function freeOf(names: ReadonlySet<string>, wanted: string): string {
  const plain = wanted.replaceAll(/[.[\]]/g, ' ').trim() || 'part';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? plain : `${plain} ${count}`;
    if (!names.has(name)) return name;
  }
}

export const withObject = (document: WorldContent, object: WorldObject): WorldContent => ({
  ...document,
  objects: [...(document.objects ?? []), object],
});

export const withLight = (document: WorldContent, light: WorldLight): WorldContent => ({
  ...document,
  lights: [...(document.lights ?? []), light],
});

const DEGREE = 180 / Math.PI;

/**
 * Angles about the fixed axes x, then y, then z, of a pose; undefined where it is a matrix or looks
 * at something.
 */
export function degreesOf({ degrees, rotation, lookAt, matrix }: Pose): Vector | undefined {
  if (lookAt || matrix) return undefined;
  if (!rotation) return degrees ?? [0, 0, 0];
  const length = Math.hypot(...rotation);
  const [x, y, z, w] = rotation.map((part) => part / length) as [number, number, number, number];
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    DEGREE * Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    DEGREE * Math.asin(sine),
    DEGREE * Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** The group of a lamp of a document that names none. */
export const USUAL_GROUP = 'lights';

/**
 * A document whose lamps have the levels that faders show; what shines without being a lamp
 * belongs to the usual group.
 *
 * @param levels factor of each group; 1 for those that are not in it.
 */
export function withGroupLevels(
  document: WorldContent,
  levels: Readonly<Record<string, number>>,
): WorldContent {
  const usual = levels[USUAL_GROUP] ?? 1;
  let result = document;
  for (const light of document.lights ?? []) {
    const factor = levels[light.group ?? USUAL_GROUP] ?? 1;
    if (factor !== 1) result = withLevel(result, light.name, factor * levelOf(light).value);
  }
  return usual === 1
    ? result
    : {
        ...result,
        ...scaledIn(result, 'environment', usual),
        ...scaledIn(result, 'fog', usual),
        ...scaledIn(result, 'materials', usual),
      };
}

/** Keys under which what shines says how strongly. */
const SHINES = ['luminance', 'zenithLuminance', 'horizontalLux'];

function scaledIn(
  document: WorldContent,
  key: 'environment' | 'fog' | 'materials',
  by: number,
): Readonly<Record<string, unknown>> {
  const scale = (value: unknown): unknown =>
    Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).map(([name, held]) => [
            name,
            SHINES.includes(name) && typeof held === 'number' ? held * by : scale(held),
          ]),
        );
  return document[key] === undefined ? {} : { [key]: scale(document[key]) };
}

/** Keys under which a document names files. */
const FILE_KEYS = ['file', 'texture', 'image'];

/** The files that a document names. */
export function filesOf(document: WorldContent): ReadonlySet<string> {
  const files = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, held] of Object.entries(value))
      if (FILE_KEYS.includes(key) && typeof held === 'string') files.add(held);
      else look(held);
  };
  look(document);
  return files;
}

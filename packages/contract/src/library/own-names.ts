/**
 * The kinds of the user's own files: a lens, a scene, the distances of a scene, the
 * spectrum of a light, a quantum efficiency, a sensor, a glass catalogue, a network, a world with
 * its files, or a twin: a folder of several, as a zip file.
 */
export const LIBRARY_KINDS = [
  'lens',
  'scene',
  'depth',
  'light',
  'qe',
  'sensor',
  'glass',
  'network',
  'world',
  'twin',
] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/** The kinds that may stand in a choice of a recipe, as `mine:<id>`. */
export const KINDS_OF_CHOICE = {
  illuminant: ['light'],
  scene: ['scene'],
  sceneDepth: ['depth'],
  optics: ['lens'],
  sensor: ['qe', 'sensor'],
  algorithm: ['network'],
  world: ['world'],
} as const satisfies Readonly<Record<string, readonly LibraryKind[]>>;
export type OwnChoice = keyof typeof KINDS_OF_CHOICE;

const PREFIX = 'mine:';

/** How a recipe names one of the user's own files. */
export const ownName = (id: string): string => PREFIX + id;

/** The id of the file that a choice of a recipe names; undefined where it names none. */
export const ownIdOf = (choice: unknown): string | undefined =>
  typeof choice === 'string' && choice.startsWith(PREFIX) ? choice.slice(PREFIX.length) : undefined;

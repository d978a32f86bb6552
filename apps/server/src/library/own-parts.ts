import { join } from 'node:path';
import {
  KINDS_OF_CHOICE,
  messages,
  namesInRecipe,
  withoutNames,
  type NameInRecipe,
  type OwnChoice,
  type OwnParts,
  type Problem,
} from '@lumenloom/contract';
import {
  MAP_NAMES,
  PixelMaps,
  SimulationError,
  readAnyLensFile,
  type MapPlanes,
  type NetworkDescriptor,
  type OwnScene,
  type SensorFile,
} from '@lumenloom/engine';
import { BANDS, isObject } from '@lumenloom/engine/catalogue';
import { exampleWorld, publishedPart, type PublishedPart } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem } from '../http-problem.ts';
import { refuseSwitchedOff } from '../plugins/switched-off.ts';
import { WORLD_FILES, folderOf, libraryFolder, readPart } from './library-files.ts';
import { fileOf, notesOf, type LibraryRow } from './library-rows.ts';
import type { StoredDepth, StoredScene } from './stored-scene.ts';

const spectrum = z
  .array(z.number())
  .length(BANDS)
  .transform((values) => Float64Array.from(values));
const illuminantSchema = z.object({ label: z.string(), energy: spectrum, absolute: z.boolean() });

/** The content of part.json, by kind; glasses are read by the process that reads lens files. */
const partSchemas = {
  lens: z.object({ optics: z.unknown().transform((file) => readAnyLensFile(file)) }),
  light: z.object({ illuminant: illuminantSchema }),
  qe: z.object({ quantumEfficiency: z.array(spectrum).length(3).nullable() }),
  sensor: z.object({
    sensor: z
      .looseObject({ quantumEfficiency: z.array(spectrum).optional() })
      .transform((sensor) => sensor as unknown as SensorFile),
    maps: z.array(z.enum(MAP_NAMES)).optional(),
  }),
  scene: z.object({
    scene: z.object({
      label: z.string(),
      digest: z.string(),
      nativeIlluminant: z.enum(['d65', 'equal-photons', 'display-white']),
      data: z.object({
        rows: z.int().positive(),
        columns: z.int().positive(),
        planes: z.int().positive(),
        spectra: z.array(spectrum).nullable(),
      }),
    }),
    illuminant: illuminantSchema.optional(),
  }),
  depth: z.object({
    depth: z.object({
      label: z.string(),
      digest: z.string(),
      rows: z.int().positive(),
      columns: z.int().positive(),
      kind: z.enum(['z', 'range']),
      unknownShare: z.number(),
    }),
  }),
  network: z.object({
    algorithm: z.object({
      name: z.string(),
      sha256: z.string(),
      descriptor: z.custom<NetworkDescriptor>((value) => isObject(value)),
      problems: z.array(z.string()),
    }),
  }),
  world: z.object({ document: z.looseObject({}) }),
};

/** A recipe without the names of files and published parts, and what those hold. */
export interface OwnRecipe {
  readonly body: unknown;
  readonly own: OwnParts;
  /** What the readers decided. */
  readonly notes: readonly string[];
}

/** Whether a recipe names files of its author's own. */
const namesOwnFiles = (body: unknown): boolean =>
  namesInRecipe(body).some((named) => 'mine' in named);

/**
 * Takes the files of an account that a recipe names from its library, and the published parts that
 * it names.
 *
 * @param userId undefined: nobody is logged in.
 * @throws HttpProblem 422 at the choices that name a file which the account does not have, or one
 * of another kind, or a part that is not published.
 */
export async function ownRecipe(
  { database, library }: { readonly database: Database; readonly library: string },
  userId: string | undefined,
  body: unknown,
): Promise<OwnRecipe> {
  const names = namesInRecipe(body);
  if (names.length === 0) return withExampleWorld({ body, own: {}, notes: [] });
  const problems: Problem[] = [];
  const rows: Partial<Record<OwnChoice, LibraryRow>> = {};
  const published: PublishedPart[] = [];
  for (const named of names) {
    const { choice } = named;
    const found =
      'published' in named
        ? await publishedPart(named.choice, named.published)
        : await rowNamed(database, userId, named);
    if ('own' in found) published.push(found);
    else if ('kind' in found) rows[choice] = found;
    else {
      const message =
        'known' in found ? messages.noPublishedPart(named.name, found.known) : found.message;
      problems.push({ field: choice, message });
    }
  }
  const [first, ...others] = problems;
  if (first) throw new HttpProblem(422, [first, ...others]);
  const choices = names.map(({ choice }) => choice);
  const { own, notes, world } = await partsOf(library, rows);
  return withExampleWorld({
    body: { ...withoutNames(body as object, choices), ...(world && { world }) },
    own: published.reduce<OwnParts>((all, part) => ({ ...all, ...part.own }), own),
    notes: [...notes, ...published.flatMap((part) => part.notes)],
  });
}

/**
 * The same for a request, and the account whose files it names. What the operator has switched off
 * is refused.
 *
 * @param recipe in the place of the body.
 */
export async function ownRecipeOf(
  app: FastifyInstance,
  config: Pick<Config, 'dataFolder' | 'workbenchFeatures' | 'workbenchOffers'>,
  request: FastifyRequest,
  recipe = request.body,
): Promise<OwnRecipe & { readonly owner: string | undefined }> {
  refuseSwitchedOff(config, recipe);
  const owner = namesOwnFiles(recipe) ? await app.accountOf(request) : undefined;
  const stored = { database: app.database, library: libraryFolder(config.dataFolder) };
  return { ...(await ownRecipe(stored, owner, recipe)), owner };
}

/** The recipe with the document of the example that its world names. */
async function withExampleWorld(recipe: OwnRecipe): Promise<OwnRecipe> {
  const { body, own } = recipe;
  if (!isObject(body)) return recipe;
  try {
    const example = await exampleWorld(body['world']);
    if (!example) return recipe;
    return {
      ...recipe,
      body: { ...body, world: example.world },
      own: { ...own, worldFolder: example.folder },
    };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new HttpProblem(422, [{ field: 'world', message: error.message }]);
  }
}

/** The file of an account that a recipe names, or why it cannot stand there. */
async function rowNamed(
  database: Database,
  userId: string | undefined,
  { choice, name, mine }: Extract<NameInRecipe, { readonly mine: string }>,
): Promise<LibraryRow | { readonly message: string }> {
  if (userId === undefined) return { message: messages.logInForFiles };
  const row = await fileOf(database, userId, mine);
  if (!row) return { message: messages.ownFileUnknown(name) };
  return (KINDS_OF_CHOICE[choice] as readonly string[]).includes(row.kind)
    ? row
    : { message: messages.ownFileOfOtherKind(row.name, row.kind, choice) };
}

/** What files of an account hold. */
async function partsOf(
  library: string,
  rows: Partial<Record<OwnChoice, LibraryRow>>,
): Promise<Pick<OwnRecipe, 'own' | 'notes'> & { readonly world: object | undefined }> {
  const part = async (row: LibraryRow): Promise<unknown> => (await readPart(library, row.key)).part;
  const { optics, scene, sceneDepth, illuminant, sensor, algorithm, world } = rows;
  const lens = optics && partSchemas.lens.parse(await part(optics));
  const light = illuminant && partSchemas.light.parse(await part(illuminant));
  const efficiency = sensor?.kind === 'qe' ? partSchemas.qe.parse(await part(sensor)) : undefined;
  const chip = sensor?.kind === 'sensor' ? partSchemas.sensor.parse(await part(sensor)) : undefined;
  const network = algorithm && partSchemas.network.parse(await part(algorithm));
  const depth = sceneDepth && partSchemas.depth.parse(await part(sceneDepth)).depth;
  const sceneValues = scene && partSchemas.scene.parse(await part(scene));
  if (sceneValues?.illuminant && light)
    throw new HttpProblem(422, [{ field: 'illuminant', message: messages.radianceHasLight }]);
  const shown = sceneValues?.illuminant ?? light?.illuminant;
  return {
    own: {
      ...(lens && { optics: lens.optics }),
      ...(sceneValues && { scene: storedScene(sceneValues.scene, scene.key) }),
      ...(depth && { depth: storedDepth(depth, sceneDepth.key) }),
      ...(shown && { illuminant: shown }),
      // The thread that computes it finds the file (stored-scene.ts).
      ...(network && { algorithm: { ...network.algorithm, file: algorithm.key } }),
      ...(chip && { sensor: storedSensor(chip, sensor!.key) }),
      ...(efficiency?.quantumEfficiency && { quantumEfficiency: efficiency.quantumEfficiency }),
      ...(world && { worldFolder: join(folderOf(library, world.key), WORLD_FILES) }),
    },
    world: world && partSchemas.world.parse(await part(world)).document,
    notes: [optics, scene, sceneDepth, illuminant, sensor, algorithm, world].flatMap((row) =>
      row ? notesOf(row) : [],
    ),
  };
}

/** A depth map without its distances, which that thread reads too. */
const storedDepth = (
  depth: z.output<typeof partSchemas.depth>['depth'],
  key: string,
): StoredDepth => ({ ...depth, distances: new Float32Array(), stored: { key } });

/** A sensor whose maps, if it has some, are without their planes, which that thread reads too. */
function storedSensor(
  { sensor, maps: names }: z.output<typeof partSchemas.sensor>,
  key: string,
): SensorFile {
  const { chip } = sensor;
  if (!chip?.maps || !names) return sensor;
  const planes: MapPlanes = Object.fromEntries(
    names.map((name) => [name, name === 'defects' ? new Uint8Array() : new Float32Array()]),
  );
  return { ...sensor, chip: { ...chip, maps: new PixelMaps(chip.maps, planes, key) } };
}

/** A scene without its planes, which the thread that computes it reads (stored-scene.ts). */
function storedScene(
  {
    data: { rows, columns, planes, spectra },
    ...scene
  }: z.output<typeof partSchemas.scene>['scene'],
  key: string,
): Omit<StoredScene, 'id' | 'parameters'> {
  const data: OwnScene['data'] = { rows, columns, planes: [], spectra: spectra ?? undefined };
  return { ...scene, data, stored: { key, planes } };
}

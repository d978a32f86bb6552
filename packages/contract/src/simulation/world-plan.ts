import {
  SimulationError,
  lampLevel,
  type OwnScene,
  type ScenePlan,
  type WorldNoise,
  type WorldParams,
  type WorldPlan,
} from '@lumenloom/engine';
import { isObject, readDocument, scenes } from '@lumenloom/engine/catalogue';
import { readWorldDocument, type WorldContent } from '../world/world-document.ts';
import { messages } from '../messages.ts';
import { isBlank } from './blank.ts';
import type { Findings } from './decoded.ts';
import { parameterObjects } from './family.ts';
import type { OwnParts } from './own-parts.ts';
import { readOr } from './read-or.ts';
import { hashToSeed } from './seed.ts';
import { WORLD_PARAMS } from './world-fields.ts';

const USUAL = {
  through: 'layers',
  lensBands: 8,
  samples: 64,
  maxSamples: 4096,
  sampling: 2,
  seed: 0,
} as const;

/** Keys that say what a world says. */
const INSTEAD = [
  'scene',
  'sceneDepth',
  'sceneLuminance',
  'sceneFileIlluminantData',
  ...Object.keys(parameterObjects(scenes)),
];
/** Keys that have no effect beside the lamps of a world. */
const UNUSED = ['illuminant', 'illuminantLuminance', 'illuminantLux', 'illuminantCustomPhotons'];

type Sent = Readonly<Record<string, unknown>>;

/** A recipe without its scene and light, in front of whose camera a world stands. */
export const withoutScene = (recipe: Sent): Sent =>
  Object.fromEntries(
    Object.entries(recipe).filter(([key]) => !INSTEAD.includes(key) && !UNUSED.includes(key)),
  );

/**
 * The world of a recipe, which stands in the place of its scene; undefined without one.
 *
 * @param sent the recipe.
 */
export function planWorld(
  sent: Sent,
  own: OwnParts,
  findings: Findings,
): { readonly world: WorldPlan; readonly scene: ScenePlan } | undefined {
  const { notes, problems } = findings;
  const { world: content, worldParams } = sent;
  if (isBlank(content)) {
    if (!isBlank(worldParams)) notes.push('There is no world, so worldParams is not used.');
    return undefined;
  }
  refuseBeside(sent, own, findings);
  const idle = UNUSED.filter((key) => !isBlank(sent[key]));
  if (idle.length > 0) notes.push(messages.worldHasLamps(idle));
  if (!isObject(content)) {
    problems.push({ field: 'world', message: messages.worldName });
    return undefined;
  }
  const read = readWorldDocument(content);
  if (!read.ok) {
    const { field, message } = read.problems[0]!;
    problems.push({ field: field === '' ? 'world' : `world.${field}`, message });
    return undefined;
  }
  const wishes = readOr(worldParams, readWishes, problems);
  const params = paramsOf(read.value, wishes ?? {});
  refuseLevels(read.value, params, problems);
  const label = read.value.name ?? 'World';
  const folder = own.worldFolder;
  const world = { label, document: read.value, params, ...(folder !== undefined && { folder }) };
  return { world, scene: standIn(world) };
}

/** `worldParams` of a recipe. @throws SimulationError naming the field. */
function readWishes(sent: unknown) {
  const { noise, ...wishes } = readDocument(WORLD_PARAMS, sent, 'worldParams');
  if (!noise) return wishes;
  const refuse = (message: string): never => {
    throw new SimulationError('bad-parameter', message, 'worldParams.noise');
  };
  if (wishes.samples !== undefined)
    refuse('worldParams.samples and worldParams.noise are both given: give one.');
  if ((noise.relative === undefined) === (noise.ofShot === undefined))
    refuse('worldParams.noise needs one of relative and ofShot.');
  return { ...wishes, noise: noise as WorldNoise };
}

/** Most lamps whose light is kept apart: each has planes and covariances of its own. */
const MOST_LEVELS = 8;

function refuseLevels(
  { lights = [] }: WorldContent,
  { levels = {} }: WorldParams,
  problems: Findings['problems'],
): void {
  const names = Object.keys(levels);
  if (names.length > MOST_LEVELS)
    problems.push({
      field: 'worldParams.levels',
      message: `worldParams.levels has ${names.length} lamps: at most ${MOST_LEVELS} are rendered apart.`,
    });
  for (const name of names) {
    const field = `worldParams.levels.${name}`;
    const lamp = lights.find((light) => light.name === name);
    if (!lamp) problems.push({ field, message: `${field}: the world has no lights.${name}.` });
    else if (lampLevel(lamp) === undefined)
      problems.push({ field, message: `${field}: the lamp has no level of its own.` });
  }
}

function paramsOf(
  { render = {} }: WorldContent,
  wishes: Partial<ReturnType<typeof readWishes>> & { readonly noise?: WorldNoise },
): WorldParams {
  // Paths that the recipe counts go before a noise of the document.
  const noise = wishes.noise ?? (wishes.samples === undefined ? render.noise : undefined);
  return {
    through: wishes.through ?? USUAL.through,
    lensBands: wishes.lensBands ?? USUAL.lensBands,
    samples: wishes.samples ?? render.samples ?? USUAL.samples,
    ...(noise && { noise: noise as WorldNoise }),
    maxSamples: wishes.maxSamples ?? render.maxSamples ?? USUAL.maxSamples,
    sampling: wishes.sampling ?? USUAL.sampling,
    seed: wishes.seed ?? render.seed ?? USUAL.seed,
    ...(wishes.levels && { levels: wishes.levels }),
  };
}

/** Stands where the scene will be, which the world is rendered to. */
function standIn({ label, document, params }: WorldPlan): OwnScene {
  return {
    id: 'own',
    label,
    digest: String(hashToSeed({ document, params })),
    nativeIlluminant: 'd65',
    parameters: { hfov: 1 },
    data: { rows: 1, columns: 1, planes: [Float32Array.of(1)], spectra: undefined },
  };
}

function refuseBeside(sent: Sent, own: OwnParts, { problems }: Findings): void {
  const both = (key: string, field = key): void => {
    problems.push({ field, message: `world and ${key} are both given: give one.` });
  };
  for (const key of INSTEAD) if (!isBlank(sent[key])) both(key, key === 'scene' ? 'world' : key);
  const { opticsParams } = sent;
  if (isObject(opticsParams) && !isBlank(opticsParams['objectDistance']))
    both('opticsParams.objectDistance');
  if (!isBlank(sent['flicker'])) both('flicker');
  if (!isBlank(sent['motion'])) both('motion');
  if (own.scene) both('a scene file', 'world');
  if (own.depth) both('a depth file', 'world');
}

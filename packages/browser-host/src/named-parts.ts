import {
  messages,
  namesInRecipe,
  ownIdOf,
  type NamedParts,
  type OwnParts,
  type Problem,
  type ReadParts,
} from '@lumenloom/contract';
import { readAnyLensFile, type DepthPlan, type SensorFile } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';

/** The scene for its light alone, and no network. */
export const CHOICES_WITH_LIGHT: readonly string[] = ['scene', 'sensor', 'illuminant'];
/** Not the scene. */
const CHOICES: readonly string[] = ['optics', 'sensor', 'illuminant', 'sceneDepth'];
/** Sets of parts that are kept: those of the recipes that a person goes between. */
const KEPT = 8;

/** A recipe without the names of parts from files, and what those hold. */
export type RecipeWithParts =
  | { readonly recipe: unknown; readonly own: OwnParts }
  | { readonly problems: readonly Problem[] };

const spectrumOf = (values: readonly number[]): Float64Array => Float64Array.from(values);

const ownPartsOf = ({
  optics,
  illuminant,
  sensor,
  quantumEfficiency,
  scene,
}: ReadParts): OwnParts => ({
  ...(optics && { optics: readAnyLensFile(optics) }),
  ...(illuminant && { illuminant: { ...illuminant, energy: spectrumOf(illuminant.energy) } }),
  ...(sensor && {
    sensor: {
      ...sensor,
      ...(sensor.quantumEfficiency && {
        quantumEfficiency: sensor.quantumEfficiency.map(spectrumOf),
      }),
    } as unknown as SensorFile,
  }),
  ...(quantumEfficiency && { quantumEfficiency: quantumEfficiency.map(spectrumOf) }),
  ...(scene && { scene: { ...scene, data: NO_PICTURE } }),
});

/** The picture of a scene whose light alone counts. */
const NO_PICTURE = { rows: 1, columns: 1, planes: [], spectra: undefined };

/**
 * Fetches the parts from files that recipes name: lenses, sensors, efficiencies and lights of the
 * user's own, and published ones. Pictures of scenes stay on the server; their
 * distances, and their light where `choices` ask for it, are fetched.
 *
 * @returns a function of a recipe and the choices of it that count, by default all but the scene.
 */
export function namedPartsAt(
  address: string,
): (recipe: unknown, choices?: readonly string[]) => Promise<RecipeWithParts> {
  const kept = new Map<string, RecipeWithParts & { readonly own: OwnParts }>();
  return async (recipe, choices = CHOICES) => {
    if (!isObject(recipe)) return { recipe, own: {} };
    const named: NamedParts = Object.fromEntries(
      namesInRecipe(recipe).flatMap(({ choice, name }) =>
        choices.includes(choice) ? [[choice, name]] : [],
      ),
    );
    if (Object.keys(named).length === 0) return { recipe, own: {} };
    const key = JSON.stringify(named);
    const read = kept.get(key) ?? (await fetched(address, named, key));
    if ('problems' in read) return read;
    kept.delete(key);
    kept.set(key, read);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return { recipe: { ...recipe, ...(read.recipe as object) }, own: read.own };
  };
}

async function fetched(
  address: string,
  { sceneDepth }: NamedParts,
  body: string,
): Promise<RecipeWithParts> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => undefined);
  const answered: unknown = await response?.json().catch(() => undefined);
  if (response?.ok) {
    const read = answered as ReadParts;
    const own = ownPartsOf(read);
    const { depth } = read;
    if (!depth) return { recipe: read.choices, own };
    const distances = await distancesAt(new URL(`${ownIdOf(sceneDepth)!}/distances`, address));
    if (!distances) return GONE;
    return {
      recipe: read.choices,
      own: { ...own, depth: { ...(depth as unknown as DepthPlan), distances } },
    };
  }
  const message =
    isObject(answered) && typeof answered['message'] === 'string'
      ? answered['message']
      : messages.internalError;
  return { problems: [{ field: '', message }] };
}

const GONE: RecipeWithParts = {
  problems: [{ field: 'sceneDepth', message: messages.ownFileGone }],
};

/** The distances of a depth map, metres; undefined where there are none. */
async function distancesAt(address: URL): Promise<Float32Array | undefined> {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? new Float32Array(await response.arrayBuffer()) : undefined;
}

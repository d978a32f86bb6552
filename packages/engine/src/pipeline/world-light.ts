import { luminanceOf } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { digestOf } from '../digest.ts';
import { SimulationError } from '../simulation-error.ts';
import { medianError, type WorldLightPicture, type WorldPicture } from '../worlds.ts';

/** White is above 0 in each band: this share of its largest at least. */
const LEAST_WHITE = 1e-9;

/** A plane of the light of a group. */
interface KeptPlane {
  readonly plane: Float32Array;
  readonly behind: Float32Array;
}

/**
 * A rendering from the memory of the host, or made and kept there: plane by plane, so that one that
 * is large is kept too.
 *
 * @param inputs all that it depends on; undefined: it is not kept.
 */
export async function recalledLight(
  { memory }: Pick<Host, 'memory'>,
  inputs: readonly unknown[] | undefined,
  make: () => Promise<WorldLightPicture>,
): Promise<WorldLightPicture> {
  if (!memory || !inputs) return make();
  const key = digestOf(['world', ...inputs]);
  const keyOf = (group: number, plane: number): string => `${key} ${group} ${plane}`;
  const head = memory.find(key) as WorldLightPicture | undefined;
  const kept = head?.lights.map((light, group) => {
    const planes = head.spectra.flatMap((_, plane) => {
      const found = memory.find(keyOf(group, plane)) as KeptPlane | undefined;
      return found ? [found] : [];
    });
    return {
      ...light,
      planes: planes.map(({ plane }) => plane),
      behind: planes.map(({ behind }) => behind),
    };
  });
  if (head && kept?.every(({ planes }) => planes.length === head.spectra.length))
    return { ...head, lights: kept };
  const made = await make();
  const { depth, ids, behind: places, spread, lights } = made;
  const arrays = [depth, ids, ...spread, ...lights.map(({ luminance }) => luminance)];
  memory.keep(
    key,
    { ...made, lights: lights.map((light) => ({ ...light, planes: [], behind: [] })) },
    bytesOf([...arrays, ...(places ? [places.places, places.depth] : [])]),
  );
  for (const [group, light] of lights.entries())
    for (const [at, plane] of light.planes.entries()) {
      const behind = light.behind[at]!;
      memory.keep(keyOf(group, at), { plane, behind }, bytesOf([plane, behind]));
    }
  return made;
}

const bytesOf = (arrays: readonly { readonly byteLength: number }[]): number =>
  arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * The picture of a world with each group of its lamps as bright as it is: the sum of what is kept.
 *
 * @param scales by groups; 1 of those that are not there.
 * @throws SimulationError for a world without light.
 */
export function summedLight(
  picture: WorldLightPicture,
  scales: ReadonlyMap<string, number>,
): WorldPicture {
  const { groups, lights, spectra, depth, ids, behind, facts } = picture;
  const by = groups.map((group) => scales.get(group) ?? 1);
  const white = whiteOf(picture, by);
  const luminance = sumOf(
    lights.map((light) => light.luminance),
    by,
  );
  const error = errorOf(picture, by);
  return {
    planes: spectra.map((_, plane) =>
      sumOf(
        lights.map(({ planes }) => planes[plane]!),
        by,
      ),
    ),
    spectra: spectra.map((spectrum) =>
      Float64Array.from(spectrum, (value, band) => value / white[band]!),
    ),
    white,
    depth,
    ids,
    luminance,
    error,
    ...(behind && { hidden: hiddenOf(picture, behind, by) }),
    facts: { ...facts, standardErrorPercent: medianError({ error, luminance }) },
  };
}

function sumOf(arrays: readonly Float32Array[], by: readonly number[]): Float32Array {
  const out = sharedFloat32(arrays[0]!.length);
  for (const [group, values] of arrays.entries()) {
    const scale = by[group]!;
    for (let i = 0; i < out.length; i += 1) out[i]! += scale * values[i]!;
  }
  return out;
}

/** Groups share their paths, so that their errors go together. */
function errorOf({ spread, groups }: WorldLightPicture, by: readonly number[]): Float32Array {
  if (groups.length === 1) return spread[0]!;
  return spread[0]!.map((_, at) => {
    let [sum, k] = [0, 0];
    for (let i = 0; i < by.length; i += 1)
      for (let j = 0; j <= i; j += 1, k += 1)
        sum += (i === j ? 1 : 2) * by[i]! * by[j]! * spread[k]![at]!;
    return Math.sqrt(Math.max(0, sum));
  });
}

function hiddenOf(
  { lights, spectra, depth }: WorldLightPicture,
  behind: NonNullable<WorldLightPicture['behind']>,
  by: readonly number[],
): NonNullable<WorldPicture['hidden']> {
  const distances = new Float32Array(depth.length).fill(NaN);
  for (const [i, at] of behind.places.entries()) distances[at] = behind.depth[i]!;
  return {
    depth: distances,
    planes: spectra.map((_, plane) => {
      const sum = sumOf(
        lights.map((light) => light.behind[plane]!),
        by,
      );
      const out = sharedFloat32(depth.length);
      for (const [i, at] of behind.places.entries()) out[at] = sum[i]!;
      return out;
    }),
  };
}

/** Radiance of a perfect white at the place of the light; above 0 in each band. */
function whiteOf({ lights }: WorldLightPicture, by: readonly number[]): Float64Array {
  const total = (key: 'white' | 'mean'): Float64Array =>
    lights[0]![key].map((_, band) =>
      lights.reduce((sum, light, group) => sum + by[group]! * light[key][band]!, 0),
    );
  const atPlace = total('white');
  const white = luminanceOf(atPlace) > 0 ? atPlace : total('mean');
  const most = white.reduce((a, b) => Math.max(a, b), 0);
  if (!(most > 0))
    throw new SimulationError(
      'bad-parameter',
      'The world sends no light to the camera: give it a lamp or an environment.',
      'world',
    );
  return white.map((value) => Math.max(value, LEAST_WHITE * most));
}

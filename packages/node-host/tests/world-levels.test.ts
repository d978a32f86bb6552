/** Levels of lamps: one rendering for all of them (docs/reference/world.md#w7). */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPlan } from '@lumenloom/contract';
import { irradianceOf, luminanceOf, stageMemory, withWorld, type Host } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { expect, test } from 'vitest';

const quiet = { stopped: () => false, progress: () => undefined };
const LEVELS = { key: 200, fill: 50 };

/** A wall and the edge of a ball before it between two lamps, one of which is much dimmer. */
const worldAt = (key: number, fill = LEVELS.fill) => ({
  version: 1,
  materials: { white: { model: 'diffuse', reflectance: 0.6 } },
  environment: { uniform: { luminance: 5 } },
  objects: [
    { name: 'wall', shape: { plane: { size: [4, 4] } }, position: [0, 0, -2], material: 'white' },
    {
      name: 'ball',
      shape: { sphere: { radius: 0.1 } },
      position: [0.1, 0, -0.7],
      material: 'white',
    },
  ],
  lights: [
    { name: 'key', type: 'rectangle', size: [1, 1], lumens: key, position: [-1, 0.6, 0] },
    {
      name: 'fill',
      type: 'spot',
      outerDegrees: 80,
      lux: { value: fill, atMetres: 1 },
      spectrum: 'tungsten',
      position: [1, 0, 0],
      lookAt: { target: [0, 0, -2] },
    },
  ],
});

/** A host that counts what it renders. */
function counting(bytes = 64e6) {
  const made = nodeHost(1);
  const counts = { renderings: 0, surveys: 0 };
  const host: Host = {
    ...made,
    memory: bytes > 0 ? stageMemory(bytes) : undefined,
    worlds: {
      ...made.worlds!,
      survey: (...asked) => {
        counts.surveys += 1;
        return made.worlds!.survey(...asked);
      },
      render: (...asked) => {
        counts.renderings += 1;
        return made.worlds!.render(...asked);
      },
      expose: (...asked) => {
        counts.renderings += 1;
        return made.worlds!.expose(...asked);
      },
    },
  };
  return { host, counts };
}

const planOf = (world: object, worldParams: object = { levels: LEVELS }) => {
  const decoded = toPlan({
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 8, cols: 12, pixel_size: 5 },
    world,
    worldParams: { sampling: 1, samples: 16, ...worldParams },
    opticsParams: { focusDistance: 2 },
  });
  if (!decoded.ok) throw new Error(decoded.problems[0]!.message);
  return decoded.value.plan!;
};

async function photographed(host: Host, ...asked: Parameters<typeof planOf>) {
  const plan = await withWorld(planOf(...asked), host, quiet);
  return { plan, light: await irradianceOf(plan, host, quiet.stopped) };
}

test('five levels of a lamp are one rendering, with the bits of runs by themselves', async () => {
  const { host, counts } = counting();
  for (const level of [200, 0.5, 4000, 80, 201]) {
    if (level > 1) {
      await withWorld(planOf(worldAt(level)), host, quiet);
      continue;
    }
    const shared = await photographed(host, worldAt(level));
    const alone = await photographed(counting(0).host, worldAt(level));
    expect(shared.light).toEqual(alone.light);
    expect(shared.plan.world!.rendered).toEqual(alone.plan.world!.rendered);
  }
  expect(counts).toEqual({ renderings: 1, surveys: 1 });
});

/** cd/m² of each sample, but for a factor. */
function samplesOf({ illuminant, scene }: ReturnType<typeof planOf>): readonly number[] {
  if (scene.id !== 'own') throw new Error('The world is not rendered.');
  const { planes, spectra } = scene.data;
  const weights = spectra!.map((spectrum) =>
    luminanceOf(spectrum.map((value, band) => value * illuminant.energy![band]!)),
  );
  return Array.from(planes[0]!, (_, at) =>
    planes.reduce((sum, plane, k) => sum + plane[at]! * weights[k]!, 0),
  );
}

test('a sum of lamps is the light of a world with their levels, and errs by what it tells', async () => {
  const { host } = counting();
  const world = worldAt(1000, 20);
  const { plan } = await photographed(host, world);
  const { plan: truth } = await photographed(host, world, { samples: 128 });
  const [found, wanted] = [samplesOf(plan), samplesOf(truth)];
  const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  expect(Math.abs(total(found) / total(wanted) - 1)).toBeLessThan(0.01);
  const deviations = found.map((value, at) => Math.abs(value / wanted[at]! - 1)).sort();
  const error = plan.world!.rendered!.facts.standardErrorPercent! / 100;
  // The median of a normal deviation is 0.67 of its standard error.
  const ratio = deviations[Math.floor(deviations.length / 2)]! / (0.67 * error);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('a lamp that is not there, has no level or is one too many is refused by its name', () => {
  const world = worldAt(200);
  expect(() => planOf(world, { levels: { rong: 1 } })).toThrow(
    'worldParams.levels.rong: the world has no lights.rong.',
  );
  expect(() => planOf(world, { levels: { key: 0 } })).toThrow(/worldParams\.levels\.key/);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`lamp${at}`, 1]));
  expect(() => planOf(world, { levels: many })).toThrow(
    'worldParams.levels has 9 lamps: at most 8 are rendered apart.',
  );
});

test('through the surfaces of the lens, levels share a rendering as well', async () => {
  const { host, counts } = counting();
  const params = { levels: LEVELS, through: 'lens', lensBands: 1, samples: 16 };
  const dim = await photographed(host, worldAt(1, 50), params);
  const bright = await photographed(host, worldAt(1000, 50), params);
  expect(counts.renderings).toBe(1);
  const total = (light: Float64Array): number => light.reduce((a, b) => a + b, 0);
  expect(total(bright.light)).toBeGreaterThan(2 * total(dim.light));
});

test('a file that changes is rendered again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'levels-'));
  const file = join(folder, 'part.stl');
  const triangle = (width: number) =>
    `solid a\nfacet normal 0 0 1\nouter loop\nvertex ${-width} -200 0\nvertex ${width} -200 0\nvertex 0 200 0\nendloop\nendfacet\nendsolid a\n`;
  const { host, counts } = counting();
  const world = {
    ...worldAt(200),
    assets: { part: { file: 'part.stl', up: 'y' } },
    objects: [{ name: 'part', asset: 'part', position: [0, 0, -1], material: 'white' }],
  };
  const coveredBy = async (width: number): Promise<number> => {
    await writeFile(file, triangle(width));
    const plan = planOf(world);
    const asked = { ...plan, world: { ...plan.world!, folder } };
    const taken = await withWorld(asked, host, quiet);
    return taken.world.rendered!.ids.reduce((sum, id) => sum + id, 0);
  };
  const [wide, again] = [await coveredBy(300), await coveredBy(1)];
  expect(counts.renderings).toBe(2);
  expect(again).toBeLessThan(wide);
});

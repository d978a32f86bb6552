/** Sets of worlds: photographed on several threads, and as the data set of an evaluation. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const world = {
  version: 1,
  name: 'Table',
  objects: [
    {
      name: 'table',
      shape: { plane: { size: [1.2, 1.2] } },
      degrees: [-90, 0, 0],
      material: { model: 'diffuse', reflectance: 0.3 },
    },
    {
      name: 'cube',
      shape: { box: { size: [0.12, 0.12, 0.12] } },
      label: 'box',
      position: [0, 0.06, 0],
    },
    { name: 'ball', shape: { sphere: { radius: 0.07 } }, label: 'ball', position: [0.2, 0.07, 0] },
  ],
  lights: [
    {
      ...{ name: 'lamp', type: 'rectangle', size: [0.4, 0.4], lumens: 3000 },
      ...{ position: [0, 1.5, 0.3], degrees: [-90, 0, 0] },
    },
  ],
  camera: {
    position: [0, 0.6, 0.9],
    lookAt: { target: [0, 0.05, 0] },
    ...{ hfovDegrees: 40, columns: 48, rows: 36 },
  },
  render: { samples: 4 },
};
const camera = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 36, cols: 48, pixel_size: 80 },
  opticsParams: { focusDistance: 1 },
  worldParams: { samples: 4, sampling: 1 },
};
const set = {
  version: 1,
  name: 'table',
  world: 'world.json',
  recipe: camera,
  count: 3,
  seed: 5,
  vary: [{ path: 'lights.lamp.lumens', logUniform: [1000, 4000] }],
  place: [{ objects: ['cube', 'ball'], on: 'table', inside: [0.4, 0.3], gap: 0.02 }],
};
const plan = {
  dataset: { worldset: 'set.json' },
  network: 'example:marks',
  classMap: { 'bright mark': 'box', 'dark mark': 'ball' },
  cameras: {
    wide: camera,
    narrow: { ...camera, sensorParams: { ...camera.sensorParams, pixel_size: 55 } },
  },
  conditions: [{ name: 'day' }, { name: 'dim', set: { 'world.lights.lamp.lumens': 100 } }],
  bootstrap: { draws: 20 },
  images: 2,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-worldset-'));
  for (const [name, content] of Object.entries({ world, set, plan }))
    await writeFile(join(folder, `${name}.json`), JSON.stringify(content));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (...path: readonly string[]): string => join(folder, ...path);
const filesOf = async (name: string): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(at(name), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  return Object.fromEntries(
    await Promise.all(
      names
        .map((one) => join(one.parentPath, one.name))
        .toSorted()
        .map(
          async (path) => [path.slice(at(name).length), await readFile(path, 'base64')] as const,
        ),
    ),
  );
};
interface Line {
  readonly image: string;
  readonly camera: string | null;
  readonly condition: string;
  readonly truth: {
    readonly objects: readonly { readonly bbox: number[]; readonly area: number }[];
  };
  readonly exposure: { readonly seconds: number };
}
const linesOf = async (name: string): Promise<readonly Line[]> =>
  (await readFile(at(name, 'images.ndjson'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('a set has the same bytes with any number of jobs and after a stop', async () => {
  const photograph = (out: string, ...more: readonly string[]) =>
    lumenloom('world', 'set', at('set.json'), '--out', at(out), ...more);
  expect(await photograph('one', '--jobs', '1')).toMatchObject({ status: 0 });
  const whole = await filesOf('one');
  expect(Object.keys(whole)).toHaveLength(3 * 3 + 3);
  // A killed process leaves its journal, with the pictures that ended, and half a line.
  const { images: _, ...header } = JSON.parse(
    await readFile(at('one', 'dataset.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  const journal = `${JSON.stringify(header)}\n{"name":"000001"}\n{"name":"0000`;
  await writeFile(at('one', 'images.ndjson'), journal);
  for (const name of ['000000.png', '000002.png']) await rm(at('one', 'images', name));
  await rm(at('one', 'dataset.json'));
  expect(await photograph('one', '--jobs', '2', '--resume')).toMatchObject({ status: 0 });
  expect(await filesOf('one')).toEqual(whole);
});

test('each camera of an evaluation photographs the worlds of the set, with labels of its own', async () => {
  const evaluated = await lumenloom('evaluate', at('plan.json'), '--out', at('ev'), '--jobs', '2');
  expect(evaluated).toMatchObject({ status: 0 });
  const lines = await linesOf('ev');
  expect(lines).toHaveLength(2 * (1 + 2 * 2));
  const { annotations } = JSON.parse(await readFile(at('one', 'annotations.json'), 'utf8')) as {
    readonly annotations: readonly { image_id: number; bbox: number[]; area: number }[];
  };
  for (const name of new Set(lines.map(({ image }) => image))) {
    const index = parseInt(name, 10);
    const own = annotations.filter(({ image_id }) => image_id === index + 1);
    const here = lines.filter(({ image }) => image === name);
    const [source, ...photographed] = here;
    expect(source!.camera).toBeNull();
    for (const { camera, truth } of photographed) {
      const boxes = truth.objects.map(({ bbox, area }) => ({ bbox, area }));
      const expected = own.map(({ bbox, area }) => ({ bbox, area }));
      if (camera === 'wide') expect(boxes).toEqual(expected);
      else expect(boxes).not.toEqual(expected);
    }
    // The exposure of the meter goes with the lamp, whose level the condition replaces.
    const draws = (await readFile(at('one', 'draws.ndjson'), 'utf8')).split('\n')[index]!;
    const lumens = (JSON.parse(draws) as { values: Record<string, number> }).values[
      'lights.lamp.lumens'
    ]!;
    const [day, dim] = photographed.map(({ exposure }) => exposure.seconds);
    expect((dim! / day!) * (100 / lumens)).toBeCloseTo(1, 2);
  }
});

test('an evaluation of worlds has the same bytes with any jobs, and goes on', async () => {
  const before = await filesOf('ev');
  const lines = (await readFile(at('ev', 'images.ndjson'), 'utf8')).split('\n');
  await writeFile(at('ev', 'images.ndjson'), `${lines.slice(5, 10).join('\n')}\n`);
  await rm(at('ev', 'results.json'));
  const again = ['evaluate', at('plan.json'), '--out', at('ev'), '--jobs', '1', '--resume'];
  const { status, stdout } = await lumenloom(...again);
  expect([status, stdout]).toEqual([0, expect.stringContaining('1 pictures are there already')]);
  expect(await filesOf('ev')).toEqual(before);
});

test.each([
  [{ scene: { hfov: 40 } }, 'scene.hfov', /leave out scene/],
  [{ dataset: { worldset: 'gone.json' } }, 'dataset.worldset', /There is no file gone\.json/],
  [{ dataset: { worldset: { ...set, count: 0 } } }, 'dataset.worldset.count', /count/],
  [
    { dataset: { worldset: { ...set, vary: [{ path: 'lights.rung.lumens', choice: [1] }] } } },
    'dataset.worldset.vary[0].path',
    /the world has no lights\.rung/,
  ],
  [
    { conditions: [{ name: 'a', set: { 'world.lights.rung.lumens': 1 } }] },
    'conditions[0].set',
    /the world has no lights\.rung/,
  ],
  [
    { dataset: { worldset: { ...set, world: 'mine:1' } } },
    'dataset.worldset.world',
    /of the library of a server/,
  ],
  [{ classMap: { 'bright mark': 'bolt' } }, 'classMap', /no category bolt; it has box, ball/],
])('refuses %j', async (changes, field, sentence) => {
  await writeFile(at('wrong.json'), JSON.stringify({ ...plan, ...changes }));
  const refused = await lumenloom('evaluate', at('wrong.json'), '--out', at('wrong'));
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(field);
  expect(refused.stderr).toMatch(sentence);
});

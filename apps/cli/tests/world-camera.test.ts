/** `simulate --world`: report, labels, maps, sweeps. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lumenloom, temporaryFolder } from './lumenloom.ts';

const world = {
  version: 1,
  name: 'Shelf',
  objects: [
    { name: 'wall', shape: { plane: { size: [4, 4] } }, position: [0, 0, -2] },
    {
      name: 'box',
      shape: { box: { size: [0.03, 0.03, 0.03] } },
      position: [0, 0, -0.515],
      material: { model: 'diffuse', reflectance: { srgb: '#c03020' } },
      label: 'box',
    },
    {
      name: 'half',
      shape: { plane: { size: [0.02, 0.02] } },
      position: [0.0355, 0, -0.5],
      label: 'card',
    },
  ],
  lights: [{ name: 'lamp', type: 'point', radius: 0.01, lumens: 900, position: [0, 0.3, 0] }],
};
const camera = {
  optics: '',
  opticsParams: { focusDistance: 0.5 },
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 48, cols: 64, pixel_size: 18 },
  worldParams: { samples: 16, sampling: 1 },
};

interface Report {
  readonly world: object;
  readonly scene: { readonly rows: number };
}
interface Labels {
  readonly categories: readonly object[];
  readonly annotations: readonly {
    readonly area: number;
    readonly visibleShare: number;
    readonly distance: number;
  }[];
}

async function folderWith(files: Readonly<Record<string, object>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'worlds'));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}
const jsonOf = async <Content>(...path: string[]): Promise<Content> =>
  JSON.parse(await readFile(join(...path), 'utf8')) as Content;

test('a world beside the recipe is photographed, with report, labels and maps', async () => {
  const folder = await folderWith({
    'recipe.json': { ...camera, world: 'worlds/shelf.json', illuminant: 'D65' },
    'worlds/shelf.json': world,
  });
  const out = join(folder, 'out');
  const run = await lumenloom(
    ...['simulate', join(folder, 'recipe.json'), '--out', out, '--stages'],
    ...['--labels-out', join(folder, 'labels.json'), '--ids-out', join(folder, 'ids.png')],
    ...['--depth-out', join(folder, 'depth.npy')],
  );
  expect(run.status, run.stderr).toBe(0);
  expect(run.stdout).toContain('illuminant is not used');
  const report = await jsonOf<Report>(out, 'report.json');
  expect(report.world).toMatchObject({ triangles: 16, samplesMean: 16, through: 'layers' });
  expect(report.world).toMatchObject({ seed: 0, ignored: [], warnings: [], fireflies: 0 });

  const { annotations, categories } = await jsonOf<Labels>(folder, 'labels.json');
  expect(categories).toEqual([
    { id: 1, name: 'box' },
    { id: 2, name: 'card' },
  ]);
  // A face of 30 mm at .5 m, and half a card of 20 mm: focal length times size over distance.
  const scale = (8.2e-3 * 0.5) / (0.5 - 8.2e-3) / 18e-6;
  const [box, card] = annotations;
  expect(Math.abs(box!.area / ((0.03 * scale) / 0.5) ** 2 - 1)).toBeLessThan(0.06);
  expect(box!.distance).toBeCloseTo(0.5, 4);
  // The frame ends at 32 pixels; the card reaches from 23.7 to 42.3.
  expect(card!.visibleShare).toBeGreaterThan(0.35);
  expect(card!.visibleShare).toBeLessThan(0.75);

  const depth = await readFile(join(folder, 'depth.npy'));
  const metres = new Float32Array(
    Uint8Array.from(depth.subarray(depth.length - 4 * 48 * 64)).buffer,
  );
  expect(metres[24 * 64 + 32]).toBeCloseTo(0.5, 4);
  expect(metres[0]).toBeCloseTo(2, 4);
  const scene = await readFile(join(out, 'scene.npy'));
  expect(scene.subarray(0, 128).toString('latin1')).toContain(
    `(31, ${String(report.scene.rows)}, `,
  );
});

test('levels of lamps are varied by their names, and each run is lit by its own', async () => {
  const folder = await folderWith({
    'sweep.json': {
      name: 'lamp',
      recipe: { ...camera, world: 'worlds/shelf.json' },
      vary: [{ path: 'world.lights.lamp.lumens', values: [450, 900] }],
      measure: ['scene.meanLuminance'],
    },
    'worlds/shelf.json': world,
  });
  const out = join(folder, 'out');
  const run = await lumenloom('sweep', join(folder, 'sweep.json'), '--out', out, '--jobs', '1');
  expect(run.status, run.stderr).toBe(0);
  const rows = (await readFile(join(out, 'results.csv'), 'utf8')).trim().split('\n');
  const at = rows[0]!.split(',').findIndex((name) => name.startsWith('scene.meanLuminance'));
  const [half, whole] = rows.slice(1).map((row) => Number(row.split(',')[at]));
  expect(whole! / half!).toBeCloseTo(2, 5);
});

test.each([
  [{ ...camera, scene: 'Macbeth', world }, 'world and scene are both given: give one.'],
  [{ ...camera, world: 'worlds/none.json' }, 'none.json'],
  [{ ...camera, world: 'example:dessk' }, 'desk'],
  [
    { ...camera, world: { ...world, lights: [{ name: 'a', type: 'point' }] } },
    'lights.a needs exactly one of lumens, candela, lux, luminance and watts.',
  ],
] as const)('refuses a wrong world %#', async (recipe, sentence) => {
  const folder = await folderWith({ 'recipe.json': recipe });
  const run = await lumenloom('simulate', join(folder, 'recipe.json'), '--out', folder);
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(sentence);
});

test('a set is the same data set in one go or resumed', async () => {
  const folder = await folderWith({
    'recipe.json': { ...camera, worldParams: { samples: 4, sampling: 1 } },
    'worlds/shelf.json': world,
    'set.json': {
      version: 1,
      name: 'shelves',
      world: 'worlds/shelf.json',
      recipe: 'recipe.json',
      count: 2,
      seed: 3,
      vary: [
        { path: 'objects.box.position[0]', uniform: [-0.02, 0] },
        { path: 'recipe.opticsParams.focusDistance', choice: [0.4, 0.6] },
      ],
    },
  });
  const [whole, pieces] = [join(folder, 'whole'), join(folder, 'pieces')];
  const set = (...more: readonly string[]) =>
    lumenloom('world', 'set', join(folder, 'set.json'), ...more);
  expect((await set('--out', whole)).status).toBe(0);
  // The journal and the first picture of a set that was stopped.
  await mkdir(join(pieces, 'labels'), { recursive: true });
  const header = await jsonOf<Record<string, unknown>>(whole, 'dataset.json');
  const { images: _, failed: __, ...made } = header;
  const lines = [made, { name: '000000' }].map((line) => `${JSON.stringify(line)}\n`);
  await writeFile(join(pieces, 'images.ndjson'), lines.join(''));
  const first = await readFile(join(whole, 'labels', '000000.json'));
  await writeFile(join(pieces, 'labels', '000000.json'), first);
  expect((await set('--out', pieces)).stderr).toContain('--resume');
  const resumed = await set('--out', pieces, '--resume');
  expect(resumed.status, resumed.stderr).toBe(0);
  for (const file of ['images/000001.png', 'depth/000001.npy', 'annotations.json', 'draws.ndjson'])
    expect((await readFile(join(pieces, file))).equals(await readFile(join(whole, file)))).toBe(
      true,
    );
  const checked = await lumenloom('dataset', 'check', whole);
  expect(checked.stdout).toContain('coco: 2 images, 4 annotations, 2 categories.');
});

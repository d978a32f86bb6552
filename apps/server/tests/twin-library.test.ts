import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnFile, WholeOwnFile } from '@lumenloom/contract';
import { SimulationError, npyHeader } from '@lumenloom/engine';
import { decodePicture } from '@lumenloom/node-host';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../packages/datasets/src/test-files.ts';
import { readOwnFile } from '../dist/library/read-own-file.js';
import { get, sendForm, type Form } from './library-form.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, logOf, resultOf, startServer } from './start-server.ts';

const [ROWS, COLUMNS] = [40, 56];
const PIXELS = ROWS * COLUMNS;
const STUCK = [3, 700, 2001];
const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const npy = (type: 'float32' | 'uint8', data: Float32Array | Uint8Array): Uint8Array =>
  Buffer.concat([
    npyHeader(type, [ROWS, COLUMNS]),
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  ]);

const twin = {
  version: 1,
  name: 'Bench 3',
  figures: {
    'sensor.readNoise': { value: 2, interval: [1.9, 2.1], unit: 'e⁻', status: 'measured' },
    'sensor.prnu': { value: null, interval: null, unit: '%', status: 'not determined' },
  },
  verdict: { inside: 3, outside: 1, text: 'Inside in 3 of 4 figures.' },
};
const sensor = {
  ...{ name: 'Bench 3', pattern: 'mono', bits: 12 },
  sensorParams: {
    ...{ rows: ROWS, cols: COLUMNS, well_capacity: 10_000, voltage_swing: 1, analog_gain: 1 },
    ...{ pixel_size: 3.45, fill_factor: 1, prnu: 1 },
  },
  quantumEfficiency: { nm: [400, 700], white: [0.5, 0.5] },
  ...{ readNoiseElectrons: 2, dsnuElectrons: 1, blackLevel: 100 },
  defects: { stuck: { perMillion: 1000, code: 4095 } },
  maps: { prnu: 'prnu.npy', defects: 'defects.npy' },
};
const lens = {
  kind: 'measured',
  name: 'Bench 3',
  focalLengthMm: 0.2,
  fNumber: 4,
  imageCircleMm: 1,
};
const marks = new Uint8Array(PIXELS);
for (const place of STUCK) marks[place] = 3;
const files: Readonly<Record<string, Uint8Array>> = {
  'twin.json': bytesOf(twin),
  'sensor.json': bytesOf(sensor),
  'lens.json': bytesOf(lens),
  'recipe.json': bytesOf({ optics: 'lens.json', sensor: 'sensor.json' }),
  'report.html': Buffer.from('<p>Bench 3</p>'),
  'prnu.npy': npy(
    'float32',
    Float32Array.from({ length: PIXELS }, (_, i) => ((i * 37) % 19) / 1000 - 0.009),
  ),
  'defects.npy': npy('uint8', marks),
};
/** A zip with other files in place of some; undefined: without them. */
const zipWith = (
  changes: Readonly<Record<string, Uint8Array | undefined>> = {},
  below = '',
): Uint8Array =>
  zipOf(
    Object.entries({ ...files, ...changes }).flatMap(([name, content]) =>
      content ? [{ name: below + name, content }] : [],
    ),
  );
const form = (content: Uint8Array): Form => ({
  ...{ kind: 'twin', name: 'Bench' },
  file: { name: 'bench-3.zip', content },
});

const server = startServer({ COMPUTE_AUTH: 'session', RATE_LIMIT_FACTOR: '1000' });
let visitor: Visitor;
beforeAll(async () => {
  visitor = await logIn(server, 'twin@example.com');
});

const listed = async () =>
  ((await (await get(visitor, '/api/library')).json()) as { readonly files: readonly OwnFile[] })
    .files;

describe('a twin in the library', () => {
  it('becomes three files, and its pixels stand in a picture', async () => {
    const before = await listed();
    const content = zipWith();
    const sent = await sendForm(visitor, form(content));
    const answer = (await sent.json()) as WholeOwnFile;
    expect([sent.status, answer.kind]).toEqual([201, 'twin']);
    const ids = answer.ids!;
    expect(answer).toMatchObject({
      id: ids.twin,
      summary: 'Bench 3: 1 of 2 figures measured',
      preview: {
        verdict: 'Inside in 3 of 4 figures.',
        figures: [{ key: 'sensor.readNoise', value: 2, interval: [1.9, 2.1] }, { value: null }],
      },
    });
    const now = (await listed()).filter(({ id }) => !before.some((file) => file.id === id));
    expect(new Map(now.map(({ id, kind }) => [id, kind]))).toEqual(
      new Map([
        [ids.twin, 'twin'],
        [ids.lens, 'lens'],
        [ids.sensor, 'sensor'],
      ]),
    );
    expect(now.every(({ bytes }) => bytes > 0)).toBe(true);
    const back = await get(visitor, `/api/library/${ids.twin}/file`);
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(new Uint8Array(content));
    const document = await get(visitor, `/api/library/${ids.twin}/twin`);
    expect([document.headers.get('content-type'), await document.json()]).toEqual([
      expect.stringContaining('application/json'),
      twin,
    ]);
    expect((await get(visitor, `/api/library/${ids.lens}/twin`)).status).toBe(404);
    const events = await allEvents(
      await visitor.post('/simulate', {
        ...{ scene: 'Macbeth', illuminant: 'D65', optics: `mine:${ids.lens}` },
        ...{ sensor: `mine:${ids.sensor}`, sensorParams: sensor.sensorParams },
        exposureParams: { mode: 'fixed', seconds: 1e-6 },
      }),
    );
    const png = Buffer.from(resultOf(events)!.split(',')[1]!, 'base64');
    const { data, channels } = await decodePicture(new Uint8Array(png));
    const bright = Array.from({ length: PIXELS }, (_, i) => i).filter(
      (i) => data[i * channels]! > 200,
    );
    expect(bright).toEqual(STUCK);
    expect(logOf(events)).toContain('Its pixels are those of its maps');
  });

  it('stands in no choice, and its sensor in no picture of another size', async () => {
    const { ids } = (await (
      await sendForm(visitor, form(zipWith({}, 'twin/')))
    ).json()) as WholeOwnFile;
    const refused = async (recipe: object): Promise<unknown> =>
      (await visitor.post('/simulate', { scene: 'Macbeth', illuminant: 'D65', ...recipe })).json();
    expect(await refused({ sensor: `mine:${ids!.twin}` })).toMatchObject({ field: 'sensor' });
    expect(await refused({ optics: `mine:${ids!.twin}` })).toMatchObject({ field: 'optics' });
    expect(
      await refused({ sensor: `mine:${ids!.sensor}`, sensorParams: { rows: 60, cols: COLUMNS } }),
    ).toMatchObject({
      field: 'maps.prnu',
      message: 'maps.prnu is 40 × 56; the sensor has 60 × 56.',
    });
    const parts = await visitor.post('/api/library/read', { sensor: `mine:${ids!.sensor}` });
    expect(JSON.stringify(await parts.json())).not.toContain('maps');
    const gone = await visitor.post(`/api/library/${ids!.twin}`, undefined, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    expect((await get(visitor, `/api/library/${ids!.sensor}`)).status).toBe(200);
  });
});

describe('a zip file that is wrong is refused with a sentence', () => {
  const other = (changes: object): Uint8Array => bytesOf({ ...sensor, ...changes });
  it.each<readonly [string, Uint8Array, string]>([
    ['no zip', Buffer.from('no zip'), 'bench-3.zip is no zip file that can be read'],
    ['an empty zip', zipOf([]), 'twin.json is missing: the zip file of a twin has'],
    ['no lens', zipWith({ 'lens.json': undefined }), 'lens.json is missing: the zip file'],
    ['no sensor', zipWith({ 'sensor.json': undefined }), 'sensor.json is missing: the zip file'],
    ['a list', zipWith({ 'twin.json': bytesOf([]) }), 'twin.json must be a JSON object.'],
    ['no JSON', zipWith({ 'twin.json': Buffer.from('{') }), 'twin.json: '],
    [
      'another version',
      zipWith({ 'twin.json': bytesOf({ ...twin, version: 2 }) }),
      'twin.json: version must be 1.',
    ],
    ['a wrong sensor', zipWith({ 'sensor.json': other({ bits: 99 }) }), 'sensor.json: bits'],
    [
      'a wrong lens',
      zipWith({ 'lens.json': bytesOf({ ...lens, fNumber: 900 }) }),
      'lens.json: fNumber',
    ],
    [
      'no map',
      zipWith({ 'prnu.npy': undefined }),
      'sensor.json: maps.prnu: there is no file prnu.npy.',
    ],
    [
      'a map that leads out',
      zipWith({ 'sensor.json': other({ maps: { prnu: '../prnu.npy' } }) }),
      'sensor.json: maps.prnu must be the bare name of an .npy file',
    ],
    [
      'a path that leads out',
      zipWith({ '../evil.json': Buffer.from('{}') }),
      'bench-3.zip is refused: invalid relative path',
    ],
    [
      'an absolute path',
      zipWith({ '/etc/passwd': Buffer.from('x') }),
      'bench-3.zip is refused: absolute path',
    ],
    [
      'a bomb',
      zipWith({ 'prnu.npy': new Uint8Array(2e7) }),
      'bench-3.zip: prnu.npy unpacks to more than 200 times its size.',
    ],
    [
      'too much JSON',
      zipWith({
        'twin.json': Uint8Array.from({ length: 17e6 }, (_, i) => 32 + (((i * i * 31) >>> 5) % 90)),
      }),
      'twin.json has more than 16 MB.',
    ],
    [
      'a link',
      zipOf([
        ...Object.entries(files).map(([name, content]) => ({ name, content })),
        { name: 'link.npy', content: Buffer.from('/etc/passwd'), mode: 0o120777 },
      ]),
      'bench-3.zip: link.npy is a link.',
    ],
  ])('%s', async (_, content, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'lumenloom-twin-'));
    const path = join(folder, 'file');
    await writeFile(path, content);
    const reading = readOwnFile({
      ...{ kind: 'twin', path, fileName: 'bench-3.zip', keepFocus: false, glasses: [] },
      ...{ partPath: join(folder, 'part.json'), planesPath: join(folder, 'planes') },
      ...{ filesPath: join(folder, 'files'), room: 1e9, memory: 1e9 },
    });
    await expect(reading).rejects.toThrow(SimulationError);
    await expect(reading).rejects.toThrow(sentence);
    await rm(folder, { recursive: true });
  });

  it('over HTTP, and leaves nothing', async () => {
    const before = await listed();
    const answer = await sendForm(visitor, form(zipWith({ 'lens.json': undefined })));
    const { field, message } = (await answer.json()) as Readonly<Record<string, string>>;
    expect([answer.status, field]).toEqual([422, 'file']);
    expect(message).toMatch(/^lens\.json is missing/);
    expect(await listed()).toEqual(before);
  });

  it('a sensor with maps is sent in the zip file of its twin, not alone', async () => {
    const sent = await sendForm(visitor, {
      ...{ kind: 'sensor', name: 'Alone' },
      file: { name: 'sensor.json', content: JSON.stringify(sensor) },
    });
    expect([sent.status, await sent.json()]).toEqual([
      422,
      expect.objectContaining({
        message: 'maps.prnu: prnu.npy lies beside the sensor file, which came here without it.',
      }),
    ]);
  });
});

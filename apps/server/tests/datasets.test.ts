import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetFile, WholeDataset } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { testPicture, zipOf } from '../../../packages/datasets/src/test-files.ts';
import { sweepDatasets } from '../dist/datasets/dataset-files.js';
import { get, sendForm, type Form } from './library-form.ts';
import { logIn, newVisitor, type Visitor } from './people.ts';
import { startServer, type Server } from './start-server.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const ANNOTATIONS = {
  info: { description: 'Two gradients' },
  licenses: [{ id: 1, name: 'CC0' }],
  images: [
    { id: 1, file_name: 'a.png', width: 200, height: 120 },
    { id: 2, file_name: 'gone.png', width: 20, height: 20 },
  ],
  annotations: [
    { id: 1, image_id: 1, category_id: 7, bbox: [10, 20, 50, 40], area: 2000, iscrowd: 0 },
  ],
  categories: [{ id: 7, name: 'gradient' }],
};
const PICTURE = await testPicture(200, 120);
const ZIP = zipOf([
  { name: 'annotations.json', content: bytesOf(JSON.stringify(ANNOTATIONS)) },
  { name: 'images/a.png', content: PICTURE },
]);

const send = (visitor: Visitor, form: Form) => sendForm(visitor, form, '/api/datasets');
const zipFile = (content: Uint8Array | string, name = 'two.zip'): Form => ({
  file: { name, content },
});
const added = async (visitor: Visitor, form: Form = {}): Promise<DatasetFile> => {
  const response = await send(visitor, { ...zipFile(ZIP), ...form });
  expect(response.status).toBe(201);
  return (await response.json()) as DatasetFile;
};
const folders = (server: Server): Promise<string[]> =>
  readdir(join(server.dataFolder, 'datasets')).catch(() => []);
const listOf = async (visitor: Visitor) =>
  (await (await get(visitor, '/api/datasets')).json()) as {
    readonly datasets: readonly DatasetFile[];
    readonly bytes: number;
  };

const server = startServer({ DATASETS_MB: '0.05', RATE_LIMIT_FACTOR: '10' });
let refused: Promise<Visitor> | undefined;

describe('a data set', () => {
  it('is checked when it arrives, listed, shown, changed and deleted', async () => {
    const owner = await logIn(server, 'owner@example.com');
    const sent = await added(owner, { licence: 'CC BY 4.0' });
    expect(sent).toMatchObject({
      name: 'two.zip',
      fileName: 'two.zip',
      format: 'coco',
      task: 'detection',
      images: 2,
      annotations: 1,
      categories: 1,
      problems: 1,
      licence: 'CC BY 4.0',
    });
    expect(sent.bytes).toBeGreaterThan(ZIP.length);
    expect(await listOf(owner)).toEqual({ datasets: [sent], bytes: sent.bytes, quota: 50_000 });

    const path = `/api/datasets/${sent.id}`;
    const whole = (await (await get(owner, path)).json()) as WholeDataset;
    expect(whole).toMatchObject({
      ...sent,
      check: { images: 2, sizes: { pictures: { '200 x 120': 1 } } },
      classes: ['gradient'],
      folders: { '.': 1, images: 1 },
      pictures: [
        {
          name: 'images/a.png',
          width: 200,
          height: 120,
          boxes: [{ category: 'gradient', bbox: [10, 20, 50, 40] }],
        },
      ],
    });
    expect(whole.check.problems).toEqual([expect.stringContaining('gone.png is missing.')]);
    const png = Buffer.from(whole.pictures[0]!.thumbnail.split(',')[1]!, 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([100, 60]);

    const patch = (body: object) => owner.post(path, body, { method: 'PATCH' });
    expect(await (await patch({ name: 'Two', source: 'ours' })).json()).toEqual({
      ...sent,
      name: 'Two',
      source: 'ours',
    });
    expect(sent).toMatchObject({ hfov: null, luminance: null, classMap: {} });
    expect((await patch({ hfov: 40, luminance: 300 })).status).toBe(200);
    expect(await (await patch({ classMap: { car: 'gradient' }, luminance: null })).json()).toEqual({
      ...sent,
      name: 'Two',
      source: 'ours',
      hfov: 40,
      luminance: null,
      classMap: { car: 'gradient' },
    });
    const wide = await patch({ hfov: 171 });
    expect([wide.status, await wide.json()]).toEqual([
      422,
      expect.objectContaining({
        field: 'hfov',
        message: 'Width must be a number of degrees from 0.1 to 170.',
      }),
    ]);
    expect((await patch({})).status).toBe(422);
    expect((await patch({ name: ' ' })).status).toBe(422);

    expect((await owner.post(path, undefined, { method: 'DELETE' })).status).toBe(204);
    expect((await get(owner, path)).status).toBe(404);
    expect(await folders(server)).toEqual([]);
  });

  it('belongs to its account', async () => {
    const owner = await logIn(server, 'one@example.com');
    const { id } = await added(owner);
    const other = await logIn(server, 'other@example.com');
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await other.post(`/api/datasets/${id}`, body, { method })).status).toBe(404);
    expect((await listOf(other)).datasets).toEqual([]);
    const nobody = newVisitor(server);
    for (const response of [await get(nobody, '/api/datasets'), await send(nobody, zipFile(ZIP))])
      expect([response.status, await response.json()]).toEqual([
        401,
        {
          field: '',
          message: 'Data sets belong to an account: log in, or send an API token.',
        },
      ]);
    expect(await folders(server)).toEqual([id]);
    await owner.post(`/api/datasets/${id}`, undefined, { method: 'DELETE' });
  });

  it.each([
    ['no file', { name: 'x' }, 422, 'Send the file as the part "file".'],
    ['an empty file', zipFile(''), 422, 'The file is empty.'],
    ['a text', zipFile('hello', 'a.txt'), 422, /^a\.txt is no zip file that can be read/],
    [
      'a zip without a data set',
      zipFile(zipOf([{ name: 'a.txt', content: bytesOf('hello') }])),
      422,
      /^two\.zip is no data set that is read: COCO/,
    ],
    [
      'a way out of the folder',
      zipFile(zipOf([{ name: '../a.png', content: PICTURE }])),
      422,
      /^two\.zip is refused: /,
    ],
    [
      'more than the quota when it is unpacked',
      zipFile(
        zipOf([
          {
            name: 'a.bin',
            content: bytesOf(Array.from({ length: 12_000 }, (_, i) => i).join(' ')),
          },
        ]),
      ),
      422,
      /DATASETS_MB/,
    ],
    ['a larger file', zipFile(new Uint8Array(60_000)), 413, /room for 0 MB of 0\.05 MB/],
    ['another field', { ...zipFile(ZIP), kind: 'lens' }, 422, /^kind means nothing/],
    ['another file', { ...zipFile(ZIP), data: { name: 'b', content: 'b' } }, 422, /Send the file/],
  ] as const)('with %s is refused, and nothing stays', async (_, form, status, message) => {
    refused ??= logIn(server, 'refused@example.com');
    const visitor = await refused;
    const response = await send(visitor, form);
    const said = (await response.json()) as { readonly message: string };
    expect(said.message).toMatch(message);
    expect(response.status).toBe(status);
    expect((await listOf(visitor)).datasets).toEqual([]);
    expect(await folders(server)).toEqual([]);
  });

  it('counts against the quota together with the others, with what its check has written', async () => {
    const owner = await logIn(server, 'quota@example.com');
    const { id } = await added(owner);
    for (const left of [1, ZIP.length]) {
      const { database } = server.app;
      await database
        .updateTable('datasets')
        .set({ bytes: 50_000 - left })
        .execute();
      const over = await send(owner, zipFile(ZIP));
      expect([over.status, await over.json()]).toEqual([
        413,
        {
          field: '',
          message:
            'Your data sets have room for 0 MB of 0.05 MB: delete one, or choose a smaller one.',
        },
      ]);
      expect(await folders(server)).toEqual([id]);
    }
    await owner.post(`/api/datasets/${id}`, undefined, { method: 'DELETE' });
  });

  it('that a killed server left behind is deleted, and the others stay', async () => {
    const owner = await logIn(server, 'left@example.com');
    const { id } = await added(owner);
    const { app, dataFolder } = server;
    await app.database.deleteFrom('users').where('email', '=', 'left@example.com').execute();
    const kept = await added(await logIn(server, 'kept@example.com'));
    await utimes(join(dataFolder, 'datasets', id), 1, 1);
    await sweepDatasets(app.database, dataFolder, Date.now() + 60_000);
    expect(await folders(server)).toEqual([kept.id]);
    await rm(join(dataFolder, 'datasets', kept.id), { recursive: true });
  });
});

describe('a data set in pieces', () => {
  const KEY = 'two 3000';
  const pieces = (visitor: Visitor) => ({
    put: async (at: number, body: Uint8Array, key = KEY, whole = body.length) => {
      const response = await visitor.post(
        `/api/datasets/arriving?key=${encodeURIComponent(key)}&at=${at}&of=${whole}`,
        undefined,
        {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(body),
        },
      );
      return [response.status, await response.json()] as readonly unknown[];
    },
    bytes: async (key = KEY): Promise<unknown> =>
      (await get(visitor, `/api/datasets/arriving?key=${encodeURIComponent(key)}`)).json(),
    end: (key = KEY) =>
      visitor.post('/api/datasets/arriving', { key, name: 'Two', fileName: 'two.zip' }),
  });

  it('goes on where it broke off, and is then like one that was sent at once', async () => {
    const owner = await logIn(server, 'pieces@example.com');
    const { put, bytes, end } = pieces(owner);
    expect(await bytes()).toEqual({ bytes: 0 });
    expect((await end()).status).toBe(404);
    expect(await put(0, ZIP.subarray(0, 100))).toEqual([200, { bytes: 100 }]);
    const elsewhere = {
      field: '',
      message: 'The next piece begins at 100 bytes, which are there already.',
    };
    expect(await put(50, ZIP.subarray(50, 150))).toEqual([409, elsewhere]);
    expect(await bytes()).toEqual({ bytes: 100 });
    expect(await put(100, ZIP.subarray(100))).toEqual([200, { bytes: ZIP.length }]);
    const response = await end();
    expect(response.status).toBe(201);
    const sent = (await response.json()) as DatasetFile;
    expect(sent).toMatchObject({ name: 'Two', fileName: 'two.zip', images: 2 });
    expect(sent.sha256).toBe((await added(owner)).sha256);
    expect(await bytes()).toEqual({ bytes: 0 });
  });

  it('ends when another one begins, and is refused beyond the quota and by its check', async () => {
    const owner = await logIn(server, 'other-pieces@example.com');
    const { put, bytes, end } = pieces(owner);
    await put(0, ZIP.subarray(0, 100));
    expect(await put(0, bytesOf('no zip'), 'another')).toEqual([200, { bytes: 6 }]);
    expect(await bytes()).toEqual({ bytes: 0 });
    const refusal = await end('another');
    expect([refusal.status, await refusal.json()]).toEqual([
      422,
      expect.objectContaining({
        message: expect.stringMatching(/^two\.zip is no zip file/) as string,
      }),
    ]);
    const over = [
      413,
      {
        field: '',
        message:
          'Your data sets have room for 0 MB of 0.05 MB: delete one, or choose a smaller one.',
      },
    ];
    expect(await put(0, new Uint8Array(60_000), KEY, 0)).toEqual(over);
    expect(await put(0, new Uint8Array(10), KEY, 60_000)).toEqual(over);
    expect((await listOf(owner)).datasets).toEqual([]);
    const stranger = pieces(newVisitor(server));
    expect((await stranger.put(0, ZIP))[0]).toBe(401);
  });
});

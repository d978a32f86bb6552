import { readFileSync } from 'node:fs';
import type {
  ArrivedTrial,
  DatasetFile,
  OwnFile,
  TriedNetwork,
  WholeOwnFile,
} from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { testPicture, zipOf } from '../../../packages/datasets/src/test-files.ts';
import { get, sendForm } from './library-form.ts';
import { logIn, type Visitor } from './people.ts';
import { startServer } from './start-server.ts';

const server = startServer({ RATE_LIMIT_FACTOR: '10' });
const NETWORK = readFileSync(
  new URL('../../../packages/node-host/tests/vision-networks/marks.onnx', import.meta.url),
);

async function added<Answer>(visitor: Visitor, path: string, form: object): Promise<Answer> {
  const response = await sendForm(visitor, form as never, path);
  expect(response.status).toBe(201);
  return (await response.json()) as Answer;
}

it('a network is tried with any settings, and stored again with those that work', async () => {
  const owner = await logIn(server, 'trials@example.com');
  const { id, figures } = await added<OwnFile>(owner, '/api/library', {
    kind: 'network',
    file: { name: 'marks.onnx', content: NETWORK },
  });
  expect(figures).toMatchObject({ task: 'detection', kind: 'end2end', width: null, classes: 2 });
  const path = `/api/library/${id}`;
  const call = async <Answer>(way: string, body: object, status = 200): Promise<Answer> => {
    const response = await owner.post(`${path}/${way}`, body);
    const answer = (await response.json()) as Answer;
    expect([response.status, answer]).toEqual([status, answer]);
    return answer;
  };

  const read = await call<TriedNetwork>('trial', {});
  expect(read).toMatchObject({
    inputs: [{ type: 'float32', shape: [1, 3, null, null] }],
    found: null,
  });
  expect(read.opset).toBeGreaterThan(8);
  const tried = await call<TriedNetwork>('trial', { picture: 'apple.jpg' });
  expect(tried.found!.count).toBeGreaterThan(0);
  expect(tried.found!.results[0]!.label).toMatch(/mark$/);
  expect(tried.found!.image).toMatch(/^data:image\/png;base64,/);
  expect(tried.found!.tries).toEqual([]);

  // A thousandth of the contrast shows nothing; the usual scales do.
  const input = { range: [0, 0.001] };
  const dark = await call<TriedNetwork>('trial', { picture: 'apple.jpg', descriptor: { input } });
  expect(dark.found).toMatchObject({ count: 0, results: [] });
  expect(dark.found!.tries).toContainEqual({
    colour: 'rgb',
    range: [0, 1],
    count: tried.found!.count,
  });

  const { id: dataset } = await added<DatasetFile>(owner, '/api/datasets', {
    file: {
      name: 'a.zip',
      content: zipOf([{ name: 'a.png', content: await testPicture(64, 48) }]),
    },
  });
  const other = await call<TriedNetwork>('trial', { picture: 'a.png', dataset });
  const png = Buffer.from(other.found!.image.split(',')[1]!, 'base64');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 48]);

  const settings = { descriptor: { ...dark.descriptor, labels: ['light', 'dark'] } };
  const again = await call<WholeOwnFile>('settings', { name: 'Again', ...settings }, 201);
  expect(again).toMatchObject({
    name: 'Again',
    preview: { descriptor: { labels: ['light', 'dark'] } },
  });
  expect(again.id).not.toBe(id);
  expect(await (await get(owner, path)).json()).toMatchObject({
    preview: { descriptor: { labels: read.descriptor['labels'], input: { range: [0, 1] } } },
  });

  for (const [body, status, field, message] of [
    [
      { descriptor: { output: { kind: 'command', command: ['post'] } } },
      ...[422, 'descriptor.output.kind', /^command is for the command line\.$/],
    ],
    [{ descriptor: { input: { mean: 3 } } }, 422, 'descriptor.input.mean', /^input\.mean must be/],
    [
      { descriptor: { input: { type: 'uint8' } } },
      422,
      'descriptor',
      /input\.type uint8 does not fit/,
    ],
    [{ picture: 'pear.jpg' }, 422, 'picture', /^There is no picture/],
    [{ picture: 'a.png', dataset: 'none' }, 404, '', /^You have no data set/],
  ] as const)
    expect(await call('trial', body, status)).toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
  const stranger = await logIn(server, 'stranger@example.com');
  expect((await stranger.post(`${path}/trial`, {})).status).toBe(404);
});

it('a network is tried before it is saved, and leaves nothing where it is not', async () => {
  const owner = await logIn(server, 'before@example.com');
  const file = { name: 'marks.onnx', content: NETWORK };
  const listed = async (): Promise<unknown> =>
    ((await (await get(owner, '/api/library')).json()) as { readonly files: unknown }).files;
  const end = () => owner.post('/api/library/trials', undefined, { method: 'DELETE' });
  const arrived = await added<ArrivedTrial>(owner, '/api/library/trials', { file });
  expect(arrived).toMatchObject({ fileName: 'marks.onnx', bytes: NETWORK.length, found: null });
  const path = `/api/library/${arrived.id}`;
  const tried = await owner.post(`${path}/trial`, { picture: 'apple.jpg' });
  const { found } = (await tried.json()) as TriedNetwork;
  expect(found!.count).toBeGreaterThan(0);
  expect(await listed()).toEqual([]);

  // Neither a recipe nor another account can name it.
  expect((await get(owner, path)).status).toBe(404);
  const stranger = await logIn(server, 'beyond@example.com');
  expect((await stranger.post(`${path}/trial`, {})).status).toBe(404);

  const { descriptor } = arrived;
  const settings = { name: 'Kept', descriptor };
  const saved = await owner.post(`${path}/settings`, settings);
  expect([saved.status, await saved.json()]).toMatchObject([201, { name: 'Kept' }]);
  expect(await listed()).toMatchObject([{ name: 'Kept', fileName: 'marks.onnx' }]);

  const next = await added<ArrivedTrial>(owner, '/api/library/trials', {
    file,
    descriptor: JSON.stringify({ labels: ['light', 'dark'] }),
  });
  expect(next.descriptor).toMatchObject({ labels: ['light', 'dark'] });
  expect(next.id).not.toBe(arrived.id);
  expect((await owner.post(`${path}/trial`, {})).status).toBe(404);
  expect((await end()).status).toBe(204);
  const ended = await owner.post(`/api/library/${next.id}/trial`, {});
  expect([ended.status, await ended.json()]).toMatchObject([
    404,
    { message: 'This trial has ended: choose the file of the network again.' },
  ]);
  for (const [descriptor, field] of [
    ['{"labels": 3}', 'descriptor.labels'],
    ['{labels}', 'descriptor'],
    ['{"output": {"kind": "command", "command": ["post"]}}', 'descriptor.output.kind'],
  ] as const) {
    const refused = await sendForm(owner, { file, descriptor }, '/api/library/trials');
    expect([refused.status, await refused.json()]).toMatchObject([422, { field }]);
  }
  expect(await listed()).toHaveLength(1);
});

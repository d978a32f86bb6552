import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { datasetOnServer } from './send-files.ts';

/** What has arrived before a connection broke, in the midst of a piece of 8 MB. */
const THERE = 8_500_000;

test('a data set is sent in pieces from where the server has none', async () => {
  const file = Buffer.alloc(17_000_001, 'lumenloom');
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-send-'));
  const pieces: [at: number, bytes: Buffer][] = [];
  let said: unknown;
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    void buffer(request).then((body) => {
      const at = new URL(url, 'http://x').searchParams.get('at');
      if (method === 'PUT') pieces.push([Number(at), body]);
      if (method === 'POST') said = JSON.parse(body.toString());
      const answer = url.includes('arriving') ? { id: 'new', bytes: THERE } : { datasets: [] };
      response.end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    await writeFile(join(folder, 'set.zip'), file);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sentences: string[] = [];
    const name = await datasetOnServer({ url, token: 'T' }, join(folder, 'set.zip'), (sentence) =>
      sentences.push(sentence),
    );
    expect([name, sentences]).toEqual(['mine:new', ['Sending the data set set.zip.']]);
    expect(pieces.map(([at, { length }]) => [at, length])).toEqual([
      [THERE, 7_500_000],
      [16_000_000, 1_000_001],
    ]);
    const arrived = [file.subarray(0, THERE), ...pieces.map(([, bytes]) => bytes)];
    expect(Buffer.concat(arrived).equals(file)).toBe(true);
    expect(said).toMatchObject({ name: 'set.zip', fileName: 'set.zip' });
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});

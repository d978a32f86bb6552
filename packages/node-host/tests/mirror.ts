/**
 * A server on this machine that serves the files of networks as a hub does, and fails as it is
 * told.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedFile, ListedModel, ModelList } from '../src/models/model-list.ts';
import { tinyModelFiles } from './tiny-models/make.ts';

export interface MirrorBehaviour {
  /** Each answer is cut after this many bytes of it. */
  cutAfter?: number;
  /** Bytes of each piece, and the pause after it in milliseconds. */
  piece?: { readonly bytes: number; readonly pauseMs: number };
  /** The second half of the weights is sent after that. */
  halfUntil?: Promise<void>;
  /** Weights are not answered at all. */
  isSilent?: boolean;
  /** Every request is answered with this status. */
  status?: number;
  /** Sends the client to another path first. */
  redirects?: boolean;
  /** Answers with the whole file, whatever part was asked for. */
  ignoresRanges?: boolean;
}

export interface Mirror {
  readonly address: string;
  /** Path and range of every request. */
  readonly requests: { readonly path: string; readonly range: string | undefined }[];
  readonly behaviour: MirrorBehaviour;
  readonly close: () => Promise<void>;
}

const MOVED = '/moved';

/** @param files by path, without the leading slash. */
export async function startMirror(files: Readonly<Record<string, Buffer>>): Promise<Mirror> {
  const requests: Mirror['requests'] = [];
  const behaviour: MirrorBehaviour = {};
  const server = createServer((request, response) => {
    const path = request.url!;
    const { range } = request.headers;
    requests.push({ path, range });
    const content = files[path.replace(MOVED, '').slice(1)];
    if (behaviour.isSilent && path.endsWith('.onnx')) return;
    if (behaviour.status !== undefined || !content) {
      response.writeHead(behaviour.status ?? 404).end();
    } else if (behaviour.redirects && !path.startsWith(MOVED)) {
      response.writeHead(302, { location: `${MOVED}${path}` }).end();
    } else {
      const asked = behaviour.ignoresRanges ? undefined : /^bytes=(\d+)-$/.exec(range ?? '')?.[1];
      const { halfUntil: _, ...always } = behaviour;
      const applied = path.endsWith('.onnx') ? behaviour : always;
      void answer(response, content, asked === undefined ? undefined : Number(asked), applied);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behaviour,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(
  response: ServerResponse,
  content: Buffer,
  from: number | undefined,
  { cutAfter = Infinity, piece, halfUntil }: MirrorBehaviour,
): Promise<void> {
  const size = content.length;
  if (from !== undefined && from >= size) {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    return;
  }
  response.writeHead(from === undefined ? 200 : 206, {
    'content-length': size - (from ?? 0),
    ...(from !== undefined && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
  });
  const rest = content.subarray(from);
  const { bytes, pauseMs } = piece ?? { bytes: rest.length, pauseMs: 0 };
  const sent = rest.subarray(0, cutAfter);
  for (let at = 0; at < sent.length && !response.destroyed; at += bytes) {
    await new Promise((resolve) => {
      response.write(sent.subarray(at, at + bytes), resolve);
    });
    if (pauseMs > 0) await sleep(pauseMs);
    if (at + bytes > size / 2) await halfUntil;
  }
  // The bytes that were sent must arrive before the connection breaks.
  if (sent.length < rest.length) setTimeout(() => response.destroy(), 50);
  else response.end();
}

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * The tiny networks under the names of the product's list: that list with their sizes and hashes,
 * and the files of a mirror by path.
 */
export async function tinyMirrorFiles(): Promise<{
  readonly list: ModelList;
  readonly files: Readonly<Record<string, Buffer>>;
}> {
  const product = JSON.parse(
    await readFile(new URL('../../../models/list.json', import.meta.url), 'utf8'),
  ) as ModelList;
  const contents = tinyModelFiles();
  const files: Record<string, Buffer> = {};
  const list = Object.entries(product).map(([name, model]): [string, ListedModel] => {
    const listed = (file: ListedFile, source: string): ListedFile => {
      const content = Buffer.from(contents[`${name}/${source}`] as string);
      files[`${model.repository}/resolve/${model.revision}/${file.path}`] = content;
      return { path: file.path, bytes: content.length, sha256: file.sha256 && sha256(content) };
    };
    return [
      name,
      {
        ...model,
        files: model.files.map((file) => listed(file, file.path)),
        weights: Object.fromEntries(
          Object.entries(model.weights).map(([precision, file]) => [
            precision,
            listed(file, 'onnx/model.onnx'),
          ]),
        ),
      },
    ];
  });
  return { list: Object.fromEntries(list), files };
}

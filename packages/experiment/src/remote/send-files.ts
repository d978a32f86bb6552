import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  ownIdOf,
  ownName,
  type DatasetFile,
  type OwnFile,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { zippedDataset, type ZippedDataset } from '@lumenloom/datasets';
import { readDescriptor } from '@lumenloom/engine';
import { describeNetwork } from '@lumenloom/node-host';
import { callServer, type ComputeServer } from './compute-server.ts';
import { MARKS, isListedNetwork, type ReadPlan } from '../plan/read-plan.ts';

type Say = (sentence: string) => void;

/** Longest name of a data set or network, and of its file, characters. */
const [LONGEST_NAME, LONGEST_FILE_NAME] = [100, 200];
const PIECE_BYTES = 8e6;

/**
 * The data set of a plan as its server knows it; one that is not there yet is sent.
 * @returns its name for the document.
 */
export async function datasetOnServer(
  server: ComputeServer,
  dataset: string,
  say: Say,
): Promise<string> {
  if (dataset === MARKS || ownIdOf(dataset) !== undefined) return dataset;
  const zipped = await zippedDataset(dataset);
  const digest = await digestOf(zipped.bytes());
  const { datasets } = await jsonOf<{ readonly datasets: readonly DatasetFile[] }>(
    callServer(server, '/api/datasets'),
  );
  const known = datasets.find(({ sha256 }) => sha256 === digest.sha256);
  if (known) say(`The server has the data set already, as ${known.name}.`);
  else say(`Sending the data set ${zipped.name}.`);
  const { id } = known ?? (await sentInPieces(server, zipped, digest));
  return ownName(id);
}

/** Sends a data set in pieces; those that have arrived before are not sent again. */
async function sentInPieces(
  server: ComputeServer,
  { name, bytes }: ZippedDataset,
  { sha256: key, size }: Digest,
): Promise<DatasetFile> {
  const path = '/api/datasets/arriving';
  const { bytes: there } = await jsonOf<{ readonly bytes: number }>(
    callServer(server, `${path}?key=${key}`),
  );
  let end = 0;
  for await (const piece of inPieces(bytes())) {
    end += piece.length;
    if (end <= there) continue;
    const at = Math.max(end - piece.length, there);
    await callServer(server, `${path}?key=${key}&at=${at}&of=${size}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: piece.subarray(piece.length - (end - at)),
    });
  }
  const said = { key, name: name.slice(0, LONGEST_NAME), fileName: name.slice(-LONGEST_FILE_NAME) };
  return jsonOf(callServer(server, path, { method: 'POST', body: JSON.stringify(said) }));
}

/** Bytes in pieces of one size, the last one smaller. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= PIECE_BYTES) {
      const rest = PIECE_BYTES - length;
      yield Buffer.concat([...waiting, part.subarray(0, rest)]);
      part = part.subarray(rest);
      [waiting, length] = [[], 0];
    }
    waiting.push(part);
    length += part.length;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/**
 * The network of a plan as its server knows it; one that is not there yet is sent.
 *
 * @returns its name, and the descriptor with which it would be run here, for the document.
 * @throws SimulationError as describeNetwork does.
 */
export async function networkOnServer(
  server: ComputeServer,
  { network, descriptor }: Pick<ReadPlan, 'network' | 'descriptor'>,
  say: Say,
): Promise<{ readonly network: string; readonly descriptor?: ReadPlan['descriptor'] }> {
  const isThere =
    ownIdOf(network) !== undefined || network === MARKS || isListedNetwork('network', network);
  if (isThere) return { network, ...(descriptor && { descriptor }) };
  const described = await describeNetwork(network, {
    descriptor: descriptor && readDescriptor(descriptor),
    watch: { stopped: () => false },
  });
  for (const problem of described.problems) say(`Network: ${problem}`);
  const known = await knownNetwork(server, described.sha256);
  if (known) say(`The server has the network already, as ${known.name}.`);
  else say(`Sending the network ${basename(network)}.`);
  const { id } = known ?? (await sentNetwork(server, network, descriptor));
  return { network: ownName(id), descriptor: { ...described.descriptor } };
}

async function knownNetwork(server: ComputeServer, sha256: string): Promise<OwnFile | undefined> {
  const { files } = await jsonOf<{ readonly files: readonly OwnFile[] }>(
    callServer(server, '/api/library'),
  );
  for (const file of files) {
    if (file.kind !== 'network') continue;
    const { preview } = await jsonOf<WholeOwnFile>(callServer(server, `/api/library/${file.id}`));
    if (preview.kind === 'network' && preview.sha256 === sha256) return file;
  }
  return undefined;
}

const jsonOf = async <Value>(answer: Promise<Response>): Promise<Value> =>
  (await (await answer).json()) as Value;

interface Digest {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    hash.update(piece);
    size += piece.length;
  }
  return { sha256: hash.digest('hex'), size };
}

/** Sends a network in a form, a piece at a time, so that its size needs no memory. */
async function sentNetwork(
  server: ComputeServer,
  network: string,
  descriptor: ReadPlan['descriptor'],
): Promise<OwnFile> {
  const name = basename(network);
  const boundary = `lumenloom-${randomUUID()}`;
  const fields = {
    name: name.slice(0, LONGEST_NAME),
    kind: 'network',
    ...(descriptor && { descriptor: JSON.stringify(descriptor) }),
  };
  async function* form(): AsyncGenerator<Uint8Array> {
    const part = (about: string): Buffer =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n`);
    for (const [field, value] of Object.entries(fields))
      yield Buffer.concat([part(`name="${field}"`), Buffer.from(`\r\n${value}\r\n`)]);
    const fileName = name.replace(/["\r\n]/g, '_');
    yield part(`name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n`);
    yield* createReadStream(network) as AsyncIterable<Uint8Array>;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return jsonOf(
    callServer(server, '/api/library', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: ReadableStream.from(form()),
      duplex: 'half',
    }),
  );
}

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
import { zippedDataset } from '@lumenloom/datasets';
import { readDescriptor } from '@lumenloom/engine';
import { describeNetwork } from '@lumenloom/node-host';
import { callServer, type ComputeServer } from '@lumenloom/sweep';
import { MARKS, type ReadPlan } from './read-plan.ts';

type Say = (sentence: string) => void;

/** Longest name of a file in a library. */
const LONGEST_NAME = 100;

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
  const { name, bytes } = await zippedDataset(dataset);
  const sha256 = await digestOf(bytes());
  const { datasets } = await jsonOf<{ readonly datasets: readonly DatasetFile[] }>(
    callServer(server, '/api/datasets'),
  );
  const known = datasets.find((one) => one.sha256 === sha256);
  if (known) say(`The server has the data set already, as ${known.name}.`);
  else say(`Sending the data set ${name}.`);
  const { id } = known ?? (await sent<DatasetFile>(server, '/api/datasets', { name, bytes }));
  return ownName(id);
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
  if (ownIdOf(network) !== undefined) return { network, ...(descriptor && { descriptor }) };
  const described = await describeNetwork(network, {
    descriptor: descriptor && readDescriptor(descriptor),
    watch: { stopped: () => false },
  });
  for (const problem of described.problems) say(`Network: ${problem}`);
  const name = basename(network);
  const known = await knownNetwork(server, described.sha256);
  if (known) say(`The server has the network already, as ${known.name}.`);
  else say(`Sending the network ${name}.`);
  const { id } =
    known ??
    (await sent<OwnFile>(server, '/api/library', {
      name,
      bytes: () => createReadStream(network),
      fields: {
        kind: 'network',
        ...(descriptor && { descriptor: JSON.stringify(descriptor) }),
      },
    }));
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

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

interface SentFile {
  readonly name: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends a file in a form, a piece at a time, so that its size needs no memory. */
async function sent<Answer>(
  server: ComputeServer,
  path: string,
  { name, bytes, fields = {} }: SentFile,
): Promise<Answer> {
  const boundary = `lumenloom-${randomUUID()}`;
  async function* form(): AsyncGenerator<Uint8Array> {
    const part = (about: string): Buffer =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n`);
    for (const [field, value] of Object.entries({ name: name.slice(0, LONGEST_NAME), ...fields }))
      yield Buffer.concat([part(`name="${field}"`), Buffer.from(`\r\n${value}\r\n`)]);
    const fileName = name.replace(/["\r\n]/g, '_');
    yield part(`name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n`);
    yield* bytes();
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return jsonOf(
    callServer(server, path, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: ReadableStream.from(form()),
      duplex: 'half',
    }),
  );
}

/**
 * Fetches and checks the files of the networks that algorithms run.
 * Usage: npm run models -- [NAME ...] [--from FOLDER | --mirror URL] [--to FOLDER] [--list FILE]
 *   NAME     DETR, MiDaS_DPT_Small; all of the list when none is named
 *   --from   a folder that holds NAME/<file>, instead of the network
 *   --mirror an address that serves <repository>/resolve/<revision>/<file>, default https://huggingface.co
 *   --to     where they go, default MODELS_DIR, else ./models
 *   --list   what there is and how it is checked, default models/list.json
 *
 * A file is in its place only when size and sha256 are right; until then it is <file>.part, which an interrupted download goes on with.
 * Where the list knows no sha256, the first fetch records it in fetched.json beside the files, and later ones must agree.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Wrong input, or files that are not what they should be: the sentence is all a person needs. */
class Refusal extends Error {}

const ownList = fileURLToPath(new URL('../../models/list.json', import.meta.url));

const sizeOf = async (path) => (await stat(path).catch(() => undefined))?.size;
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Why a file is not the one of the list; undefined when it is. */
async function problemOf(path, { bytes, megabytes, sha256 }, recorded) {
  const size = await sizeOf(path);
  if (bytes !== undefined && size !== bytes) return `it has ${size} bytes instead of ${bytes}`;
  if (megabytes !== undefined && Math.round((size ?? 0) / 1e6) !== megabytes)
    return `it has ${size} bytes instead of about ${megabytes} MB`;
  const wanted = sha256 ?? recorded;
  if (!wanted) return undefined;
  const actual = await sha256Of(path);
  return actual === wanted
    ? undefined
    : `its sha256 is ${actual} instead of ${wanted}${sha256 ? '' : ' (recorded at the first fetch)'}`;
}

/** Files below this size are there before anybody could wait for them. */
const SMALL_BYTES = 1e6;

/** Says how far a download is: in place on a terminal, else every tenth. */
function progressOf(name, from, total) {
  let [done, told] = [from, -1];
  return new Transform({
    transform(chunk, _encoding, next) {
      done += chunk.length;
      const percent = total ? Math.floor((100 * done) / total) : 0;
      const step = process.stderr.isTTY ? 1 : 10;
      if (total > SMALL_BYTES && Math.floor(percent / step) !== told) {
        told = Math.floor(percent / step);
        process.stderr.write(
          `${process.stderr.isTTY ? '\r' : ''}  ${name} ${percent} % of ${(total / 1e6).toFixed(1)} MB${process.stderr.isTTY && percent < 100 ? '' : '\n'}`,
        );
      }
      next(undefined, chunk);
    },
  });
}

/** Downloads to `part`, going on where an earlier attempt ended. */
async function download(address, part, name) {
  const have = (await sizeOf(part)) ?? 0;
  const answer = await fetch(address, {
    headers: have > 0 ? { range: `bytes=${have}-` } : {},
  }).catch((error) => {
    throw new Refusal(
      `${address} cannot be reached (${error.cause?.code ?? error.message}). Without a network, copy the files from a machine that has one and use --from FOLDER.`,
    );
  });
  // All of it was there already.
  if (answer.status === 416) return;
  if (!answer.ok || !answer.body)
    throw new Refusal(`${address} answered with status ${answer.status}.`);
  const goesOn = answer.status === 206;
  const from = goesOn ? have : 0;
  const length = Number(answer.headers.get('content-length') ?? 0);
  const total = length > 0 ? from + length : 0;
  await pipeline(
    Readable.fromWeb(answer.body),
    progressOf(name, from, total),
    createWriteStream(part, { flags: goesOn ? 'a' : 'w' }),
  ).catch((error) => {
    throw new Refusal(
      `the download of ${name} broke off (${error.cause?.code ?? error.message}): run the same command again, it goes on where it ended.`,
    );
  });
}

/**
 * Brings one file of a model, `{ name, model, folder }`, to its place, checked; returns its sha256 where the list has none.
 * `recorded` is the sha256 of the first fetch.
 */
async function install(file, { name, model, folder }, { from, mirror }, recorded) {
  const target = join(folder, file.path);
  const shown = `${name}/${file.path}`;
  if ((await sizeOf(target)) !== undefined) {
    const problem = await problemOf(target, file, recorded);
    if (!problem) {
      console.log(`${shown} is there and right.`);
      return file.sha256 ? undefined : sha256Of(target);
    }
    console.log(`${shown} is not the file of the list: ${problem}; it is fetched anew.`);
  }
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  if (from) {
    const source = join(resolve(from), name, file.path);
    if ((await sizeOf(source)) === undefined) throw new Refusal(`there is no file ${source}.`);
    await pipeline(
      createReadStream(source),
      progressOf(shown, 0, await sizeOf(source)),
      createWriteStream(part),
    );
  } else
    await download(
      `${mirror}/${model.repository}/resolve/${model.revision}/${file.path}`,
      part,
      shown,
    );
  const problem = await problemOf(part, file, recorded);
  if (problem) {
    await rm(part, { force: true });
    throw new Refusal(`${shown} is refused and not installed: ${problem}.`);
  }
  const sha256 = file.sha256 ? undefined : await sha256Of(part);
  await rename(part, target);
  console.log(
    `${shown} installed${sha256 && !recorded ? `; the list has no sha256 for it, recorded ${sha256}` : ', size and sha256 are right'}.`,
  );
  return sha256;
}

async function installModel(name, model, folder, source) {
  console.log(`${name}: ${model.repository} at ${model.revision}, ${model.licence}, to ${folder}`);
  const recordFile = join(folder, 'fetched.json');
  const record = (await sizeOf(recordFile)) === undefined ? {} : await readJson(recordFile);
  // Small files first: what is wrong with the address or the folder shows before the long download.
  for (const file of model.files.toSorted(
    (one, other) => Number(one.path.endsWith('.onnx')) - Number(other.path.endsWith('.onnx')),
  )) {
    const sha256 = await install(
      file,
      { name, model, folder },
      source,
      record.revision === model.revision ? record.sha256?.[file.path] : undefined,
    );
    if (!sha256) continue;
    Object.assign(record, {
      repository: model.repository,
      revision: model.revision,
      note: 'sha256 of files for which models/list.json has none, as they were at the first fetch',
      sha256: { ...(record.revision === model.revision && record.sha256), [file.path]: sha256 },
    });
    await writeFile(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      mirror: { type: 'string', default: 'https://huggingface.co' },
      to: { type: 'string', default: process.env.MODELS_DIR || 'models' },
      list: { type: 'string', default: ownList },
    },
  });
  const list = await readJson(values.list);
  const unknown = positionals.find((name) => !Object.hasOwn(list, name));
  if (unknown !== undefined)
    throw new Refusal(`there is no model ${unknown}: choose ${Object.keys(list).join(', ')}.`);
  for (const name of positionals.length > 0 ? positionals : Object.keys(list)) {
    await installModel(name, list[name], join(resolve(values.to), name), {
      from: values.from,
      mirror: values.mirror.replace(/\/$/, ''),
    });
  }
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  console.error(
    error instanceof Refusal || code?.startsWith('ERR_PARSE_ARGS')
      ? `npm run models: ${message}`
      : error,
  );
  process.exitCode = 1;
}

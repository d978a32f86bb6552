import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messages, newOwnFileSchema, oneLine, type NewOwnFile } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import type { Room } from '../disk-ledger.ts';
import { HttpProblem, parsed } from '../http-problem.ts';
import { formProblem, requireForm } from '../multipart-form.ts';
import { NAMES } from './library-files.ts';

/** Longest file name that is stored, in characters. */
const LONGEST_FILE_NAME = 200;

/** Longest name that a file gets of itself, in characters: as long as one may be given. */
export const LONGEST_NAME = 100;

/** A file as it lies in the arriving folder. */
export interface ReceivedFile {
  /** As the sender's computer calls it: never a path. */
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A form that has arrived, its fields checked. */
export interface LibraryForm {
  readonly fields: NewOwnFile;
  readonly file: ReceivedFile;
  /** The data beside an ENVI header. */
  readonly data: ReceivedFile | undefined;
}

/**
 * The last part of a name, without control and direction characters, which could disguise it, and
 * without half a surrogate pair at the cut.
 */
export const plainName = (name: string | undefined): string =>
  oneLine((name ?? '').split(/[/\\]/).at(-1)!.slice(-LONGEST_FILE_NAME)).replace(/\p{Cs}/gu, '') ||
  'unnamed';

async function receive(folder: string, name: string, content: Readable, room: Room) {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  // The parser itself would wait for the rest of the form.
  content.once('limit', () => content.destroy(room.tooLarge()));
  const file = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, counted, file);
  return { bytes, sha256: hash.digest('hex') };
}

/** What a form may bring. */
interface FormRoom<Part extends string> {
  /** Where its files go. */
  readonly folder: string;
  /** What a file may have. */
  readonly room: Room;
  /** Names in the folder of the files that the form may have. */
  readonly names: Readonly<Record<Part, string>>;
}

/**
 * Receives a form with the part `file` and perhaps others; its files lie in `folder` then. Without
 * a field `name`, the name of the file is one.
 *
 * @throws HttpProblem when the form is malformed, without its file or with an empty one.
 */
export async function receiveParts<Part extends string>(
  request: FastifyRequest,
  { folder, room, names }: FormRoom<Part | 'file'>,
) {
  requireForm(request, messages.notMultipartFile);
  const fields: Record<string, string> = {};
  const files: Partial<Record<string, ReceivedFile>> = {};
  const limits = {
    // The parser takes whole numbers above 0; an account without room has been refused before.
    fileSize: Math.max(1, Math.floor(room.bytes)),
    files: Object.keys(names).length,
    fields: 10,
    parts: 12,
    fieldSize: 30_000,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part;
      if (part.type === 'file') {
        if (!Object.hasOwn(names, fieldname) || files[fieldname])
          throw new HttpProblem(422, [{ field: fieldname, message: messages.noFile }]);
        files[fieldname] = {
          fileName: plainName(part.filename),
          ...(await receive(folder, names[fieldname as Part], part.file, room)),
        };
      } else {
        const { value, valueTruncated } = part;
        if (typeof value !== 'string' || valueTruncated || Object.hasOwn(fields, fieldname))
          throw new HttpProblem(422, [{ field: fieldname, message: messages.fieldTwice }]);
        if (value !== '' || fieldname === 'name') fields[fieldname] = value;
      }
    }
  } catch (error) {
    throw formProblem(error, {
      size: room.tooLarge,
      count: () => new HttpProblem(422, [{ field: 'file', message: messages.noFile }]),
    });
  }
  const { file } = files;
  if (!file) throw new HttpProblem(422, [{ field: 'file', message: messages.noFile }]);
  if (file.bytes === 0)
    throw new HttpProblem(422, [{ field: 'file', message: messages.emptyFile }]);
  const name = fields['name']?.trim() ? fields['name'] : file.fileName.slice(0, LONGEST_NAME);
  return { fields: { ...fields, name }, file, others: files };
}

/** Bytes of a request, at most: an endless one where its client does not say how long it is. */
export const sentBytes = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Infinity);

/**
 * Receives the form of POST /api/library; its files lie in `folder` then.
 *
 * @throws HttpProblem when the form is malformed or a field wrong; 413 when a file is larger than
 * `room`.
 */
export async function receiveForm(
  request: FastifyRequest,
  folder: string,
  room: Room,
): Promise<LibraryForm> {
  const names = { file: NAMES.file, data: NAMES.data };
  const { fields, file, others } = await receiveParts(request, { folder, room, names });
  return { fields: parsed(newOwnFileSchema, fields), file, data: others['data'] };
}

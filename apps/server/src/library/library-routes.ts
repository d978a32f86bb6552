import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  libraryAnswerSchema,
  messages,
  newOwnFileSchema,
  ownName,
  ownFileSchema,
  renamedFileSchema,
  scaledLensSchema,
  wholeOwnFileSchema,
  worldFileQuerySchema,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { parseWavelengths } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import { clientGone } from '../client-gone.ts';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { refuseSwitchedOff } from '../plugins/switched-off.ts';
import { holdRoom, releaseRoom, type Room } from '../disk-ledger.ts';
import { requireUnneeded } from '../leased-work/leased-rows.ts';
import {
  arrivingFolder,
  discardUnused,
  folderOf,
  keepFolder,
  keyOf,
  LARGEST_PART,
  NAMES,
  WORLD_FILES,
  bytesIn,
  readPart,
} from './library-files.ts';
import { receiveForm, sentBytes, type LibraryForm } from './library-form.ts';
import {
  addFiles,
  asOwnFile,
  bytesOf,
  deleteFile,
  fileOf,
  filesOf,
  LIBRARY,
  notesOf,
  renameFile,
  type LibraryRow,
} from './library-rows.ts';
import type { AskedReading, ReadingPlaces } from './reading-places.ts';
import { TWIN_PARTS, type ReadFile } from './reading.ts';
import type { Readings } from './run-reading.ts';
import { writeScaledLens } from './scaled-lens.ts';

export type OfFile = FastifyRequest<{ Params: { id: string } }>;

export const UPLOADS_PER_MINUTE = 60;
const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
/**
 * Bytes that may be written of a file that is read, beside it: 16 million samples (`MOST_SAMPLES`
 * of node-host) in three planes of 32-bit floats, or a part.
 */
const READ_BYTES = 200e6;
/** Most bytes in memory of a spectral cube for each byte of its file, which may be compressed. */
const READ_RATIO = 31;
export const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such file.') };

export interface LibraryParts {
  /** Folder of the libraries. */
  readonly library: string;
  readonly places: ReadingPlaces;
  readonly readings: Readings;
  readonly quota: number;
  /** That a .zip may unpack to. */
  readonly datasetsMegabytes: number;
}

/** The account of a request. @throws HttpProblem 401 without one. */
export async function ownerOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const userId = await app.accountOf(request);
  if (userId === undefined) throw httpProblem(401, messages.logInForFiles);
  return userId;
}

/**
 * The file that a request names.
 * @throws HttpProblem 404 where the account has none with that id.
 */
export async function rowOf(app: FastifyInstance, request: OfFile): Promise<LibraryRow> {
  const row = await fileOf(app.database, await ownerOf(app, request), request.params.id);
  if (!row) throw httpProblem(404, messages.noOwnFile);
  return row;
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** A file of an account that arrives in a folder. */
interface Arriving {
  readonly id: string;
  readonly asked: AskedReading;
  readonly folder: string;
  /** That is held for it. */
  readonly room: Room;
}

/**
 * Reads a file that has arrived.
 * @returns its row, and those of the parts of a twin, which are not stored yet.
 */
async function readArrived(
  app: FastifyInstance,
  { library, readings, quota, datasetsMegabytes }: LibraryParts,
  { id, asked, folder, room }: Arriving,
  { fields, file, data }: LibraryForm,
): Promise<ArrivedRows> {
  const { kind, name, wavelengths, radiance, keepFocus, labels, descriptor } = fields;
  const { depthKind, depthScale, configuration, ignoreKeys } = fields;
  const userId = asked.account;
  const arrived = file.bytes + (data?.bytes ?? 0);
  if (arrived > room.bytes) throw room.tooLarge();
  const bands = wavelengths === undefined ? undefined : parseWavelengths(wavelengths);
  if (wavelengths !== undefined && !bands)
    throw new HttpProblem(422, [{ field: 'wavelengths', message: messages.badWavelengths }]);
  const catalogues = (await filesOf(app.database, userId)).filter(
    (row) => kind === 'lens' && row.kind === 'glass',
  );
  const mostRead = kind === 'scene' ? Math.max(READ_BYTES, READ_RATIO * arrived) : READ_BYTES;
  const reading = async () => ({
    kind,
    path: join(folder, NAMES.file),
    fileName: file.fileName,
    dataPath: data && join(folder, NAMES.data),
    wavelengths: bands,
    radiance,
    depthKind,
    depthScale: depthScale === undefined ? undefined : Number(depthScale),
    keepFocus: keepFocus === 'true',
    configuration: configuration === undefined ? undefined : Number(configuration),
    ignoreKeys: ignoreKeys?.split(',').map((key) => key.trim()),
    labels,
    descriptor,
    megabytes: datasetsMegabytes,
    glasses: catalogues.map(({ key }) => join(folderOf(library, key), NAMES.part)),
    partPath: join(folder, NAMES.part),
    planesPath: join(folder, NAMES.planes),
    filesPath: join(folder, WORLD_FILES),
    room:
      (await holdRoom(app.database, { store: LIBRARY, userId, id, quota }, arrived + mostRead))
        .bytes - arrived,
  });
  const { parts, ...read } = await readings.read(reading, asked);
  const row = {
    ...(await storedRow(folder, read)),
    id,
    userId,
    kind,
    name,
    fileName: file.fileName,
    key: keyOf([
      userId,
      kind,
      file.fileName,
      file.sha256,
      data?.sha256,
      bands,
      radiance,
      keepFocus,
      catalogues.map(({ key }) => key),
      labels,
      descriptor,
      // Earlier keys stay what they were.
      ...(kind === 'depth' ? [depthKind, depthScale] : []),
      ...(configuration === undefined && ignoreKeys === undefined
        ? []
        : [configuration, ignoreKeys]),
    ]),
    createdAt: app.clock(),
  };
  return parts ? [row, ...(await partRows(folder, row, parts))] : [row];
}

type ArrivedRows = readonly [LibraryRow, ...LibraryRow[]];

/** What a row says of the files in a folder, and of what was read. */
async function storedRow(folder: string, { summary, notes, figures }: ReadFile) {
  const sizes = await Promise.all(Object.values(NAMES).map((one) => sizeOf(join(folder, one))));
  return {
    bytes: sizes.reduce((sum, size) => sum + size, await bytesIn(join(folder, WORLD_FILES))),
    summary,
    notes: JSON.stringify(notes),
    figures: figures ? JSON.stringify(figures) : null,
  };
}

/** The rows of the lens and the sensor of a twin; each has its folder in the folder of the twin. */
const partRows = (
  folder: string,
  twin: LibraryRow,
  parts: NonNullable<ReadFile['parts']>,
): Promise<readonly LibraryRow[]> =>
  Promise.all(
    TWIN_PARTS.map(async (kind) => ({
      ...twin,
      ...(await storedRow(join(folder, kind), parts[kind])),
      id: randomUUID(),
      kind,
      fileName: `${kind}.json`,
      key: keyOf([twin.key, kind]),
    })),
  );

/** Puts the folders of files that have arrived in their places, those of parts first. */
async function keepFolders(library: string, folder: string, rows: ArrivedRows): Promise<void> {
  const [whole, ...parts] = rows;
  for (const { kind, key } of parts) await keepFolder(library, join(folder, kind), key);
  await keepFolder(library, folder, whole.key);
}

/** The ids of a twin and its parts. */
const idsOf = ([twin, lens, sensor]: ArrivedRows) =>
  lens && sensor && { ids: { twin: twin.id, lens: lens.id, sensor: sensor.id } };

/** Calls about the files of an account. */
export function libraryRoutes(app: FastifyInstance, config: Config, parts: LibraryParts): void {
  uploadRoute(app, config, parts);
  scaledRoute(app, config, parts);
  lookRoutes(app, parts);
  twinRoute(app, parts);
  changeRoutes(app, parts);
}

/** A row with what was read. */
export async function whole(library: string, row: LibraryRow): Promise<WholeOwnFile> {
  const { preview, file } = await readPart(library, row.key);
  return {
    ...asOwnFile(row),
    notes: [...notesOf(row)],
    preview,
    ...(file && { file }),
  };
}

function uploadRoute(app: FastifyInstance, config: Config, parts: LibraryParts): void {
  const schema = {
    summary: 'Adds a file of your own to your library, once it could be read',
    description:
      'The parts of the form: `kind`, `name` (default the name of the file), the file as `file`, and the data of an ENVI header as `data`. Lens files find the glasses of your own catalogues first. A recipe names the file as `mine:<id>` in `optics`, `scene`, `sceneDepth`, `illuminant`, `sensor`, `algorithm` or `world`. A world is a .zip of world.json and its files, or a .glb, which becomes one object in even light of 500 lx. A twin is the zip file of the folder that `lumenloom twin --out` writes; its lens and its sensor, with its maps, become files of their own, and `ids` has all three.',
    consumes: ['multipart/form-data'],
    body: documented(newOwnFileSchema),
    response: {
      201: answer('What was read', wholeOwnFileSchema),
      ...documentedProblems,
      ...PROBLEMS,
      413: answer('Your library has no room for the file.'),
      415: answer('The file is not sent as multipart/form-data.'),
    },
  };
  app.post(
    '/api/library',
    { schema, config: perAddress(config, UPLOADS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      try {
        const asked = { account: await ownerOf(app, request), signal: clientGone(reply.raw) };
        const added = await addArrived(
          app,
          parts,
          { ...asked, wanted: sentBytes(request) },
          async (folder, room) => {
            const form = await receiveForm(request, folder, room);
            if (form.fields.kind === 'world') refuseSwitchedOff(config, { world: ownName('') });
            return form;
          },
        );
        return await reply.code(201).send(added);
      } catch (error) {
        // The rest of the body is read and discarded: a browser shows the answer only after it has
        // sent everything.
        request.raw.unpipe().resume();
        throw error;
      }
    },
  );
}

/**
 * Adds a file to a library.
 *
 * @param wanted bytes of the file, at most.
 * @param receive puts the file into a folder.
 */
export async function addArrived(
  app: FastifyInstance,
  parts: LibraryParts,
  { wanted, ...asked }: AskedReading & { readonly wanted: number },
  receive: (folder: string, room: Room) => Promise<LibraryForm>,
): Promise<WholeOwnFile> {
  const { library, quota } = parts;
  const id = randomUUID();
  try {
    const holding = { store: LIBRARY, userId: asked.account, id, quota };
    const room = await holdRoom(app.database, holding, wanted);
    if (room.bytes === 0) throw room.tooLarge();
    const folder = await arrivingFolder(library);
    try {
      const form = await receive(folder, room);
      const rows = await readArrived(app, parts, { id, asked, folder, room }, form);
      await addFiles(app.database, rows, quota, () => keepFolders(library, folder, rows));
      return { ...(await whole(library, rows[0])), ...idsOf(rows) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await releaseRoom(app.database, id);
  }
}

/** POST /api/parts/scaled: the file is read as one that was sent. */
function scaledRoute(app: FastifyInstance, config: Config, parts: LibraryParts): void {
  const schema = {
    summary: 'Adds a lens at another focal length to your library',
    description: 'All lengths are scaled, as one scales a published prescription.',
    body: documented(scaledLensSchema),
    response: {
      201: answer('The scaled lens', wholeOwnFileSchema),
      ...documentedProblems,
      ...PROBLEMS,
      413: answer('Your library has no room for the file.'),
    },
  };
  app.post(
    '/api/parts/scaled',
    { schema, config: perAddress(config, UPLOADS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      const userId = await ownerOf(app, request);
      const wanted = parsed(scaledLensSchema, request.body);
      const stored = { database: app.database, library: parts.library };
      const asked = { account: userId, signal: clientGone(reply.raw), wanted: LARGEST_PART };
      const added = await addArrived(app, parts, asked, (folder) =>
        writeScaledLens(stored, userId, folder, wanted),
      );
      return reply.code(201).send(added);
    },
  );
}

const BYTES = {
  description: 'Its bytes',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

function lookRoutes(app: FastifyInstance, { library, quota }: LibraryParts): void {
  app.get(
    '/api/library',
    {
      schema: {
        summary: 'Lists the files of your library',
        response: { 200: answer('The newest first', libraryAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const rows = await filesOf(app.database, await ownerOf(app, request));
      return { files: rows.map(asOwnFile), bytes: bytesOf(rows), quota };
    },
  );
  for (const [path, name, summary] of [
    ['file', NAMES.file, 'A file of your library as you sent it'],
    ['data', NAMES.data, 'The data that you sent beside an ENVI header'],
    [
      'distances',
      NAMES.planes,
      'The distances of a depth map: metres as 32-bit floats, little-endian, row by row',
    ],
  ] as const)
    app.get(
      `/api/library/:id/${path}`,
      {
        schema: {
          summary,
          response: {
            200: BYTES,
            ...PROBLEMS_OF_ONE,
          },
        },
      },
      async (request: OfFile, reply) => {
        const { key, fileName, kind } = await rowOf(app, request);
        if (path === 'distances' && kind !== 'depth') throw httpProblem(404, messages.noOwnFile);
        const stored = join(folderOf(library, key), name);
        const bytes = await sizeOf(stored);
        if (bytes === 0) throw httpProblem(404, messages.noOwnFile);
        return sendStored(reply, { stored, bytes, fileName });
      },
    );
  worldFileRoute(app, library);
}

const sendStored = (
  reply: FastifyReply,
  {
    stored,
    bytes,
    fileName,
  }: { readonly stored: string; readonly bytes: number; readonly fileName: string },
): FastifyReply =>
  reply
    .headers({
      'cache-control': 'no-store',
      'content-length': bytes,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    })
    .type('application/octet-stream')
    .send(createReadStream(stored));

/** GET /api/library/<id>/files: a file of a world, by the name that its document has. */
function worldFileRoute(app: FastifyInstance, library: string): void {
  app.get(
    '/api/library/:id/files',
    {
      schema: {
        summary: 'A file of a world of your library, by the name that its document has',
        querystring: documented(worldFileQuerySchema),
        response: { 200: BYTES, ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfFile, reply) => {
      const { key } = await rowOf(app, request);
      const { name } = parsed(worldFileQuerySchema, request.query);
      const { preview } = await readPart(library, key);
      // What is no file of the list, above all a path, is not looked for.
      if (preview.kind !== 'world' || !preview.files.includes(name))
        throw httpProblem(404, messages.noOwnFile);
      const stored = join(folderOf(library, key), WORLD_FILES, name);
      const fileName = name.split('/').at(-1)!;
      return sendStored(reply, { stored, bytes: await sizeOf(stored), fileName });
    },
  );
}

/** GET /api/library/<id>/twin: what was measured of a camera. */
function twinRoute(app: FastifyInstance, { library }: LibraryParts): void {
  app.get(
    '/api/library/:id/twin',
    {
      schema: {
        summary: 'twin.json of a twin in your library',
        response: {
          200: {
            description: 'Figures with their intervals, what is assumed and not determined',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfFile, reply) => {
      const { key, kind } = await rowOf(app, request);
      if (kind !== 'twin') throw httpProblem(404, messages.noOwnFile);
      const { part } = await readPart(library, key);
      return reply
        .header('cache-control', 'no-store')
        .type('application/json')
        .send(JSON.stringify((part as { readonly twin: unknown }).twin));
    },
  );
}

function changeRoutes(app: FastifyInstance, { library }: LibraryParts): void {
  app.patch(
    '/api/library/:id',
    {
      schema: {
        summary: 'Renames a file of your library',
        body: documented(renamedFileSchema),
        response: {
          200: answer('The file', ownFileSchema),
          ...documentedProblems,
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfFile) => {
      const userId = await ownerOf(app, request);
      const { name } = parsed(renamedFileSchema, request.body);
      if (!(await renameFile(app.database, userId, request.params.id, name)))
        throw httpProblem(404, messages.noOwnFile);
      return asOwnFile(await rowOf(app, request));
    },
  );
  app.delete(
    '/api/library/:id',
    {
      schema: {
        summary: 'Deletes a file of your library',
        response: {
          204: { description: 'It is gone.', type: 'null' },
          409: answer('A sweep, a study or an evaluation that has not ended needs it.'),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfFile, reply) => {
      const row = await rowOf(app, request);
      await deleteFile(app.database, row, async (rows) => {
        await requireUnneeded(rows, row.userId, ownName(row.id), 'file');
        await discardUnused(rows, library, row.key);
      });
      return reply.code(204).send();
    },
  );
}

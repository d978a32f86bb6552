import {
  arrivedTrialSchema,
  libraryAnswerSchema,
  listedLensSchema,
  listedSensorSchema,
  partsAnswerSchema,
  triedNetworkSchema,
  wholeOwnFileSchema,
  type ArrivedTrial,
  type LibraryKind,
  type ListedLens,
  type ListedSensor,
  type NetworkTrial,
  type OwnFile,
  type PartsAnswer,
  type TriedNetwork,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { RequestError, sentenceIn } from './request.ts';

/** The files of the account, the newest first. */
export const listOwnFiles = async (): Promise<readonly OwnFile[]> =>
  libraryAnswerSchema.parse(await (await callSite('/library')).json()).files;

/** A lens that comes with the program, with its sheet. */
export const listedLens = async (name: string): Promise<ListedLens> =>
  listedLensSchema.parse(await (await callSite(`/lenses/${encodeURIComponent(name)}`)).json());

/** A file with what was read from it; of a lens, with the sheet of a configuration, from 1. */
export const ownFile = async (
  id: string,
  signal?: AbortSignal,
  configuration?: number,
): Promise<WholeOwnFile> => {
  const query = configuration === undefined ? '' : `?configuration=${configuration}`;
  const asked = await callSite(`/library/${id}${query}`, undefined, signal && { signal });
  return wholeOwnFileSchema.parse(await asked.json());
};

/** The bytes of a file, or of the data beside an ENVI header, in base64. */
export async function ownFileBytes(id: string, which: 'file' | 'data'): Promise<string> {
  const bytes = new Uint8Array(await (await callSite(`/library/${id}/${which}`)).arrayBuffer());
  let text = '';
  // More arguments than this overflow the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCodePoint(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export async function renameOwnFile(id: string, name: string): Promise<void> {
  await callSite(`/library/${id}`, { name }, { method: 'PATCH' });
}

export async function deleteOwnFile(id: string): Promise<void> {
  await callSite(`/library/${id}`, undefined, { method: 'DELETE' });
}

/** What is sent to the library. */
export interface Upload {
  readonly kind: LibraryKind;
  readonly file: File;
  /** The data beside an ENVI header. */
  readonly data?: File | undefined;
  /** Further fields, such as the wavelengths of a cube. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Sends a file to the library.
 *
 * @param progress gets the share that was sent, 0 to 1; `fetch` does not report it.
 * @throws RequestError with the sentence to show; the reason of the signal after an abort.
 */
export const addOwnFile = async (
  { kind, ...upload }: Upload,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<WholeOwnFile> => {
  const fields = { kind, ...upload.fields };
  return wholeOwnFileSchema.parse(
    await sent('/api/library', { ...upload, fields }, progress, signal),
  );
};

/** Sends a network that is to be tried, which is in no library; parameters as in `addOwnFile`. */
export const beginTrial = async (
  upload: Pick<Upload, 'file' | 'fields'>,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ArrivedTrial> =>
  arrivedTrialSchema.parse(await sent('/api/library/trials', upload, progress, signal));

/** Deletes the network that is tried. */
export async function endTrial(): Promise<void> {
  await callSite('/library/trials', undefined, { method: 'DELETE' });
}

/** The answer to a form with a file. */
function sent(
  path: string,
  { file, data, fields }: Omit<Upload, 'kind'>,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  form.append('file', file);
  if (data) form.append('data', data);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = request.response as unknown;
      if (request.status === 201) resolve(answer);
      else
        reject(
          new RequestError(
            sentenceIn(answer) ?? `The server answered with status ${request.status}.`,
            request.status,
          ),
        );
    };
    request.onerror = () => reject(new RequestError('The server cannot be reached.'));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Runs a network of the library, or one on trial, with any settings; nothing is stored.
 *
 * @throws RequestError with the sentence to show; the reason of the signal after an abort.
 */
export const tryNetwork = async (
  id: string,
  trial: NetworkTrial,
  signal: AbortSignal,
): Promise<TriedNetwork> =>
  triedNetworkSchema.parse(
    await (await callSite(`/library/${id}/trial`, trial, { signal })).json(),
  );

/** Adds a network of the library once more, or one on trial, with other settings. */
export const addNetworkSettings = async (
  id: string,
  name: string,
  descriptor: object,
): Promise<WholeOwnFile> =>
  wholeOwnFileSchema.parse(
    await (await callSite(`/library/${id}/settings`, { name, descriptor })).json(),
  );

/** The lenses and sensors that come with the program, with their figures. */
export const listParts = async (): Promise<PartsAnswer> =>
  partsAnswerSchema.parse(await (await callSite('/parts')).json());

/** A published sensor, with its sheet. */
export const listedSensor = async (name: string): Promise<ListedSensor> =>
  listedSensorSchema.parse(await (await callSite(`/sensors/${encodeURIComponent(name)}`)).json());

/** Adds a lens at another focal length to the library. */
export const addScaledLens = async (lens: string, focalLengthMm: number): Promise<WholeOwnFile> =>
  wholeOwnFileSchema.parse(await (await callSite('/parts/scaled', { lens, focalLengthMm })).json());

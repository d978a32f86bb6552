import {
  arrivingAnswerSchema,
  datasetSchema,
  datasetsAnswerSchema,
  wholeDatasetSchema,
  type ChangedDataset,
  type DatasetFile,
  type DatasetsAnswer,
  type WholeDataset,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { RequestError } from './request.ts';

/** The data sets of the account, the newest first, with the room for them. */
export const listDatasets = async (): Promise<DatasetsAnswer> =>
  datasetsAnswerSchema.parse(await (await callSite('/datasets')).json());

/** A data set with its check and its first pictures. */
export const wholeDataset = async (id: string): Promise<WholeDataset> =>
  wholeDatasetSchema.parse(await (await callSite(`/datasets/${id}`)).json());

/** Bytes of a piece. */
const PIECE = 4e6;
/** Pauses before a piece is sent again, ms; after the last one the sending fails. */
const PAUSES = [1, 2, 4, 8, 15, 30, 60, 60, 60].map((seconds) => seconds * 1000);

/** A data set on its way. */
export interface DatasetToSend {
  readonly name: string;
  /** The same for the same file: its sending goes on where it broke off. */
  readonly key: string;
  readonly zip: Blob;
}

/** Who hears of the sending, and who ends it. */
export interface PieceSending {
  /** @param problem why it does not go on at the moment; it is tried again. */
  readonly progress: (sent: number, problem?: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a data set in pieces, over breaks of the connection.
 *
 * @throws RequestError with the sentence to show; the reason of the signal after an abort.
 */
export async function addDataset(
  { name, key, zip }: DatasetToSend,
  { progress, signal }: PieceSending,
): Promise<DatasetFile> {
  const query = `key=${encodeURIComponent(key)}`;
  const arrived = async (call: Promise<Response>): Promise<number> =>
    arrivingAnswerSchema.parse(await (await call).json()).bytes;
  const ask = (): Promise<number> =>
    arrived(callSite(`/datasets/arriving?${query}`, undefined, { signal }));
  const put = (at: number): Promise<number> =>
    arrived(
      callSite(`/datasets/arriving?${query}&at=${at}&of=${zip.size}`, undefined, {
        method: 'PUT',
        signal,
        body: zip.slice(at, at + PIECE),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
  let sent: number | undefined;
  let most = 0;
  for (let tries = 0; sent === undefined || sent < zip.size;) {
    try {
      const present = sent ?? (await ask());
      if (present < most)
        throw new RequestError('Another data set began to arrive: send one after the other.', 400);
      // Where more is there than the file has, it was another one.
      sent = await put(present > zip.size ? 0 : present);
      most = sent;
      progress(sent);
      tries = 0;
    } catch (error) {
      const pause = PAUSES[tries];
      if (signal.aborted || pause === undefined || !isPassing(error)) throw error;
      progress(sent ?? 0, (error as Error).message);
      tries += 1;
      sent = undefined;
      await pauseOf(pause, signal);
    }
  }
  const body = { key, name, fileName: `${name}.zip` };
  return datasetSchema.parse(await (await callSite('/datasets/arriving', body, { signal })).json());
}

/** Whether a call can succeed later: no answer, another piece just then, or a server's fault. */
const isPassing = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.status === undefined || [409, 429].includes(error.status) || error.status >= 500);

const pauseOf = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });

export async function changeDataset(id: string, change: ChangedDataset): Promise<void> {
  await callSite(`/datasets/${id}`, change, { method: 'PATCH' });
}

/** @throws RequestError with the sentence of the server, also where something needs it. */
export async function deleteDataset(id: string): Promise<void> {
  await callSite(`/datasets/${id}`, undefined, { method: 'DELETE' });
}

import { addDataset } from '../../../../api/datasets.ts';
import { writable, type Readable } from '../../../model/store.ts';
import { megabytes } from './amounts.ts';
import { zipFolder, type FolderFile } from '../../../kit/zip-folder.ts';

/** A data set on its way to the server. */
export interface SendingDataset {
  readonly number: number;
  readonly name: string;
  readonly state: 'packing' | 'sending' | 'checking' | 'refused';
  /** Of what it is doing, 0 to 1; undefined where nobody knows. */
  readonly share: number | undefined;
  /** In words: 'Packing 412 of 500'; of a refused one the sentence of the server. */
  readonly line: string;
}

/** When a file of a folder was changed last, epoch milliseconds. */
const lastChange = (files: readonly FolderFile[]): number =>
  files.reduce((last, { file }) => Math.max(last, file.lastModified), 0);

/**
 * Data sets that are being sent, one after the other: the server takes one at a time. They go on
 * while the dialog is closed, and end with the feature.
 *
 * @param arrived gets the id of one that the server has taken.
 */
export function createSendings(signal: AbortSignal, arrived: (id: string) => Promise<void>) {
  const sendings = writable<readonly SendingDataset[]>([]);
  const ends = new Map<number, AbortController>();
  let last = 0;
  let before = Promise.resolve();
  const leave = (number: number): void => {
    ends.get(number)?.abort();
    ends.delete(number);
    sendings.set(sendings.current().filter((one) => one.number !== number));
  };
  signal.addEventListener('abort', () => [...ends.keys()].forEach(leave), { once: true });
  const change = (number: number, state: Omit<SendingDataset, 'number' | 'name'>): void =>
    sendings.set(
      sendings.current().map((one) => (one.number === number ? { ...one, ...state } : one)),
    );
  const send = async (
    number: number,
    name: string,
    content: File | readonly FolderFile[],
    signal: AbortSignal,
  ): Promise<void> => {
    const isFile = content instanceof File;
    const zip = isFile
      ? content
      : await zipFolder(
          content,
          (packed) =>
            change(number, {
              state: 'packing',
              share: packed / content.length,
              line: `Packing ${packed} of ${content.length} files`,
            }),
          signal,
        );
    const progress = (sent: number, problem?: string): void =>
      change(
        number,
        sent < zip.size
          ? {
              state: 'sending',
              share: sent / zip.size,
              line:
                problem === undefined
                  ? `Sending: ${megabytes(sent)} of ${megabytes(zip.size)}`
                  : `${problem} Trying again …`,
            }
          : { state: 'checking', share: undefined, line: 'Checking every picture and label …' },
      );
    progress(0);
    const changed = isFile ? content.lastModified : lastChange(content);
    const key = `${name.slice(0, 200)} ${zip.size} ${changed}`;
    const { id } = await addDataset({ name, key, zip }, { progress, signal });
    leave(number);
    await arrived(id);
  };
  return {
    sendings: sendings as Readable<readonly SendingDataset[]>,
    /** Ends one, or takes a refused one away. */
    leave,
    /** Sends a zip file, or the files of a folder. */
    add: (name: string, content: File | readonly FolderFile[]): void => {
      last += 1;
      const number = last;
      const end = new AbortController();
      ends.set(number, end);
      const begun = { number, name, state: 'packing', share: undefined, line: 'Waiting' } as const;
      sendings.set([begun, ...sendings.current()]);
      before = before
        .then(() => {
          end.signal.throwIfAborted();
          return send(number, name, content, end.signal);
        })
        .catch((error: unknown) => {
          if (!end.signal.aborted)
            change(number, { state: 'refused', share: undefined, line: (error as Error).message });
        });
    },
  };
}

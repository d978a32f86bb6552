import { addDataset } from '../../../../api/datasets.ts';
import { writable, type Readable } from '../../../model/store.ts';
import { zipFolder, type FolderFile } from './zip-folder.ts';

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

/**
 * Data sets that are being sent. They go on while the dialog is closed, and end with the feature.
 *
 * @param arrived gets the id of one that the server has taken.
 */
export function createSendings(signal: AbortSignal, arrived: (id: string) => Promise<void>) {
  const sendings = writable<readonly SendingDataset[]>([]);
  const ends = new Map<number, AbortController>();
  let last = 0;
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
    ends: AbortSignal,
  ): Promise<void> => {
    const zip =
      content instanceof Blob
        ? content
        : await zipFolder(
            content,
            (packed) =>
              change(number, {
                state: 'packing',
                share: packed / content.length,
                line: `Packing ${packed} of ${content.length} files`,
              }),
            ends,
          );
    const progress = (share: number): void =>
      change(
        number,
        share < 1
          ? { state: 'sending', share, line: `Sending: ${Math.floor(100 * share)} %` }
          : { state: 'checking', share: undefined, line: 'Checking every picture and label …' },
      );
    const { id } = await addDataset(name, zip, { progress, signal: ends });
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
      const begun = { number, name, state: 'packing', share: undefined, line: 'Packing' } as const;
      sendings.set([begun, ...sendings.current()]);
      send(number, name, content, end.signal).catch((error: unknown) => {
        if (!end.signal.aborted)
          change(number, { state: 'refused', share: undefined, line: (error as Error).message });
      });
    },
  };
}

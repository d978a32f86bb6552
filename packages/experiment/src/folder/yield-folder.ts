import type { DeviceFacts } from '@lumenloom/engine';
import type { OwnParts } from '@lumenloom/contract';
import type { YieldValue } from '../yield/run-yield.ts';
import { openJournal, ownPrograms } from './journal.ts';

/** A camera that ended, and why it has no score. */
interface YieldLine extends YieldValue {
  readonly message: string;
}

/** A folder of the cameras of a yield. */
export interface YieldFolder {
  readonly add: (line: YieldLine) => Promise<void>;
  /** The score of a camera by its number; undefined where it was not run. */
  readonly valueOf: (run: number) => number | null | undefined;
}

/**
 * Opens a folder for the cameras of a yield.
 *
 * @throws SimulationError as `openJournal`.
 */
export async function openYield(
  folder: string,
  document: { readonly name: string; readonly content: unknown },
  resume: boolean,
  { optics }: Pick<OwnParts, 'optics'>,
  device: DeviceFacts | undefined,
): Promise<YieldFolder> {
  const header = { ...ownPrograms(device), document, ...(optics && { lens: optics }) };
  const { before, add } = await openJournal<YieldLine, typeof document>(
    folder,
    'yield',
    header,
    resume,
  );
  const values = new Map(before.map(({ run, value }) => [run, value]));
  return {
    add: async (line) => {
      values.set(line.run, line.value);
      await add(line);
    },
    valueOf: (run) => values.get(run),
  };
}

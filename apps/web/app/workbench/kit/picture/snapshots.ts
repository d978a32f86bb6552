import { keptOwner } from '../../../accounts/kept-work.ts';
import { pictureBlob } from './picture-file.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { madeWith, type RunState } from '../../model/run/run-store.ts';

/** A run of this visit. Its picture is kept as a file and decoded when it is shown. */
export interface Snapshot {
  /** From 1, in the order of the runs. */
  readonly number: number;
  /** '' until it is given one. */
  readonly name: string;
  readonly recipe: Recipe;
  /** With the lines of its log alone, and the address in place of its picture. */
  readonly run: RunState;
  /** When it ended, ms since 1970. */
  readonly at: number;
  /** Address of the picture's file, and what the file occupies. */
  readonly address: string;
  readonly bytes: number;
}

/** Runs without a name that are kept, and what their pictures may occupy together, bytes. */
const MOST = 20;
const MOST_BYTES = 256e6;

export const nameOf = ({ number, name }: Pick<Snapshot, 'number' | 'name'>): string =>
  name || `run ${number}`;

/**
 * The snapshots without the oldest ones that have no name, as far as there are too many; the last
 * one stays.
 */
export function keptSnapshots(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  let [count, bytes] = [0, 0];
  const isKept = (snapshot: Snapshot, isLast: boolean): boolean => {
    if (snapshot.name !== '') return true;
    count += 1;
    bytes += snapshot.bytes;
    return isLast || (count <= MOST && bytes <= MOST_BYTES);
  };
  return snapshots
    .toReversed()
    .filter((snapshot, at) => isKept(snapshot, at === 0))
    .toReversed();
}

/**
 * The runs of this visit, while the same person is logged in: kept by the page, also while the
 * workbench is left.
 */
let owner = '';
let kept: readonly Snapshot[] = [];
let count = 0;
let lastImage: string | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Snapshot[]): void {
  const remaining = keptSnapshots(next);
  for (const { address } of next.filter((snapshot) => !remaining.includes(snapshot)))
    URL.revokeObjectURL(address);
  kept = remaining;
  for (const listener of listeners) listener();
}

/** The lines that a run has written, of the log of a visit. */
const linesOf = ({ log }: RunState): RunState['log'] =>
  log
    .slice(
      Math.max(
        0,
        log.findLastIndex(({ startsRun }) => startsRun),
      ),
    )
    .filter(({ isAside }) => !isAside);

export const snapshots = {
  subscribe: (listener: () => void): (() => void) => {
    // As of a store: a listener may come by two ways.
    const own = (): void => listener();
    listeners.add(own);
    return () => listeners.delete(own);
  },
  all: (): readonly Snapshot[] => kept,
  current: (): readonly Snapshot[] => kept,
  /** Number of the last run, if that picture is its own. */
  numberOf: (image: string | undefined): number | undefined =>
    image !== undefined && image === lastImage ? count : undefined,
  /** What the run with this picture is called; without one, the run that has none yet. */
  nameOf: (image: string | undefined): string =>
    nameOf(
      kept.find(({ address, number }) =>
        image === lastImage ? number === count : address === image,
      ) ?? { number: count + 1, name: '' },
    ),
  /** Keeps the picture of a run that has ended, once. */
  take: (run: RunState): void => {
    if (owner !== keptOwner()) {
      owner = keptOwner();
      count = 0;
      for (const { address } of kept) URL.revokeObjectURL(address);
      kept = [];
    }
    if (run.phase !== 'ended' || run.image === undefined || run.image === lastImage) return;
    lastImage = run.image;
    count += 1;
    const file = pictureBlob(run.image);
    const address = URL.createObjectURL(file);
    change([
      ...kept,
      {
        number: count,
        name: '',
        recipe: madeWith(run),
        run: { ...run, image: address, plain: undefined, log: linesOf(run) },
        at: Date.now(),
        address,
        bytes: file.size,
      },
    ]);
  },
  rename: (number: number, name: string): void =>
    change(kept.map((snapshot) => (snapshot.number === number ? { ...snapshot, name } : snapshot))),
};

import { keptOwner } from '../../../accounts/kept-work.ts';
import { pictureBlob } from '../../kit/picture/picture-file.ts';
import { nameOf, snapshots, type Snapshot } from '../../kit/picture/snapshots.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { derived, follow, writable, type Readable, type Writable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import {
  planFrames,
  type FramesPlan,
  type PlannedFrames,
  type TypedFrames,
} from './frames-plan.ts';
import { runFrames } from './run-frames.ts';

/** The picture of a frame, with the address of its file. */
export interface FramePicture {
  readonly file: Blob;
  readonly address: string;
}

/** The frames of a run, as far as they are there. */
export interface Series extends Pick<FramesPlan, 'count' | 'hertz'> {
  readonly id: number;
  readonly recipe: Recipe;
  readonly frames: readonly FramePicture[];
  /** Data URL of the first frame, which is the picture of the run. */
  readonly image: string | undefined;
  /** Number of the run in this visit; undefined until the run has ended. */
  readonly run: number | undefined;
}

/**
 * The series of this visit, while the same person is logged in: kept by the page, also while the
 * workbench is left. Of older ones those stay whose run has a name.
 */
let owner = '';
let count = 0;
const kept = writable<readonly Series[]>([]);
const FIRST: TypedFrames = { count: '1', rate: '25' };
const typed = writable(FIRST);

const allSnapshots: Readable<readonly Snapshot[]> = {
  current: snapshots.all,
  subscribe: snapshots.subscribe,
};
const runOf = ({ run }: Series): Snapshot | undefined =>
  snapshots.all().find(({ number }) => number === run);
/** What a series is called beside others. */
export const seriesName = (series: Series): string => {
  const run = runOf(series);
  return `${run ? nameOf(run) : 'last run'}, ${series.frames.length} frames`;
};

/** Begins a series. @returns what adds a frame to it. */
function begin(recipe: Recipe, { count: frames, hertz }: FramesPlan): (image: string) => void {
  const isOther = owner !== keptOwner();
  owner = keptOwner();
  const remaining = kept.current().filter((series) => !isOther && runOf(series)?.name);
  for (const series of kept.current())
    if (!remaining.includes(series))
      for (const { address } of series.frames) URL.revokeObjectURL(address);
  count += 1;
  const id = count;
  const none = { frames: [], image: undefined, run: undefined };
  kept.set([...remaining, { id, recipe, count: frames, hertz, ...none }]);
  return (image) => {
    const file = pictureBlob(image);
    const frame = { file, address: URL.createObjectURL(file) };
    change(id, (series) => ({
      ...series,
      frames: [...series.frames, frame],
      image: series.image ?? image,
    }));
  };
}

const change = (id: number, next: (series: Series) => Series): void =>
  kept.set(kept.current().map((series) => (series.id === id ? next(series) : series)));

/** The frames of the strip, and what is shown of them. */
export interface FramesView {
  readonly typed: Writable<TypedFrames>;
  readonly planned: Readable<PlannedFrames>;
  /** Series that can be chosen, the newest last. */
  readonly all: Readable<readonly Series[]>;
  /** The series that is shown: of the last run, unless another one was chosen. */
  readonly series: Readable<Series | undefined>;
  readonly choose: (id: number | undefined) => void;
  /** Number of the frame that is shown, from 0. */
  readonly at: Readable<number>;
  readonly showFrame: (at: number) => void;
  readonly isPlaying: Readable<boolean>;
  readonly play: () => void;
  /** Whether frames are still being computed. */
  readonly isRunning: Readable<boolean>;
  /** One picture again. @returns what brings back what was typed. */
  readonly clear: () => () => void;
  /** Run, which takes as many frames as are typed. */
  readonly start: () => Promise<void>;
}

/** The frames of runs. */
export function createFrames(bench: Bench): FramesView {
  const { recipe, run, place, signal } = bench;
  const planned = derived([typed, recipe], () => planFrames(typed.current(), recipe.current()));
  const chosen = writable<number | undefined>(undefined);
  const image = derived([run], () => run.current().image);
  const isRunning = derived([run], () => run.current().phase === 'running');
  const numberLast = (): void => {
    const last = kept.current().at(-1);
    const number = snapshots.numberOf(last?.image);
    if (last && last.run === undefined && number !== undefined && !isRunning.current())
      change(last.id, (series) => ({ ...series, run: number }));
  };
  follow([run, allSnapshots], numberLast, signal);
  // The picture of a new run is shown, whatever was chosen before.
  follow([image], () => chosen.set(undefined), signal);
  const all = derived([kept, allSnapshots], () =>
    owner === keptOwner() ? kept.current().filter(({ frames }) => frames.length > 0) : [],
  );
  const series = derived([all, chosen, image], () => {
    const asked = all.current().find(({ id }) => id === chosen.current());
    return asked ?? all.current().findLast((one) => one.image === image.current());
  });
  const heldTo = (asked: number): number =>
    Math.max(0, Math.min(asked, (series.current()?.frames.length ?? 1) - 1));
  const frame = writable(0);
  follow([derived([series], () => series.current()?.id)], () => frame.set(0), signal);
  const isPlaying = writable(false);
  signal.addEventListener('abort', () => isPlaying.set(false), { once: true });
  const play = (): void => {
    isPlaying.set(!isPlaying.current());
    if (isPlaying.current()) playFrom(frame.current());
  };
  /** Shows at each moment the frame that is due; a slow screen leaves some out. */
  function playFrom(first: number): void {
    const began = performance.now();
    const draw = async (): Promise<void> => {
      const now = series.current();
      if (!now || place.current().strip !== 'frames') isPlaying.set(false);
      if (!now || !isPlaying.current()) return;
      const next = dueFrame(now, first, (performance.now() - began) / 1000);
      const picture = new Image();
      picture.src = now.frames[next]!.address;
      await picture.decode().catch(() => undefined);
      if (!isPlaying.current()) return;
      frame.set(next);
      requestAnimationFrame(() => void draw());
    };
    void draw();
  }
  return {
    typed,
    planned,
    all,
    series,
    choose: chosen.set,
    isPlaying,
    play,
    isRunning,
    at: derived([frame, series], () => heldTo(frame.current())),
    showFrame: (next) => {
      isPlaying.set(false);
      frame.set(heldTo(next));
    },
    clear: () => {
      const before = typed.current();
      typed.set(FIRST);
      return () => typed.set(before);
    },
    start: async () => {
      const plan = planned.current();
      if ('problem' in plan) return;
      if (plan.count === 1) {
        bench.start();
        return;
      }
      // An object of its own: two runs of one recipe are two series.
      isPlaying.set(false);
      const asked = { ...recipe.current() };
      await runFrames(bench, asked, plan, begin(asked, plan));
    },
  };
}

/** The frame that is due some seconds after one was shown; the first one follows the last. */
export const dueFrame = (
  { frames, hertz }: Pick<Series, 'hertz'> & { readonly frames: readonly unknown[] },
  first: number,
  seconds: number,
): number => (first + Math.floor(seconds * hertz)) % frames.length;

import type { FromWorlds, PageWorlds, ShownWorld, WorldBytes } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import { NO_ENGINE } from '../../kit/design/failure.ts';
import type { Readable } from '../../model/store.ts';
import type { WorldState } from './world-draft.ts';

type Set = (changes: Partial<WorldState>) => void;

async function start(
  take: (message: FromWorlds) => void,
  failed: (sentence: string) => void,
  signal: AbortSignal,
  workers?: number,
): Promise<PageWorlds> {
  const { startWorlds } = await import('@lumenloom/browser-host');
  const started = startWorlds(take, failed, workers);
  signal.addEventListener('abort', started.close, { once: true });
  return started;
}

/** Renders the newest world in a worker; a later world stops the one before. */
export function createWorldRenderer(state: Readable<WorldState>, set: Set, signal: AbortSignal) {
  let worlds: Promise<PageWorlds> | undefined;
  let asked: { readonly id: number; readonly document: WorldContent | undefined } = {
    id: 0,
    document: undefined,
  };
  /** The files that the worker has. */
  let sent: WorldBytes | undefined;
  const probes = oneAtATime((column, row) => {
    void worlds?.then(({ tell }) => tell({ kind: 'probe', id: asked.id, column, row }));
  });
  const end = (): void => {
    void worlds?.then(({ close }) => close());
    [worlds, sent] = [undefined, undefined];
    probes.clear();
  };
  const isOver = (): boolean => signal.aborted;
  const failed = (sentence: string): void => {
    end();
    if (!isOver()) set({ refused: `${NO_ENGINE} ${sentence}`.trim() });
  };
  const take = (message: FromWorlds): void => {
    const { document } = asked;
    if (message.kind === 'probed') {
      set({ reading: message.reading });
      probes.answered();
    } else if (document === undefined || message.id !== asked.id) return;
    else if (message.kind === 'world')
      set({ facts: { document, value: message.facts }, refused: undefined });
    else if (message.kind === 'picture') {
      if (!isPoorer(message.picture, state.current().picture, document))
        set({ picture: { document, value: message.picture } });
    } else if (message.kind === 'lux') set({ lux: { document, value: message.lux } });
    else set({ refused: message.message });
  };
  const show = async (): Promise<void> => {
    const draft = state.current().now?.draft;
    if (!draft || isOver()) return;
    const { document, files } = draft;
    const { id } = (asked = { id: asked.id + 1, document });
    probes.clear();
    set({ isStopped: false });
    try {
      worlds ??= start(take, failed, signal);
      const { tell } = await worlds;
      if (id !== asked.id) return;
      tell({
        kind: 'show',
        id,
        document,
        ...(sent !== files && { files }),
        samples: state.current().samples,
        wants: state.current().wants,
      });
      sent = files;
    } catch {
      failed('');
    }
  };
  return {
    show: () => void show(),
    probe: probes.ask,
    stop: () => {
      end();
      asked = { id: asked.id + 1, document: undefined };
    },
  };
}

/**
 * Whether a picture of the same world has more samples: one that is computed again stays behind.
 */
const isPoorer = (
  next: ShownWorld,
  shown: WorldState['picture'],
  document: WorldContent,
): boolean =>
  shown?.document === document &&
  !shown.value.isPreview &&
  (next.isPreview || next.samples < shown.value.samples);

/** Asks the newest question once the one before is answered. */
function oneAtATime(send: (column: number, row: number) => void) {
  let isWaiting = false;
  let next: readonly [number, number] | undefined;
  const ask = (column: number, row: number): void => {
    if (isWaiting) next = [column, row];
    else {
      isWaiting = true;
      send(column, row);
    }
  };
  const clear = (): void => {
    [isWaiting, next] = [false, undefined];
  };
  return {
    ask,
    answered: (): void => {
      const asked = next;
      clear();
      if (asked) ask(...asked);
    },
    clear,
  };
}

/** What a world is refused with, in a worker of its own; undefined for nothing. */
export async function refusalOf(
  document: WorldContent,
  files: WorldBytes,
  signal: AbortSignal,
): Promise<string | undefined> {
  let trial: PageWorlds | undefined;
  const sentence = await new Promise<string | undefined>((resolve, reject) => {
    start(
      (message) => {
        if (message.kind === 'world') resolve(undefined);
        else if (message.kind === 'refused') resolve(message.message);
      },
      (problem) => {
        resolve(`${NO_ENGINE} ${problem}`);
      },
      signal,
      1,
    ).then((started) => {
      trial = started;
      started.tell({ kind: 'show', id: 1, document, files, samples: 1, wants: 'picture' });
    }, reject);
  });
  trial?.close();
  return sentence;
}

import type { Rendered } from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import { keepLarge, keptLarge } from '../../../accounts/kept-work.ts';
import { sentenceOf } from '../../kit/design/failure.ts';
import { movedBy, stepped } from '../../kit/design/steps.ts';
import { writable, type Readable } from '../../model/store.ts';
import { documentOfDrop } from './dropped-files.ts';
import { EXAMPLE_WORLDS, loadExample, type ExampleWorld } from './example-worlds.ts';
import type { WorldDraft, WorldState } from './world-draft.ts';
import type { Placing, Selected } from './world-edits.ts';
import { createWorldRenderer, refusalOf } from './world-renderer.ts';

export interface WorldStore extends Readable<WorldState> {
  /** Opens the world that this tab has kept, or the desk. */
  readonly begin: () => void;
  readonly open: (name: ExampleWorld) => Promise<void>;
  /** Begins a world of a camera alone. */
  readonly empty: () => void;
  /** Opens files: a world, or geometry that is added; a refused one leaves the world. */
  readonly drop: (files: readonly File[]) => Promise<void>;
  readonly edit: (document: WorldContent, name: string) => void;
  readonly mix: (group: string, level: number) => void;
  readonly move: (by: -1 | 1) => void;
  readonly select: (selected: Selected | undefined) => void;
  /** A hand of the view holds something; `edit` lets it go. */
  readonly hold: (item: Selected, placing: Placing) => void;
  /** Asks for the light at a pixel of the full picture. */
  readonly probe: (column: number, row: number) => void;
  readonly leave: () => void;
  readonly refineTo: (samples: number) => void;
  /** Renders the picture, or the light on what stands there. */
  readonly want: (wants: Rendered) => void;
  readonly say: (note: string) => void;
  readonly isRendering: () => boolean;
  readonly stop: () => void;
}

export const FIRST_WORLD: ExampleWorld = 'desk';
/** A camera that looks down at the origin. */
const EMPTY: WorldContent = {
  version: 1,
  name: 'World',
  camera: { position: [0, 0.8, 1.2], lookAt: { target: [0, 0.05, 0] }, hfovDegrees: 40 },
};
const KEY = 'world';
const USUAL_SAMPLES = 64;
const STOPPED = 'The picture was stopped.';

const NOTHING_YET: WorldState = {
  past: [],
  now: undefined,
  future: [],
  facts: undefined,
  picture: undefined,
  lux: undefined,
  wants: 'picture',
  refused: undefined,
  reading: undefined,
  selected: undefined,
  samples: USUAL_SAMPLES,
  held: undefined,
  isStopped: false,
  note: '',
};

type Set = (changes: Partial<WorldState>) => void;

/** The world that is designed, its picture as far as it is, and what changes it. */
export function createWorldStore(signal: AbortSignal): WorldStore {
  const state = writable(NOTHING_YET);
  const set: Set = (changes) => state.set({ ...state.current(), ...changes });
  const renderer = createWorldRenderer(state, set, signal);
  const draftNow = (): WorldDraft | undefined => state.current().now?.draft;
  const step = (draft: WorldDraft, name: string): void => {
    const before = draftNow();
    void keepLarge(KEY, draft);
    set({ ...stepped(state.current(), draft, name), held: undefined, note: '' });
    if (before?.document !== draft.document) renderer.show();
  };
  const open = async (name: ExampleWorld): Promise<void> => {
    try {
      const loaded = await loadExample(name);
      if (signal.aborted) return;
      set({ selected: undefined });
      step({ ...loaded, levels: {}, example: name }, `opened ${EXAMPLE_WORLDS[name]}`);
    } catch (error) {
      if (!signal.aborted) set({ note: sentenceOf(error) });
    }
  };
  const edit = (document: WorldContent, name: string): void =>
    step({ ...draftNow()!, document, example: undefined }, name);
  return {
    current: state.current,
    subscribe: state.subscribe,
    begin: () => void beginning(state, { step, open, signal }),
    open,
    empty: () => {
      set({ selected: undefined });
      step({ document: EMPTY, files: {}, levels: {}, example: undefined }, 'an empty world');
    },
    drop: dropping({ draftNow, step, set, signal }),
    edit,
    mix: (group, level) => {
      const draft = draftNow()!;
      step({ ...draft, levels: { ...draft.levels, [group]: level } }, `${group} × ${level}`);
    },
    move: (by) => {
      const before = draftNow();
      const moved = movedBy(state.current(), by);
      if (!moved) return;
      void keepLarge(KEY, moved.now.draft);
      set({ ...moved, note: '' });
      if (moved.now.draft.document !== before?.document) renderer.show();
    },
    select: (selected) => set({ selected }),
    hold: (item, placing) => set({ held: { item, placing } }),
    probe: renderer.probe,
    leave: () => set({ reading: undefined }),
    refineTo: (samples) => {
      set({ samples });
      renderer.show();
    },
    want: (wants) => {
      if (wants === state.current().wants) return;
      set({ wants });
      renderer.show();
    },
    say: (note) => set({ note }),
    isRendering: () => isRendering(state.current()),
    stop: () => {
      renderer.stop();
      set({ isStopped: true, note: STOPPED });
    },
  };
}

/** Whether what is shown is not of the newest world, or has fewer samples than it shall have. */
function isRendering({
  now,
  picture,
  lux,
  wants,
  refused,
  samples,
  isStopped,
}: WorldState): boolean {
  if (!now || refused !== undefined || isStopped) return false;
  const shown = wants === 'lux' ? lux : picture;
  return shown?.document !== now.draft.document || shown.value.samples < samples;
}

/** Opens dropped files; what is refused leaves the world. */
function dropping({
  draftNow,
  step,
  set,
  signal,
}: {
  readonly draftNow: () => WorldDraft | undefined;
  readonly step: (draft: WorldDraft, name: string) => void;
  readonly set: Set;
  readonly signal: AbortSignal;
}): WorldStore['drop'] {
  const isOver = (): boolean => signal.aborted;
  return async (dropped) => {
    try {
      const found = await documentOfDrop(dropped, draftNow());
      const refusal = await refusalOf(found.document, found.files, signal);
      if (isOver()) return;
      if (refusal !== undefined) {
        set({ note: refusal });
        return;
      }
      const { document, files, selected, step: name, note } = found;
      set({ selected });
      step({ document, files, levels: {}, example: undefined }, name);
      set({ note });
    } catch (error) {
      if (!isOver()) set({ note: sentenceOf(error) });
    }
  };
}

/** Opens what this tab has kept, else the first world; computes again what is open. */
async function beginning(
  state: Readable<WorldState>,
  {
    step,
    open,
    signal,
  }: {
    readonly step: (draft: WorldDraft, name: string) => void;
    readonly open: WorldStore['open'];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  if (state.current().now) return;
  const kept = (await keptLarge(KEY)) as WorldDraft | undefined;
  if (signal.aborted || state.current().now) return;
  if (kept?.document) step(kept, 'opened');
  else await open(FIRST_WORLD);
}

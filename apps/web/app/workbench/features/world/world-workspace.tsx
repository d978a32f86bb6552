import { Button } from '@mantine/core';
import { IconDownload, IconFolderOpen } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { downloadText } from '../../kit/figures/plot-files.ts';
import { useSlots } from '../../kit/design/slot-frame.tsx';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import { useReadable } from '../../model/store.ts';
import { EXAMPLE_WORLDS, type ExampleWorld } from './example-worlds.ts';
import { Faders } from './faders.tsx';
import { ItemSheet } from './item-sheet.tsx';
import { SceneViewFrame, type Hand } from './scene-view-frame.tsx';
import { withGroupLevels } from './world-edits.ts';
import { WorldLists } from './world-lists.tsx';
import { WorldPicture } from './world-picture.tsx';
import type { WorldDraft, WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

/** What a narrow window shows, one at a time. */
const NARROW = { lists: 'World', view: 'View', picture: 'Picture' } as const;
type NarrowPart = keyof typeof NARROW;

/** The workspace in which scenes are designed. */
export function WorldWorkspace({
  store,
  onUse,
}: {
  readonly store: WorldStore;
  readonly onUse: () => void;
}) {
  const state = useReadable(store);
  const { now, note, refused, facts } = state;
  const dropped = useFileDrop(({ dataTransfer: { files } }) => {
    if (files.length > 0) void store.drop([...files]);
  });
  const [hand, setHand] = useState<Hand>({ mode: 'move', isSnapped: false });
  const [part, setPart] = useState<NarrowPart>('picture');
  const stand = useRef<() => void>(undefined);
  const setStand = useCallback((next: (() => void) | undefined) => {
    stand.current = next;
  }, []);
  const { onKeyDown } = useSlots(onUse, {
    w: () => setHand({ ...hand, mode: 'move' }),
    e: () => setHand({ ...hand, mode: 'turn' }),
    r: () => setHand({ ...hand, mode: 'size' }),
    g: () => setHand({ ...hand, isSnapped: !hand.isSnapped }),
    d: () => stand.current?.(),
  });
  useEffect(() => store.begin(), [store]);
  if (!now) return <p className={styles.empty}>{note || 'Opening the world …'}</p>;
  const { draft } = now;
  const sentences = [
    note,
    ...(refused === undefined ? [] : [refused, 'Picture and figures are of the world before.']),
  ];
  return (
    <div className={styles.workspace} onKeyDown={onKeyDown} {...dropped}>
      <Header state={state} draft={draft} store={store} onUse={onUse} />
      <p role="status" className={styles.note} aria-label="Note">
        {sentences.filter(Boolean).join(' ')}
      </p>
      <NarrowParts part={part} onPart={setPart} />
      <div className={styles.columns} data-part={part}>
        <section className={styles.lists} aria-label="The world">
          <WorldLists state={state} draft={draft} store={store} />
          <ItemSheet
            draft={draft}
            selected={state.selected}
            namedMaterials={facts?.value.namedMaterials ?? {}}
            store={store}
          />
        </section>
        <section className={styles.place} aria-label="View">
          <SceneViewFrame
            state={state}
            draft={draft}
            store={store}
            hand={hand}
            onHand={setHand}
            onView={setStand}
          />
          <p>
            A drag turns the view, the wheel goes nearer, a press selects; handles move, turn and
            size (W, E, R), G goes by steps, D puts it on what is below. Light is in the picture
            alone.
          </p>
        </section>
        <section className={styles.shown} aria-label="Picture of the world">
          <WorldPicture state={state} draft={draft} store={store} />
          <Faders state={state} draft={draft} store={store} />
          <Remarks state={state} />
        </section>
      </div>
    </div>
  );
}

function NarrowParts({
  part,
  onPart,
}: {
  readonly part: NarrowPart;
  readonly onPart: (part: NarrowPart) => void;
}) {
  return (
    <div className={styles.narrow} role="group" aria-label="What is shown of the world">
      {Object.entries(NARROW).map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-pressed={part === id}
          onClick={() => onPart(id as NarrowPart)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** In the list of worlds. */
const EMPTY = 'empty';

interface HeaderProps {
  readonly state: WorldState;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
  readonly onUse: () => void;
}

function Header({ state, draft, store, onUse }: HeaderProps) {
  const { document, example, levels } = draft;
  const triangles = state.facts?.value.triangles;
  const name = document.name ?? 'World';
  const counts = [
    `${document.objects?.length ?? 0} objects`,
    `${document.lights?.length ?? 0} lights`,
    ...(triangles === undefined ? [] : [`${triangles.toLocaleString('en')} triangles`]),
  ];
  return (
    <header className={styles.header}>
      <label>
        {example === undefined ? 'World, changed •' : 'World'}
        <select
          value={example ?? ''}
          onChange={({ target }) => {
            if (target.value === EMPTY) store.empty();
            else void store.open(target.value as ExampleWorld);
          }}
        >
          {example === undefined && <option value="">{name}</option>}
          {Object.entries(EXAMPLE_WORLDS).map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value={EMPTY}>An empty world</option>
        </select>
      </label>
      <span className={styles.counts}>{counts.join(' · ')}</span>
      <span className={styles.files}>
        <OpenFiles onOpen={(files) => void store.drop(files)} />
        <IconButton
          label="Download the world"
          icon={IconDownload}
          hint="Download the document of the world, with the levels of the faders"
          onClick={() =>
            downloadText(
              JSON.stringify(withGroupLevels(document, levels), null, 2),
              'application/json',
              `${name}.json`,
            )
          }
        />
      </span>
      <Button size="xs" h={32} className={styles.use} title="⇧Ctrl+⏎" onClick={onUse}>
        Use in the recipe
      </Button>
    </header>
  );
}

function OpenFiles({ onOpen }: { readonly onOpen: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Open files"
        icon={IconFolderOpen}
        hint="Add a .glb, .gltf, .obj, .stl or .ply, or open the .json of a world with its files"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Files of a world"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) onOpen(files);
          target.value = '';
        }}
      />
    </>
  );
}

/** What is computed otherwise than in nature, and what of the files is not read. */
function Remarks({ state }: { readonly state: WorldState }) {
  const facts = state.facts?.value;
  if (!facts) return null;
  const { ignored, warnings } = facts;
  const sentences = [
    ...warnings,
    ...(ignored.length > 0 ? [`Not read from the files: ${ignored.join(', ')}.`] : []),
  ];
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}

import { useEffect, useRef, useState } from 'react';
import type { HandMode } from './scene-hand.ts';
import type { SceneView } from './scene-view.ts';
import { itemOf, moved, withPlacing, type Placing, type Selected } from './world-edits.ts';
import type { WorldDraft, WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

const NO_VIEW =
  'The view needs WebGL, which this browser does not give; the picture needs nothing.';

/** What the handles do, by the letter of each. */
const HANDS: Readonly<Record<HandMode, { readonly label: string; readonly letter: string }>> = {
  move: { label: 'Move', letter: 'W' },
  turn: { label: 'Turn', letter: 'E' },
  size: { label: 'Size', letter: 'R' },
};

/** How the view places things. */
export interface Hand {
  readonly mode: HandMode;
  readonly isSnapped: boolean;
}

interface FrameProps {
  readonly state: WorldState;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
  readonly hand: Hand;
  readonly onHand: (hand: Hand) => void;
  /** Gets what puts the selected thing on the surface below it. */
  readonly onView: (stand: (() => void) | undefined) => void;
}

/** Where things, lamps and the camera stand: a helper, never the picture. */
export function SceneViewFrame({ state, draft, store, hand, onHand, onView }: FrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<SceneView>();
  const [problem, setProblem] = useState('');
  const [step, setStep] = useState<number>();
  const { facts, selected } = state;
  const place = useRef<(item: Selected, placing: Placing, isDone: boolean) => void>(undefined);
  useEffect(() => {
    place.current = (item, placing, isDone) => {
      if (!isDone) store.hold(item, placing);
      else store.edit(withPlacing(draft.document, item, placing), stepOf(item, placing));
    };
  }, [draft, store]);
  useEffect(() => {
    let opened: SceneView | undefined;
    let isOpen = true;
    import('./scene-view.ts')
      .then(({ openSceneView }) => {
        if (!isOpen || !canvas.current) return;
        opened = openSceneView(canvas.current, {
          select: store.select,
          place: (...placed) => place.current?.(...placed),
          grid: setStep,
        });
        setView(opened);
      })
      .catch((error: unknown) => {
        console.warn('view of the scene:', error);
        if (isOpen) setProblem(NO_VIEW);
      });
    return () => {
      isOpen = false;
      opened?.close();
    };
  }, [store]);
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!view || !element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) view.resize(width, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [view]);
  useEffect(() => {
    if (view && facts) view.show(facts.value, facts.document, selected);
  }, [view, facts, selected]);
  useEffect(() => {
    if (!view || !facts) return;
    view.setMode(hand.mode);
    view.setSnap(hand.isSnapped);
  }, [view, facts, hand]);
  useEffect(() => {
    if (!view) return;
    onView(() => {
      const above = selected && view.above(selected);
      const item = selected && itemOf(draft.document, selected);
      if (above === undefined || !item) {
        store.say('Select a thing that stands above another: nothing is below it.');
        return;
      }
      const [x, y, z] = item.position ?? [0, 0, 0];
      store.edit(
        moved(draft.document, selected, [x, Number((y - above).toFixed(6)), z]),
        `${item.name} stands on what is below`,
      );
    });
  }, [view, selected, draft, store, onView]);
  if (problem !== '') return <p>{problem}</p>;
  return (
    <>
      <HandBar hand={hand} onHand={onHand} />
      <div className={styles.view}>
        <canvas ref={canvas} role="img" aria-label="View of where things stand" />
      </div>
      <p className={styles.words}>{heldWords(state, step)}</p>
    </>
  );
}

function HandBar({ hand, onHand }: Pick<FrameProps, 'hand' | 'onHand'>) {
  return (
    <div className={styles.hands} role="group" aria-label="Handles of the view">
      {(Object.keys(HANDS) as HandMode[]).map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={hand.mode === mode}
          title={`${HANDS[mode].label} (${HANDS[mode].letter})`}
          onClick={() => onHand({ ...hand, mode })}
        >
          {HANDS[mode].label}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={hand.isSnapped}
        title="By steps of the grid, 15° and a tenth (G)"
        onClick={() => onHand({ ...hand, isSnapped: !hand.isSnapped })}
      >
        By steps
      </button>
    </div>
  );
}

const DONE: Readonly<Record<keyof Placing, string>> = {
  position: 'moved',
  degrees: 'turned',
  scale: 'sized',
};
const stepOf = ({ name }: Selected, placing: Placing): string =>
  `${name} ${DONE[Object.keys(placing)[0] as keyof Placing]}`;

/**
 * The ruler: where what is held stands now, and how far it was moved; else the step of the grid.
 */
function heldWords({ held, now }: WorldState, step: number | undefined): string {
  if (!held) return step === undefined ? '' : `A square of the grid is ${step} m.`;
  const { item, placing } = held;
  const [[kind, value]] = Object.entries(placing) as [[keyof Placing, readonly number[]]];
  const numbers = value.join(', ');
  if (kind === 'degrees') return `${item.name}: turned about ${numbers} °`;
  if (kind === 'scale') return `${item.name}: ${numbers} times its size`;
  const from = (now && itemOf(now.draft.document, item)?.position) ?? [0, 0, 0];
  const way = Math.hypot(...value.map((part, at) => part - from[at]!));
  return `${item.name}: ${numbers} m; moved ${Number(way.toPrecision(3))} m`;
}

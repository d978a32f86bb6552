import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { placeOf } from '../dialogs/open-dialog.ts';
import type { LiveView } from '../live/use-live.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { RunState } from '../run/run-store.ts';
import { LogPane } from './log-pane.tsx';
import styles from './panes.module.css';
import { ResultPane } from './result-pane.tsx';

/** Width of the log, percent of both panes. */
const [DEFAULT_SHARE, SMALLEST_SHARE, LARGEST_SHARE, STEP] = [20, 10, 70, 2];

const within = (share: number): number => Math.min(Math.max(share, SMALLEST_SHARE), LARGEST_SHARE);

interface PanesProps {
  readonly recipe: Recipe;
  readonly run: RunState;
  /** Undefined where it is not offered. */
  readonly live: LiveView | undefined;
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
}

/** Picture and log with a divider that can be dragged. A double click on it restores the default widths. */
export function Panes({ recipe, run, live, onField, onUndoNew }: PanesProps) {
  const panes = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState<number>();
  const value = Math.round(share ?? DEFAULT_SHARE);

  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { right, width } = panes.current!.getBoundingClientRect();
    setShare(within((100 * (right - event.clientX)) / width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowLeft: value + STEP,
      ArrowRight: value - STEP,
      Home: LARGEST_SHARE,
      End: SMALLEST_SHARE,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShare(within(next));
  };

  return (
    <div
      ref={panes}
      className={styles.panes}
      style={share === undefined ? undefined : ({ '--log-width': `${share}%` } as CSSProperties)}
    >
      <ResultPane recipe={recipe} run={run} live={live} onField={onField} onUndoNew={onUndoNew} />
      <div
        className={styles.divider}
        role="separator"
        aria-label="Width of the log"
        aria-orientation="vertical"
        aria-valuenow={value}
        aria-valuemin={SMALLEST_SHARE}
        aria-valuemax={LARGEST_SHARE}
        aria-valuetext={`${value} %`}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setShare(undefined)}
        onKeyDown={onKeyDown}
      />
      <LogPane
        run={run}
        isReachable={(field) => placeOf(field, recipe) !== undefined}
        onField={onField}
      />
    </div>
  );
}

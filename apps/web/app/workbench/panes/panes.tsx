import type { Rectangle } from '@lumenloom/engine/measuring';
import {
  lazy,
  Suspense,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { placeOf } from '../dialogs/open-dialog.ts';
import type { LiveView } from '../live/use-live.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { RunState } from '../run/run-store.ts';
import { LogPane } from './log-pane.tsx';
import { keptWidths, keepWidths } from './kept-side.ts';
import styles from './panes.module.css';
import { ResultPane } from './result-pane.tsx';
import { SidePane, type SideTab } from './side-pane.tsx';

const MeasurePane = lazy(async () => ({
  default: (await import('../measure/measure-pane.tsx')).MeasurePane,
}));

/** Width of a tab, percent of both panes; the picture keeps 60 % beside figures. */
const widths = {
  log: { standard: 20, smallest: 10, largest: 70 },
  measure: { standard: 30, smallest: 20, largest: 40 },
} as const;
const STEP = 2;

interface PanesProps {
  readonly recipe: Recipe;
  readonly run: RunState;
  /** Undefined where it is not offered. */
  readonly live: LiveView | undefined;
  /** The tab beside the picture; undefined where the log has no other tabs beside it. */
  readonly tab: SideTab | undefined;
  readonly onTab: (tab: SideTab) => void;
  /** The SFR shall be scrolled to and have the focus. */
  readonly isSfrWanted: boolean;
  readonly onSfrShown: () => void;
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
}

/** Picture and log with a divider that can be dragged. A double click on it restores the default widths. */
export function Panes(props: PanesProps) {
  const { recipe, run, live, tab, onTab, onField, onUndoNew } = props;
  const panes = useRef<HTMLDivElement>(null);
  const [shares, setShares] = useState(() => (tab === undefined ? {} : keptWidths()));
  const [region, setRegion] = useState<Rectangle>();
  const name = tab ?? 'log';
  const share = shares[name];
  const setShare = (next: number | undefined): void => {
    const all = { ...shares, [name]: next };
    setShares(all);
    if (tab !== undefined) keepWidths(all);
  };

  const log = (
    <LogPane
      run={run}
      isTab={tab !== undefined}
      isReachable={(field) => placeOf(field, recipe) !== undefined}
      onField={onField}
    />
  );

  return (
    <div
      ref={panes}
      className={styles.panes}
      data-tab={tab}
      style={share === undefined ? undefined : ({ '--log-width': `${share}%` } as CSSProperties)}
    >
      <ResultPane
        recipe={recipe}
        live={live}
        run={run}
        onField={onField}
        onUndoNew={onUndoNew}
        measured={tab === undefined ? undefined : { region, onRegion: setRegion }}
      />
      <Divider panes={panes} tab={name} share={share} onShare={setShare} />
      {tab === undefined ? (
        log
      ) : (
        <SidePane tab={tab} onTab={onTab}>
          {tab === 'log' ? (
            log
          ) : (
            <Suspense>
              <MeasurePane {...props} region={region} />
            </Suspense>
          )}
        </SidePane>
      )}
    </div>
  );
}

interface DividerProps {
  readonly panes: RefObject<HTMLDivElement | null>;
  readonly tab: SideTab;
  /** Width of the tab, percent; undefined for its standard width. */
  readonly share: number | undefined;
  readonly onShare: (share: number | undefined) => void;
}

function Divider({ panes, tab, share, onShare }: DividerProps) {
  const { standard, smallest, largest } = widths[tab];
  const value = Math.round(share ?? standard);
  const within = (next: number): number => Math.min(Math.max(next, smallest), largest);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { right, width } = panes.current!.getBoundingClientRect();
    onShare(within((100 * (right - event.clientX)) / width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowLeft: value + STEP,
      ArrowRight: value - STEP,
      Home: largest,
      End: smallest,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShare(within(next));
  };
  return (
    <div
      className={styles.divider}
      role="separator"
      aria-label={tab === 'log' ? 'Width of the log' : 'Width of the figures'}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={smallest}
      aria-valuemax={largest}
      aria-valuetext={`${value} %`}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onShare(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

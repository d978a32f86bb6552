import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Rectangle } from '@lumenloom/engine/measuring';
import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { placeOf } from '../dialogs/open-dialog.ts';
import type { LiveView } from '../../features/live/use-live.ts';
import { lazyPart, Part } from '../../kit/part/part.tsx';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { RunState } from '../../model/run/run-store.ts';
import type { PickedRunNumbers, PickedRunsProps } from '../../features/sweep/picked-runs.tsx';
import type { Sweeps } from '../../features/sweep/use-sweep.ts';
import { LogPane } from './log-pane.tsx';
import { keptWidths, keepWidths } from './kept-side.ts';
import styles from './panes.module.css';
import { PictureViews, type PictureAreaView } from './picture-views.tsx';
import { ResultPane } from './result-pane.tsx';
import { SidePane, type SideTab } from './side-pane.tsx';

const SweepPane = lazyPart(
  async () => (await import('../../features/sweep/sweep-pane.tsx')).SweepPane,
);
const SweepView = lazyPart(
  async () => (await import('../../features/sweep/sweep-view.tsx')).SweepView,
);
const MeasurePane = lazyPart(
  async () => (await import('../../features/measure/measure-pane.tsx')).MeasurePane,
);

/** Width of a tab, percent of both panes; the picture keeps 60 % beside figures. */
const widths = {
  log: { standard: 20, smallest: 10, largest: 70 },
  measure: { standard: 30, smallest: 20, largest: 40 },
  params: { standard: 30, smallest: 20, largest: 40 },
  pixel: { standard: 30, smallest: 20, largest: 40 },
  sweep: { standard: 30, smallest: 20, largest: 40 },
} as const;
const STEP = 2;
const dividerLabels: Readonly<Record<SideTab, string>> = {
  log: 'Width of the log',
  measure: 'Width of the figures',
  params: 'Width of the parameters',
  pixel: 'Width of the values',
  sweep: 'Width of the sweep',
};

const viewNames: Readonly<Record<PictureAreaView, string>> = {
  result: 'The result',
  sweep: 'The results of the sweep',
};
const partNames: Readonly<Record<SideTab, string>> = {
  log: 'The log',
  measure: 'The tab Measure',
  params: 'The tab Params',
  pixel: 'The tab Pixel',
  sweep: 'The tab Sweep',
};

interface PanesProps {
  readonly recipe: Recipe;
  readonly run: RunState;
  /** Undefined where it is not offered. */
  readonly live: LiveView | undefined;
  readonly features: readonly WorkbenchFeature[];
  /** The tabs beside the picture; none where the log stands there alone. */
  readonly tabs: readonly SideTab[];
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  /** The SFR shall be scrolled to and have the focus. */
  readonly isSfrWanted: boolean;
  readonly onSfrShown: () => void;
  readonly sweeps: Sweeps;
  /** The dialog that is open while live is on. */
  readonly parameters: ReactNode;
  /** Loads the recipe of a run of a sweep, and runs it where asked for. */
  readonly onOpen: PickedRunsProps['onOpen'];
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
  /** Name of the recipe and its link; undefined where they are not offered. */
  readonly recipeTools: ReactNode;
  /** Why the link in the address has no recipe; '' where there is nothing to say. */
  readonly linkProblem: string;
}

const NO_PARAMETERS =
  'While Live is on, what you open with a gear stands here, beside the picture that it changes.';

/**
 * The run that the figures are of: while live shows a picture, that picture and what was measured
 * on it.
 */
function measuredRun(run: RunState, live: LiveView | undefined): RunState {
  if (!live?.picture) return run;
  const { picture, figures } = live;
  return {
    ...run,
    inputs: figures?.recipe ?? picture.recipe,
    image: picture.image,
    plain: undefined,
    report: figures?.report,
    measurements: figures?.report.measurements ?? [],
  };
}

/** Width of a tab, percent, undefined for its standard width; and what sets it. */
function useShare(tab: SideTab, hasTabs: boolean) {
  const [shares, setShares] = useState(() => (hasTabs ? keptWidths() : {}));
  const setShare = (next: number | undefined): void => {
    const all = { ...shares, [tab]: next };
    setShares(all);
    if (hasTabs) keepWidths(all);
  };
  return [shares[tab], setShare] as const;
}

/**
 * Picture and log with a divider that can be dragged. A double click on it restores the default
 * widths.
 */
export function Panes(props: PanesProps) {
  const { recipe, run, live, features, tabs, tab, onTab, sweeps, onField } = props;
  const panes = useRef<HTMLDivElement>(null);
  const hasTabs = tabs.length > 1;
  const [share, setShare] = useShare(tab, hasTabs);
  const [region, setRegion] = useState<Rectangle>();
  const [view, setView] = useState<PictureAreaView>('result');
  const [picked, setPicked] = useState<PickedRunNumbers>();
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const views = tabs.includes('sweep') && <PictureViews view={view} onView={setView} />;
  const log = (
    <LogPane
      run={run}
      isTab={hasTabs}
      folds={features.length > 0}
      isReachable={(field) => placeOf(field, recipe) !== undefined}
      onField={onField}
    />
  );
  const contents: Readonly<Record<SideTab, () => ReactNode>> = {
    log: () => log,
    measure: () => <MeasurePane {...props} run={measuredRun(run, live)} region={region} />,
    params: () => props.parameters ?? <p className={styles.empty}>{NO_PARAMETERS}</p>,
    // The strip under the picture draws into it.
    pixel: () => (
      <div ref={setColumn} className={styles.column} tabIndex={0} role="group" aria-label="Pixel" />
    ),
    sweep: () => (
      <SweepPane
        recipe={recipe}
        features={features}
        sweeps={sweeps}
        onShow={(isSweep) => setView(isSweep ? 'sweep' : 'result')}
        picked={picked}
        onOpen={(opened, isRun) => {
          setView('result');
          props.onOpen(opened, isRun);
        }}
      />
    ),
  };

  return (
    <div
      ref={panes}
      className={styles.panes}
      data-tab={hasTabs ? tab : undefined}
      style={share === undefined ? undefined : ({ '--log-width': `${share}%` } as CSSProperties)}
    >
      <Part key={view} name={viewNames[view]} fallback={<div />}>
        {views && view === 'sweep' ? (
          <SweepView
            sweep={sweeps.open}
            picked={picked}
            onPick={(last) => {
              setPicked({ before: picked?.last === last ? picked.before : picked?.last, last });
              onTab('sweep');
            }}
            views={views}
          />
        ) : (
          <ResultPane
            {...props}
            measured={tabs.includes('measure') ? { region, onRegion: setRegion } : undefined}
            views={views || undefined}
            column={column}
          />
        )}
      </Part>
      <Divider panes={panes} tab={tab} share={share} onShare={setShare} />
      {hasTabs ? (
        <SidePane tabs={tabs} tab={tab} onTab={onTab}>
          <Part key={tab} name={partNames[tab]}>
            {contents[tab]()}
          </Part>
        </SidePane>
      ) : (
        <Part name={partNames.log}>{log}</Part>
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
      aria-label={dividerLabels[tab]}
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

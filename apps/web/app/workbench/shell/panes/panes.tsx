import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Part } from '../../kit/part/part.tsx';
import { useReadable } from '../../model/store.ts';
import { allOf, goalsOf, settingsOf, tabsOf, type SideTab } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import { placeOf } from '../dialogs/open-dialog.ts';
import type { OpenFeature } from '../bench/feature-host.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { LogPane } from './log-pane.tsx';
import { keepWidths, keptWidths } from './kept-side.ts';
import styles from './panes.module.css';
import { GoalSwitch } from './goal-switch.tsx';
import { PictureViews } from './picture-views.tsx';
import { ResultPane } from './result-pane.tsx';
import { SidePane } from './side-pane.tsx';

/**
 * Widths, percent of both panes: of the log alone, of the log as a tab, and of figures, beside
 * which the picture keeps 60 %. A tab is at least 320 px wide (panes.module.css).
 */
const LOG_WIDTHS = { standard: 20, smallest: 10, largest: 70 };
const LOG_TAB_WIDTHS = { standard: 27, smallest: 20, largest: 70 };
const WIDTHS = { standard: 30, smallest: 20, largest: 40 };
const STEP = 2;

interface PanesProps {
  readonly workbench: Workbench;
  /** The dialog that is open while dialogs are docked. */
  readonly parameters: ReactNode;
  /** Goes to a field of the request that has to be changed. */
  readonly onField: (field: string) => void;
  /** Brings back what New has cleared; undefined where there is nothing. */
  readonly onUndoNew: (() => void) | undefined;
}

const NO_PARAMETERS =
  'While Live is on, what you open with a gear stands here, beside the picture that it changes.';

/** Width of a tab, percent, undefined for its standard width; and what sets it. */
function useShare(tab: string, hasTabs: boolean) {
  const [shares, setShares] = useState(keptWidths);
  const [alone, setAlone] = useState<number>();
  const setShare = (next: number | undefined): void => {
    if (!hasTabs) {
      setAlone(next);
      return;
    }
    const all = { ...shares, [tab]: next };
    setShares(all);
    keepWidths(all);
  };
  return [hasTabs ? shares[tab] : alone, setShare] as const;
}

/** The tabs, of whose goals one is shown, or was last. */
function useGoals({ place, show, shownGoals }: Workbench, open: readonly OpenFeature[]) {
  const { tab, view } = useReadable(place);
  const shown = useReadable(shownGoals);
  const goals = goalsOf(open);
  const name = goals.find(({ id }) => id === tab)?.tab ?? '';
  /** Whether something of this id is drawn: of the goals of a tab one is. */
  const isOffered = ({ id }: { readonly id: string }): boolean =>
    shown.includes(id) || goals.every((one) => one.id !== id);
  const tabs = tabsOf(open);
  const labels = [...new Set(tabs.map(({ label }) => label))];
  return {
    isOffered,
    tabs: labels.map((label) => tabs.find((one) => one.label === label && isOffered(one))!),
    goals: {
      name,
      goals: goals.filter((one) => one.tab === name),
      goal: tab,
      onGoal: (id: string): void => show({ tab: id, ...(view === tab && { view: id }) }),
    },
  };
}

const isReachableIn =
  (recipe: Recipe, features: readonly OpenFeature[]) =>
  (field: string): boolean =>
    placeOf(
      field,
      recipe,
      settingsOf(features).map(({ part }) => part),
    ) !== undefined;

/**
 * Picture and log with a divider that can be dragged. A double click on it restores the default
 * widths.
 */
export function Panes(props: PanesProps) {
  const { workbench, onField } = props;
  const recipe = useReadable(workbench.recipe);
  const shownRun = useReadable(workbench.shownRun);
  const features = useReadable(workbench.features);
  const { view, tab } = useReadable(workbench.place);
  const hasTools = useReadable(workbench.switches).length > 0;
  const panes = useRef<HTMLDivElement>(null);
  const { isOffered, tabs, goals } = useGoals(workbench, features);
  const hasTabs = tabs.length > 1;
  const shownTab = tabs.find(({ id }) => id === tab)!;
  const [share, setShare] = useShare(tab, hasTabs);
  const views = allOf(features, 'views');
  const shownView = views.find(({ id }) => id === view);
  const switcher = views.length > 0 && (
    <PictureViews
      views={[{ id: 'result', label: 'Result' }, ...views.filter(isOffered)]}
      view={view}
      onView={(id) => workbench.show({ view: id })}
    />
  );
  const log = (
    <Log
      workbench={workbench}
      isTab={hasTabs}
      folds={hasTools}
      isReachable={isReachableIn(recipe, features)}
      onField={onField}
    />
  );
  const standard = tab === 'log' ? log : <Parameters>{props.parameters}</Parameters>;

  return (
    <div
      ref={panes}
      className={styles.panes}
      data-tab={hasTabs ? tab : undefined}
      style={share === undefined ? undefined : ({ '--log-width': `${share}%` } as CSSProperties)}
    >
      <Part
        key={view}
        name={shownView ? `The view ${shownView.label}` : 'The result'}
        fallback={<div />}
      >
        {shownView ? (
          <shownView.Content views={switcher} />
        ) : (
          <ResultPane {...props} views={switcher || undefined} />
        )}
      </Part>
      <Divider
        panes={panes}
        label={shownTab.widthLabel}
        widths={tab !== 'log' ? WIDTHS : hasTabs ? LOG_TAB_WIDTHS : LOG_WIDTHS}
        share={share}
        onShare={setShare}
      />
      {hasTabs ? (
        <SidePane
          line={shownRun.line}
          tabs={tabs}
          tab={tab}
          onTab={(id) => workbench.show({ tab: id })}
        >
          <GoalSwitch {...goals}>
            <Part key={tab} name={partName(shownTab)}>
              {shownTab.Content ? <shownTab.Content /> : standard}
            </Part>
          </GoalSwitch>
        </SidePane>
      ) : (
        <Part name={partName(shownTab)}>{log}</Part>
      )}
    </div>
  );
}

type LogProps = { readonly workbench: Workbench } & Omit<
  ComponentProps<typeof LogPane>,
  'run' | 'whose' | 'drawn'
>;

/** The log of the run that is shown, and, with tools on, what it is not of. */
function Log({ workbench, ...props }: LogProps) {
  const last = useReadable(workbench.run);
  const { run, name, isOld, title, lines, areLinesOld } = useReadable(workbench.shownRun);
  const { source } = useReadable(workbench.shown);
  const isDrawn = source !== undefined;
  const { readFigures } = workbench;
  useEffect(() => (isDrawn ? readFigures() : undefined), [isDrawn, readFigures]);
  if (!props.isTab) return <LogPane run={last} {...props} />;
  return (
    <LogPane
      run={run}
      whose={isOld ? `Of ${name}` : undefined}
      {...(lines.length > 0 && { drawn: { whose: title, lines, isOld: areLinesOld } })}
      {...props}
    />
  );
}

const partName = ({ id, label }: SideTab): string =>
  id === 'log' ? 'The log' : `The tab ${label}`;

/** The tab Params. */
const Parameters = ({ children }: { readonly children: ReactNode }) =>
  children ?? <p className={styles.empty}>{NO_PARAMETERS}</p>;

interface DividerProps {
  readonly panes: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly widths: typeof WIDTHS;
  /** Width of the tab, percent; undefined for its standard width. */
  readonly share: number | undefined;
  readonly onShare: (share: number | undefined) => void;
}

function Divider({ panes, label, widths, share, onShare }: DividerProps) {
  const { standard, smallest, largest } = widths;
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
      aria-label={label}
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

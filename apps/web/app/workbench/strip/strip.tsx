import type { WorkbenchFeature } from '@lumenloom/contract';
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import type { Inspected } from '../panes/inspected.ts';
import type { Size } from '../panes/picture-view.ts';
import type { PixelReading } from '../panes/picture.tsx';
import { madeWith, type RunState } from '../run/run-store.ts';
import { keepMode, keptMode, type StripMode } from './kept-mode.ts';
import { PixelColumn } from './pixel-column.tsx';
import { RunsRow } from './runs-row.tsx';
import { snapshots } from './snapshots.ts';
import { StagesRow } from './stages-row.tsx';
import styles from './strip.module.css';
import { useCompare, type Compared, type Way } from './use-compare.tsx';
import { OVERLAY, RESULT, useStageView } from './use-stage-view.tsx';
import { useStages } from './use-stages.ts';

/** Keys of the picture and the strip, beyond those of the picture itself. */
export type StripKeys = (event: KeyboardEvent) => void;

export interface StripProps {
  readonly features: readonly WorkbenchFeature[];
  /** The last run. */
  readonly lastRun: RunState;
  /** The run that is shown: the last one, or live in its place. */
  readonly run: RunState;
  /** A newer picture is being computed. */
  readonly isBusy: boolean;
  /** The pixel under the cursor, and the size of the picture that it belongs to. */
  readonly reading: PixelReading | undefined;
  readonly size: Size | undefined;
  readonly onInspect: (inspected: Inspected | undefined) => void;
  /** Takes the handler of keys that are pressed in the picture. */
  readonly keys: RefObject<StripKeys | undefined>;
  /** Where the values of a pixel through all stages stand; null while they are not shown. */
  readonly column: HTMLElement | null;
}

const modeLabels = { stages: 'Stages', runs: 'Runs' } as const;
const ways: Readonly<Record<string, Way>> = { w: 'wipe', s: 'side by side', d: 'difference' };

/** Stages and runs under the picture. */
export function Strip({
  features,
  lastRun,
  run,
  isBusy,
  reading,
  size,
  onInspect,
  keys,
  column,
}: StripProps) {
  const modes = useMemo(
    () => [
      ...(features.includes('stages') ? ['stages' as const] : []),
      ...(features.includes('compare') ? ['runs' as const] : []),
    ],
    [features],
  );
  const [mode, setMode] = useState(() => keptMode(modes));
  const changeMode = (next: StripMode): void => {
    setMode(next);
    keepMode(next);
  };
  const hasCompare = modes.includes('runs');
  useEffect(() => {
    if (hasCompare) snapshots.take(lastRun);
  }, [hasCompare, lastRun]);

  const wanted = useMemo(
    () => (run.image === undefined || run.phase === 'running' ? undefined : madeWith(run)),
    [run],
  );
  const [wantsIrradiance, setWantsIrradiance] = useState(false);
  const stages = useStages(mode === 'stages' && !isBusy ? wanted : undefined, wantsIrradiance);
  const pictures = {
    result: run.plain ?? run.image,
    overlay: run.plain === undefined ? undefined : run.image,
  };
  const view = useStageView(stages, pictures);
  const looksAtIrradiance = view.shown === 'irradiance' || column !== null;
  if (looksAtIrradiance !== wantsIrradiance) setWantsIrradiance(looksAtIrradiance);
  const [nowAddress, nowRecipe] = [run.image, wanted];
  const isLive = run !== lastRun;
  const now = useMemo(
    (): Compared | undefined =>
      nowAddress === undefined || nowRecipe === undefined
        ? undefined
        : { name: isLive ? 'live' : 'last run', recipe: nowRecipe, address: nowAddress },
    [nowAddress, nowRecipe, isLive],
  );
  const compare = useCompare(hasCompare ? now : undefined);
  const inspected = compare.inspected ?? (mode === 'stages' ? view.inspected : undefined);
  useEffect(() => onInspect(inspected), [onInspect, inspected]);
  useEffect(() => () => onInspect(undefined), [onInspect]);

  const places = [
    ...view.list.map(({ id }) => id),
    RESULT,
    ...(pictures.overlay === undefined ? [] : [OVERLAY]),
  ];
  const step = (by: number): void => {
    if (!modes.includes('stages')) return;
    changeMode('stages');
    const at = places.indexOf(view.shown ?? places.at(-1)!);
    view.show(places[Math.min(places.length - 1, Math.max(0, at + by))]);
  };
  /** Leaves one level; false where there is none. */
  const leave = (): boolean => {
    if (compare.way) compare.showWay(undefined);
    else if (compare.isOther) compare.showB(undefined);
    else if (view.shown !== undefined) view.show(undefined);
    else return false;
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((target as HTMLElement).matches('input, select')) return;
    const way = ways[key.toLowerCase()];
    if (key === '[') step(-1);
    else if (key === ']') step(1);
    else if (key === 'Escape') {
      if (!leave()) return;
    } else if (!hasCompare || nowAddress === undefined) return;
    else if (key === ' ') compare.hold(true);
    else if (way) {
      changeMode('runs');
      compare.showWay(compare.way === way ? undefined : way);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    keys.current = (event) => onKey(event);
    return () => {
      keys.current = undefined;
    };
  }, [keys]);
  useEffect(() => {
    const release = (): void => compare.hold(false);
    const onKeyUp = ({ key }: Pick<KeyboardEvent, 'key'>): void => {
      if (key === ' ') release();
    };
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', release);
    };
  }, [compare]);

  return (
    <div className={styles.strip} data-mode={mode} onKeyDown={(event) => onKey(event)}>
      <div className={styles.modes} role="group" aria-label="The strip shows">
        {modes.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.small}
            aria-pressed={mode === name}
            onClick={() => changeMode(mode === name ? 'closed' : name)}
          >
            {modeLabels[name]}
          </button>
        ))}
      </div>
      {mode === 'stages' && (
        <StagesRow view={view} stages={stages} pictures={pictures} hasRun={wanted !== undefined} />
      )}
      {mode === 'runs' && <RunsRow compare={compare} live={isLive ? now : undefined} />}
      {column &&
        createPortal(
          <PixelColumn
            opened={mode === 'stages' ? stages.stages?.opened : undefined}
            view={view}
            pictures={pictures}
            reading={compare.inspected ? undefined : reading}
            size={size}
          />,
          column,
        )}
    </div>
  );
}

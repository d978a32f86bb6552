import type { WorkbenchFeature } from '@lumenloom/contract';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { InspectedPicture } from '../../kit/picture/inspected.ts';
import type { Size } from '../../kit/picture/picture-view.ts';
import type { PixelReading } from '../../kit/picture/picture.tsx';
import { madeWith, type RunState } from '../../model/run/run-store.ts';
import { keepMode, keptMode, type StripMode } from './kept-mode.ts';
import { PixelColumn } from '../../features/stages/pixel-column.tsx';
import { RunsRow } from '../../features/compare/runs-row.tsx';
import { snapshots } from '../../features/compare/snapshots.ts';
import { StagesRow } from '../../features/stages/stages-row.tsx';
import styles from '../../kit/strip.module.css';
import type { ComparedPicture } from '../../features/compare/compared.ts';
import { useCompare } from '../../features/compare/use-compare.tsx';
import { OVERLAY, RESULT_STAGE, useStageView } from '../../features/stages/use-stage-view.tsx';
import { useStages } from '../../features/stages/use-stages.ts';
import { useStripKeys, type StripKeys } from './use-strip-keys.ts';

interface StripProps {
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
  readonly onInspect: (inspected: InspectedPicture | undefined) => void;
  /** Takes the handler of keys that are pressed in the picture. */
  readonly onKeys: (handler: StripKeys | undefined) => void;
  /** Where the values of a pixel through all stages stand; null while they are not shown. */
  readonly column: HTMLElement | null;
}

type Mode = Exclude<StripMode, 'closed'>;
const modeLabels: Readonly<Record<Mode, string>> = { stages: 'Stages', runs: 'Runs' };
const switches: Readonly<Record<Mode, WorkbenchFeature>> = { stages: 'stages', runs: 'compare' };

/** Stages and runs under the picture. */
export function Strip(props: StripProps) {
  const { features, lastRun, run, isBusy, onInspect, onKeys, column } = props;
  const modes = (['stages', 'runs'] as const).filter((name) => features.includes(switches[name]));
  const [mode, setMode] = useState(() => keptMode(modes));
  const changeMode = (next: StripMode): void => {
    setMode(next);
    keepMode(next);
  };
  const hasRuns = modes.includes('runs');
  useEffect(() => {
    if (hasRuns) snapshots.take(lastRun);
  }, [hasRuns, lastRun]);

  const recipe = useMemo(() => (run.image === undefined ? undefined : madeWith(run)), [run]);
  const [wantsIrradiance, setWantsIrradiance] = useState(false);
  const stages = useStages(mode === 'stages' && !isBusy ? recipe : undefined, wantsIrradiance);
  const pictures = {
    result: run.plain ?? run.image,
    overlay: run.plain === undefined ? undefined : run.image,
  };
  const view = useStageView(stages, pictures);
  const looksAtIrradiance = view.shown === 'irradiance' || column !== null;
  if (looksAtIrradiance !== wantsIrradiance) setWantsIrradiance(looksAtIrradiance);

  const isLive = run !== lastRun;
  const { image } = run;
  const now = useMemo(
    (): ComparedPicture | undefined =>
      image === undefined || !recipe
        ? undefined
        : { name: isLive ? 'live' : 'last run', recipe, address: image },
    [image, recipe, isLive],
  );
  const compare = useCompare(hasRuns ? now : undefined);
  const staged = mode === 'stages' && now ? view.inspected : undefined;
  const inspected = compare.inspected ?? staged;
  useEffect(() => onInspect(inspected), [onInspect, inspected]);
  useEffect(() => () => onInspect(undefined), [onInspect]);
  const onKey = useStripKeys(
    { view, compare: hasRuns && now ? compare : undefined },
    {
      places: [
        ...view.list.map(({ id }) => id),
        RESULT_STAGE,
        ...(pictures.overlay ? [OVERLAY] : []),
      ],
      hasStages: modes.includes('stages'),
      changeMode,
      onKeys,
    },
  );
  return (
    <div className={styles.strip} data-mode={mode} onKeyDown={onKey}>
      <Modes modes={modes} mode={mode} onMode={changeMode} />
      {mode === 'stages' && (
        <StagesRow view={view} stages={stages} pictures={pictures} hasRun={now !== undefined} />
      )}
      {mode === 'runs' && <RunsRow compare={compare} live={isLive ? now : undefined} />}
      {column &&
        createPortal(
          <PixelColumn
            opened={mode === 'stages' ? stages.stages?.opened : undefined}
            view={view}
            pictures={pictures}
            reading={compare.inspected ? undefined : props.reading}
            size={props.size}
          />,
          column,
        )}
    </div>
  );
}

interface ModesProps {
  readonly modes: readonly Mode[];
  readonly mode: StripMode;
  readonly onMode: (mode: StripMode) => void;
}

/** Chooses what the strip shows; what is shown closes it. */
function Modes({ modes, mode, onMode }: ModesProps) {
  return (
    <div className={styles.modes} role="group" aria-label="The strip shows">
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.small}
          data-mode={name}
          aria-pressed={mode === name}
          onClick={() => onMode(mode === name ? 'closed' : name)}
        >
          {modeLabels[name]}
        </button>
      ))}
    </div>
  );
}

import { useState, type KeyboardEvent } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { captionOf } from '../../model/recipe/caption.ts';
import { nameOf, snapshots, type Snapshot } from '../../kit/picture/snapshots.ts';
import styles from '../../kit/strip.module.css';
import type { ComparedPicture } from './compared.ts';
import type { Compare } from './compare-store.tsx';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

interface RunsRowProps {
  readonly compare: Compare;
  /** The picture that a feature such as Live shows; else the last run is shown. */
  readonly live: ComparedPicture | undefined;
}

/**
 * The runs of this visit, the newest last: a press shows one as B, a press with Shift makes it A.
 */
export function RunsRow({ compare, live }: RunsRowProps) {
  const { runs, a, b, showA, showB } = compare;
  const { current, row } = useRoving();
  const [named, setNamed] = useState<number>();
  if (runs.length === 0)
    return <p className={styles.sentence}>Every run of this visit is kept here.</p>;
  return (
    <div className={styles.row} role="toolbar" aria-label="Runs" {...row}>
      {runs.map((run, at) =>
        run.number === named ? (
          <NameField key={run.number} run={run} onEnd={() => setNamed(undefined)} />
        ) : (
          <RunButton
            key={run.number}
            run={run}
            mark={`${run.number === a ? 'A' : ''}${run.number === b ? 'B' : ''}`}
            isStop={at === Math.min(current, runs.length - (live ? 0 : 1))}
            onA={() => showA(run.number)}
            onB={() => showB(run.number)}
            onName={() => setNamed(run.number)}
          />
        ),
      )}
      {live && (
        <button
          type="button"
          className={styles.place}
          aria-pressed={b === undefined}
          tabIndex={current >= runs.length ? 0 : -1}
          data-stop
          onClick={() => showB(undefined)}
        >
          <span className={styles.thumbnail}>
            <img src={live.address} alt="" draggable={false} />
          </span>
          <span className={styles.label}>
            {live.name}
            {b === undefined && <b>B</b>}
          </span>
        </button>
      )}
    </div>
  );
}

interface RunButtonProps {
  readonly run: Snapshot;
  readonly mark: string;
  readonly isStop: boolean;
  readonly onA: () => void;
  readonly onB: () => void;
  readonly onName: () => void;
}

function RunButton({ run, mark, isStop, onA, onB, onName }: RunButtonProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F2') onName();
    else if (event.key === 'Enter' && event.shiftKey) onA();
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className={styles.place}
      aria-pressed={mark.includes('B')}
      title={`${nameOf(run)}, ${clock.format(run.at)}: ${captionOf(run.recipe)}. Shift-click makes it A, a double click or F2 names it.`}
      tabIndex={isStop ? 0 : -1}
      data-stop
      onClick={(event) => (event.shiftKey ? onA : onB)()}
      onDoubleClick={onName}
      onKeyDown={onKeyDown}
    >
      <span className={styles.thumbnail}>
        <img src={run.address} alt="" draggable={false} />
      </span>
      <span className={styles.label}>
        {nameOf(run)}
        {mark && <b>{mark}</b>}
      </span>
    </button>
  );
}

/** The name of a run; a named run stays however many follow. */
function NameField({ run, onEnd }: { readonly run: Snapshot; readonly onEnd: () => void }) {
  const end = (name: string): void => {
    snapshots.rename(run.number, name.trim());
    onEnd();
  };
  return (
    <input
      className={styles.field}
      aria-label={`Name of run ${run.number}`}
      placeholder={`run ${run.number}`}
      defaultValue={run.name}
      maxLength={40}
      autoFocus
      onBlur={({ currentTarget: { value } }) => end(value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') onEnd();
        event.stopPropagation();
      }}
    />
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { downloadText } from '../../kit/figures/plot-files.ts';
import styles from '../../kit/study/study-pane.module.css';
import { timeInWords } from '../../kit/study/time-in-words.ts';
import { isUnfinished, type Experiment, type Goal, type Kind } from './goal.ts';
import type { ExperimentState, StoreCommands } from './store.ts';

interface ProgressProps<K extends Kind> {
  readonly goal: Goal<K>;
  readonly experiment: Experiment<K>;
  readonly isStopping: ExperimentState<K>['isStopping'];
  readonly commands: Pick<StoreCommands<K>, 'stop' | 'goOn' | 'remove'>;
  /** Called where it goes on, or is gone. */
  readonly onShow: (isShown: boolean) => void;
  /** Its files beside the document. */
  readonly children: ReactNode;
}

/** How far an experiment is, its failures, what can be done with it, and its files. */
export function Progress<K extends Kind>(props: ProgressProps<K>) {
  const { goal, experiment, isStopping } = props;
  const { status, runs } = experiment;
  const { ended, all } = goal.sizeOf(experiment);
  const failed = runs.filter((run) => run.status === 'failed');
  return (
    <section className={styles.part}>
      <h3>{status.name}</h3>
      <progress
        value={all === 0 ? undefined : ended}
        max={all || 1}
        aria-label={`${goal.unit.charAt(0).toUpperCase()}${goal.unit.slice(1)} that have ended`}
      />
      <p role="status">{stateInWords(goal, experiment, isStopping)}</p>
      {failed.length > 0 && (
        <p className={styles.problem}>
          {failed.length} failed: {failed[0]!.message}
        </p>
      )}
      {status.message !== '' && <p className={styles.problem}>{status.message}</p>}
      <div className={styles.buttons}>
        <Commands {...props} />
      </div>
    </section>
  );
}

function Commands<K extends Kind>({
  goal,
  experiment,
  isStopping,
  commands: { stop, goOn, remove },
  onShow,
  children,
}: ProgressProps<K>) {
  const { status, document } = experiment;
  const isRunning = isUnfinished(status);
  const more = status.state === 'done' ? goal.moreRuns?.(experiment) : undefined;
  const goOnWith = (runs?: number): void =>
    void goOn(runs).then((goesOn) => {
      if (goesOn) onShow(true);
    });
  return (
    <>
      {isRunning && (
        <Button size="xs" variant="default" disabled={isStopping} onClick={() => void stop()}>
          Stop {goal.noun}
        </Button>
      )}
      {!isRunning && status.state !== 'done' && goal.canGoOn(experiment) && (
        <Button size="xs" onClick={() => goOnWith()}>
          Go on
        </Button>
      )}
      {more !== undefined && (
        <Button size="xs" onClick={() => goOnWith(more)}>
          Go on with {more} more
        </Button>
      )}
      <FileButton label={goal.document.label} name={goal.document.file} content={document} />
      {children}
      {goal.canDelete && !isRunning && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void remove().then((isGone) => {
              if (isGone) onShow(false);
            })
          }
        >
          Delete
        </Button>
      )}
    </>
  );
}

/** Saves a file that the page has: JSON, or a text. */
export const FileButton = ({
  label,
  name,
  content,
  isIdle = false,
}: {
  readonly label: string;
  readonly name: string;
  readonly content: object | (() => string);
  readonly isIdle?: boolean;
}) => (
  <Button
    size="xs"
    variant="default"
    disabled={isIdle}
    onClick={() =>
      typeof content === 'function'
        ? downloadText((content as () => string)(), 'text/csv', name)
        : downloadText(`${JSON.stringify(content, undefined, 2)}\n`, 'application/json', name)
    }
  >
    {label}
  </Button>
);

/** A link to a file that the server has. */
export const FileLink = ({
  label,
  address,
  isSaved = false,
}: {
  readonly label: string;
  readonly address: string;
  /** Saved, not shown. */
  readonly isSaved?: boolean;
}) => (
  <Button size="xs" variant="default" component="a" href={address} download={isSaved}>
    {label}
  </Button>
);

/** How far an experiment is, in a sentence. */
function stateInWords<K extends Kind>(
  goal: Goal<K>,
  experiment: Experiment<K>,
  isStopping: boolean,
): string {
  const { status, since } = experiment;
  const { ended, all } = goal.sizeOf(experiment);
  const share = `${ended} of ${all}`;
  if (isStopping) return 'Stopping.';
  switch (status.state) {
    case 'done':
      return `Done: ${share} ${goal.unit}.`;
    case 'failed':
      return all === 0 ? 'Failed.' : `Failed: ${share} ${goal.unit}.`;
    case 'cancelled':
      return all === 0
        ? `${goal.stopped} before it began.`
        : `${goal.stopped}: ${share} ${goal.unit}.`;
    case 'waiting':
      if (status.ahead) return `Waiting: ${status.ahead} before it.`;
      if (ended === 0) return all === 0 ? 'Waiting.' : `Waiting: ${share}.`;
      break;
    case 'running':
      break;
  }
  const besides = goal.besides?.({ ended, all });
  if (besides !== undefined) return `Running: ${besides}.`;
  const taken = since ? ended - since.ended : 0;
  if (!since || taken < 2) return `Running ${share}.`;
  const left = ((all - ended) * (Date.now() - since.at)) / 1000 / taken;
  return `Running ${share}, about ${timeInWords(left)} left.`;
}

import { Button } from '@mantine/core';
import { csvOf } from '@lumenloom/sweep/page';
import { downloadText } from '../../kit/figures/plot-files.ts';
import styles from '../../kit/study/study-pane.module.css';
import { timeInWords } from '../../kit/study/time-in-words.ts';
import { isUnfinished, type OpenSweep } from './sweep-store.ts';

/** How far a sweep is, its failures, and its results as files. */
export function SweepProgress({
  sweep,
  onStop,
  onGoOn,
}: {
  readonly sweep: OpenSweep;
  readonly onStop: () => void;
  /** Starts the rest of a sweep that was stopped. */
  readonly onGoOn: () => void;
}) {
  const { status, document, runs } = sweep;
  const failed = runs.filter((run) => run.status === 'failed');
  const isRunning = isUnfinished(status);
  const sorted = runs.toSorted((one, other) => one.run - other.run);
  return (
    <section className={styles.part}>
      <h3>{status.name}</h3>
      <progress value={runs.length} max={status.runs} aria-label="Runs that have ended" />
      <p role="status">{stateInWords(sweep)}</p>
      {failed.length > 0 && (
        <p className={styles.problem}>
          {failed.length} failed: {failed[0]!.message}
        </p>
      )}
      {status.message !== '' && <p className={styles.problem}>{status.message}</p>}
      <div className={styles.buttons}>
        {isRunning && (
          <Button size="xs" variant="default" onClick={onStop}>
            Stop sweep
          </Button>
        )}
        {status.state === 'cancelled' && runs.length < status.runs && (
          <Button size="xs" onClick={onGoOn}>
            Go on
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => downloadJson(document, 'sweep.json')}>
          Document
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={runs.length === 0}
          onClick={() => downloadText(csvOf(document, sorted), 'text/csv', 'results.csv')}
        >
          CSV
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={runs.length === 0}
          onClick={() => {
            const { version, node } = status;
            downloadJson({ version, node, document, runs: sorted }, 'results.json');
          }}
        >
          JSON
        </Button>
      </div>
    </section>
  );
}

const downloadJson = (content: object, name: string): void =>
  downloadText(`${JSON.stringify(content, undefined, 2)}\n`, 'application/json', name);

function stateInWords({ status, runs, since }: OpenSweep): string {
  const share = `${runs.length} of ${status.runs}`;
  if (!isUnfinished(status))
    return status.state === 'done'
      ? `Done: ${share} runs.`
      : `${titled(status.state)}: ${share} runs.`;
  if (runs.length === 0) return `Waiting: ${share}.`;
  const taken = since ? runs.length - since.runs : 0;
  if (!since || taken < 2) return `Running ${share}.`;
  const left = ((status.runs - runs.length) * (Date.now() - since.at)) / 1000 / taken;
  return `Running ${share}, about ${timeInWords(left)} left.`;
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

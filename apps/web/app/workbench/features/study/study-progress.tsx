import { Button } from '@mantine/core';
import { canTakeMore } from '@lumenloom/contract';
import { downloadText } from '../../kit/figures/plot-files.ts';
import styles from '../../kit/study/study-pane.module.css';
import { timeInWords } from '../../kit/study/time-in-words.ts';
import { isUnfinished, type OpenStudy } from './study-store.ts';

/** Runs that a study gets beyond its budget at once. */
const MORE_RUNS = 100;

/** How far a study is, its failures, and its files. */
export function StudyProgress({
  study,
  onStop,
  onGoOn,
}: {
  readonly study: OpenStudy;
  readonly onStop: () => void;
  /** Goes on with a study that was stopped or has failed, or with more runs than its budget. */
  readonly onGoOn: (moreRuns?: number) => void;
}) {
  const { status, document, runs, results } = study;
  const failed = runs.filter((run) => run.status === 'failed');
  return (
    <section className={styles.part}>
      <h3>{status.name}</h3>
      <progress value={runs.length} max={status.runs} aria-label="Runs that have ended" />
      <p role="status">{stateInWords(study)}</p>
      {failed.length > 0 && (
        <p className={styles.problem}>
          {failed.length} failed, the first because: {failed[0]!.message}
        </p>
      )}
      {status.message !== '' && <p className={styles.problem}>{status.message}</p>}
      <div className={styles.buttons}>
        {isUnfinished(status) && (
          <Button size="xs" variant="default" onClick={onStop}>
            Stop study
          </Button>
        )}
        {(status.state === 'cancelled' || status.state === 'failed') && (
          <Button size="xs" onClick={() => onGoOn()}>
            Go on
          </Button>
        )}
        {status.state === 'done' && runs.length >= status.runs && canTakeMore(document) && (
          <Button size="xs" onClick={() => onGoOn(MORE_RUNS)}>
            Go on with {MORE_RUNS} more
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => downloadJson(document, 'study.json')}>
          Document
        </Button>
        {results !== undefined && (
          <>
            <Button
              size="xs"
              variant="default"
              onClick={() => downloadJson(results as object, 'results.json')}
            >
              JSON
            </Button>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={`/api/studies/${status.id}/report.html`}
            >
              Report
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const downloadJson = (content: object, name: string): void =>
  downloadText(`${JSON.stringify(content, undefined, 2)}\n`, 'application/json', name);

function stateInWords({ status, runs, since }: OpenStudy): string {
  const share = `${runs.length} of ${status.runs}`;
  if (status.state === 'done') return `Done: ${share} runs.`;
  if (status.state === 'cancelled') return `Stopped: ${share} runs.`;
  if (status.state === 'failed') return `Failed: ${share} runs.`;
  if (status.state === 'waiting' && runs.length === 0)
    return status.ahead ? `Waiting: place ${status.ahead + 1}.` : `Waiting: ${share}.`;
  const taken = since ? runs.length - since.runs : 0;
  if (!since || taken < 2) return `Running ${share}.`;
  const left = ((status.runs - runs.length) * (Date.now() - since.at)) / 1000 / taken;
  return `Running ${share}, about ${timeInWords(left)} left.`;
}

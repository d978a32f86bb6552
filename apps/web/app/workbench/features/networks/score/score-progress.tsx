import { Button } from '@mantine/core';
import { evaluationFile } from '../../../../api/evaluations.ts';
import { downloadText } from '../../../kit/figures/plot-files.ts';
import styles from '../../../kit/study/study-pane.module.css';
import { timeInWords } from '../../../kit/study/time-in-words.ts';
import { isUnfinished, type OpenScore, type Scores } from './score-store.ts';

interface ScoreProgressProps {
  readonly score: OpenScore;
  readonly scores: Pick<Scores, 'stop' | 'remove' | 'goOn'>;
  readonly onShow: (isScore: boolean) => void;
}

/** How far a score is, what can be done with it, and its files. */
export function ScoreProgress({ score, scores, onShow }: ScoreProgressProps) {
  const { status, document } = score;
  const { name, state, message, images, done } = status;
  const cameras = Object.keys(document.cameras);
  return (
    <>
      <section className={styles.part}>
        <h3>{name}</h3>
        {state !== 'done' && (
          <progress
            value={images === 0 ? undefined : done}
            max={images || 1}
            aria-label="Pictures that have ended"
          />
        )}
        <p role="status">{stateInWords(score)}</p>
        {message !== '' && <p className={styles.problem}>{message}</p>}
        <Buttons score={score} scores={scores} onShow={onShow} />
      </section>
      <section className={styles.part}>
        <h3>Cameras</h3>
        <p className={styles.difference}>{cameras.join(', ')}</p>
        {document.conditions.length > 0 && (
          <>
            <h3>Conditions</h3>
            <p className={styles.difference}>
              {document.conditions.map((condition) => condition.name).join('; ')}
            </p>
          </>
        )}
      </section>
    </>
  );
}

/** What can be done with a score, and its files. */
function Buttons({ score: { status, document, isStopping }, scores, onShow }: ScoreProgressProps) {
  const { id, state } = status;
  const isEnded = !isUnfinished(status);
  const button = (text: string, press: () => void, isIdle = false) => (
    <Button size="xs" variant="default" disabled={isIdle} onClick={press}>
      {text}
    </Button>
  );
  const file = (which: 'results.json' | 'report.html') => (
    <Button component="a" href={evaluationFile(id, which)} download size="xs" variant="default">
      {which}
    </Button>
  );
  return (
    <div className={styles.buttons}>
      {!isEnded && button('Stop score', () => void scores.stop(), isStopping)}
      {isEnded && state !== 'done' && (
        <Button
          size="xs"
          onClick={() =>
            void scores.goOn().then((goesOn) => {
              if (goesOn) onShow(true);
            })
          }
        >
          Go on
        </Button>
      )}
      {state === 'done' && file('results.json')}
      {state === 'done' && file('report.html')}
      {button('plan.json', () =>
        downloadText(
          `${JSON.stringify(document, undefined, 2)}\n`,
          'application/json',
          'plan.json',
        ),
      )}
      {isEnded &&
        button(
          'Delete',
          () =>
            void scores.remove().then((isGone) => {
              if (isGone) onShow(false);
            }),
        )}
    </div>
  );
}

/** The state of a score in a sentence. */
export function stateInWords(
  { status, since, isStopping }: OpenScore,
  now: number = Date.now(),
): string {
  const { state, images, done, ahead = 0 } = status;
  const share = `${done} of ${images} pictures`;
  if (isStopping) return 'Stopping.';
  switch (state) {
    case 'waiting':
      return ahead > 0 ? `Waiting: ${ahead} before it.` : 'Waiting: it is the next one.';
    case 'running': {
      if (images === 0) return 'Running: the network is being checked.';
      if (done === images) return 'Running: intervals and pictures for the report.';
      const taken = done - since.done;
      if (taken < 2) return `Running: ${share}.`;
      const left = ((images - done) * (now - since.at)) / 1000 / taken;
      return `Running: ${share}, about ${timeInWords(left)} left.`;
    }
    case 'cancelled':
      return images === 0 ? 'Stopped before it began.' : `Stopped: ${share}.`;
    case 'failed':
      return 'Failed.';
    case 'done':
      return `Done: ${share}.`;
  }
}

import styles from '../../../../kit/study/study-pane.module.css';
import type { ExperimentProps } from '../../contributions.tsx';
import { FileLink } from '../../progress.tsx';
import type { Score } from './score.ts';

/** What a score compares. */
export const ScoreParts = ({ experiment: { document } }: ExperimentProps<Score>) => (
  <section className={styles.part}>
    <h3>Cameras</h3>
    <p className={styles.difference}>{Object.keys(document.cameras).join(', ')}</p>
    {document.conditions.length > 0 && (
      <>
        <h3>Conditions</h3>
        <p className={styles.difference}>
          {document.conditions.map((condition) => condition.name).join('; ')}
        </p>
      </>
    )}
  </section>
);

/** What a score has written at its end. */
export const ScoreFiles = ({ experiment: { status } }: ExperimentProps<Score>) =>
  status.state === 'done' &&
  (['results.json', 'report.html'] as const).map((name) => (
    <FileLink key={name} label={name} address={`/api/evaluations/${status.id}/${name}`} isSaved />
  ));

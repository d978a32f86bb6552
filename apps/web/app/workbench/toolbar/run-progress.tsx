import type { RunState } from '../run/run-store.ts';
import styles from './run-progress.module.css';

/** How far the run is: a thin bar under the toolbar, and the finished stages with their times. */
export function RunProgress({ run }: { readonly run: RunState }) {
  const percent = Math.round(100 * run.fraction);
  const stages = run.stages.map(({ name, ms }) => ({ name, time: ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms` }));
  const isRunning = run.phase === 'running';
  return (
    <>
      <dl className={styles.stages}>
        {stages.map(({ name, time }) => <div key={name}><dt>{name}</dt><dd>{time}</dd></div>)}
      </dl>
      {isRunning && (
        <>
          <span className={styles.percent} aria-hidden>{percent} %</span>
          <div
            className={styles.bar}
            role="progressbar"
            aria-label="Simulation progress"
            aria-valuenow={percent}
            aria-valuetext={[`${percent} %`, stages.at(-1)?.name].filter(Boolean).join(', done: ')}
          >
            <div className={styles.done} style={{ transform: `scaleX(${run.fraction})` }} />
          </div>
        </>
      )}
    </>
  );
}

import { stagesDone, type RunState } from '../../model/run/run-store.ts';
import styles from './run-progress.module.css';

/**
 * The stage that is running. Stages run in a fixed order, and the server reports each when it has
 * finished.
 */
function runningStage({
  inputs: { sensor, isp, algorithm },
  stages,
}: RunState): string | undefined {
  const planned = [
    'scene',
    'optics',
    ...(sensor ? ['sensor', ...(isp ? ['isp'] : [])] : []),
    ...(algorithm ? ['algorithm'] : []),
  ];
  return planned[stages.length];
}

/**
 * Progress of the run: a thin bar under the toolbar, the finished stages with their times, and the
 * stage that is running. While the files of a network are fetched before the run, it shows the
 * progress of that.
 */
export function RunProgress({
  run,
  whose,
}: {
  readonly run: RunState;
  /** The run of the times, where they are not of the picture that is shown. */
  readonly whose: string | undefined;
}) {
  const { fraction, label } = run.download ?? { fraction: run.fraction, label: undefined };
  const percent = Math.round(100 * fraction);
  const stages = stagesDone(run).map(({ name, ms }) => ({
    name,
    time: ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`,
  }));
  const isRunning = run.phase === 'running';
  const stage = label === undefined ? runningStage(run) : `fetching ${label}`;
  const atWork = isRunning ? stage : undefined;
  return (
    <>
      <dl className={styles.stages} data-old={whose !== undefined || undefined}>
        {stages.map(({ name, time }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{time}</dd>
          </div>
        ))}
        {whose !== undefined && stages.length > 0 && (
          <div>
            <dt>of</dt>
            <dd>{whose}</dd>
          </div>
        )}
        {atWork && (
          <div key={atWork}>
            <dt>{atWork}</dt>
            <dd>…</dd>
          </div>
        )}
      </dl>
      {isRunning && (
        <>
          <span className={styles.percent} aria-hidden>
            {percent} %
          </span>
          <div
            className={styles.bar}
            role="progressbar"
            aria-label="Simulation progress"
            aria-valuenow={percent}
            aria-valuetext={[`${percent} %`, atWork].filter(Boolean).join(', at work: ')}
          >
            <div className={styles.done} style={{ transform: `scaleX(${fraction})` }} />
          </div>
        </>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useReadable } from '../../model/store.ts';
import type { Equipment, SessionStore } from './session-store.ts';
import styles from './twin-dialog.module.css';

const CHARTS = { grid: 'Grid of dots', edges: 'Dark squares', chart: 'Colour chart' } as const;
const SWITCHES = { tripod: 'Tripod', temperature: 'Sensor can be warmed' } as const;

/** Which frames to take with what is there, and frames of the camera of the recipe. */
export function PlanPart({
  store,
  onUse,
}: {
  readonly store: SessionStore;
  readonly onUse: () => void;
}) {
  const { have, plan, practised, isBusy, share, note, scale } = useReadable(store);
  return (
    <section aria-label="Session" className={styles.result}>
      <HaveFields have={have} onChange={store.describe} />
      <div className={styles.buttons}>
        <Button size="xs" disabled={isBusy} onClick={() => void store.plan()}>
          Plan
        </Button>
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => void store.practise()}>
          Practise
        </Button>
        <label>
          Share of the frames{' '}
          <input
            className={styles.short}
            inputMode="decimal"
            value={scale}
            onChange={(event) => store.describe({ scale: event.currentTarget.value })}
          />
        </label>
        {isBusy && <span>Taking frames in this page: {Math.floor(100 * share)} %</span>}
      </div>
      <p role="status" className={styles.note}>
        {note}
      </p>
      {plan && (
        <div className={styles.list} role="region" aria-label="Frames to take" tabIndex={0}>
          <ul>
            {plan.frames.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {plan.unknown.length > 0 && <h3>Stays unknown</h3>}
          <ul>
            {plan.unknown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {practised && (
        <div className={styles.buttons}>
          <Button
            size="xs"
            onClick={() => {
              store.use();
              onUse();
            }}
          >
            Measure these frames
          </Button>
          <Button size="xs" variant="default" onClick={() => void store.download()}>
            Download frames
          </Button>
          <span>{practised.files.size} files of the camera of the recipe.</span>
        </div>
      )}
    </section>
  );
}

function HaveFields({
  have,
  onChange,
}: {
  readonly have: Equipment;
  readonly onChange: SessionStore['describe'];
}) {
  const box = (label: string, isOn: boolean, change: (isOn: boolean) => Partial<Equipment>) => (
    <label key={label}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(change(event.currentTarget.checked))}
      />{' '}
      {label}
    </label>
  );
  const text = (label: string, key: 'lights' | 'shortest' | 'longest') => (
    <label>
      {label}{' '}
      <input
        className={styles.short}
        value={have[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <p>
        Which frames measure a camera, with what you have. Practise takes them with the camera of
        the recipe, in this page.
      </p>
      <div className={styles.buttons}>
        {Object.entries(CHARTS).map(([name, label]) =>
          box(label, have.charts.includes(name), (isOn) => ({
            charts: isOn ? [...have.charts, name] : have.charts.filter((chart) => chart !== name),
          })),
        )}
        {(['tripod', 'temperature'] as const).map((key) =>
          box(SWITCHES[key], have[key], (isOn) => ({ [key]: isOn })),
        )}
      </div>
      <div className={styles.buttons}>
        {text('Lights', 'lights')}
        {text('Exposures from, s', 'shortest')}
        {text('to, s', 'longest')}
      </div>
    </>
  );
}

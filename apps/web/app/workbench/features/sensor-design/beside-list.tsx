import { useEffect, useState } from 'react';
import { ownName, type PartsAnswer } from '@lumenloom/contract';
import { ownFiles } from '../../model/own-names.ts';
import { useReadable } from '../../model/store.ts';
import { sentenceOf } from '../../kit/design/failure.ts';
import type { Beside, SensorState, SensorStore } from './sensor-store.ts';
import styles from './sensor-workspace.module.css';

/** Sensors that stand beside at most. */
const MOST = 3;

/** Puts published sensors, or sensors of the user's own, beside the one that is designed. */
export function BesideList({
  state: { besides },
  store,
}: {
  readonly state: SensorState;
  readonly store: SensorStore;
}) {
  const [published, setPublished] = useState<PartsAnswer['sensors']>([]);
  const mine = useReadable(ownFiles).flatMap(({ id, kind, name, figures }): Beside[] =>
    kind === 'sensor' && figures && 'wellElectrons' in figures
      ? [{ name: ownName(id), label: name, figures }]
      : [],
  );
  useEffect(() => {
    let isHere = true;
    void import('../../../api/library.ts')
      .then(async ({ listParts }) => listParts())
      .then(({ sensors }) => {
        if (isHere) setPublished(sensors);
      })
      .catch((error: unknown) => {
        if (isHere) store.say(`No sensors to put beside: ${sentenceOf(error)}`);
      });
    return () => {
      isHere = false;
    };
  }, [store]);
  const free = [...mine, ...published].filter(
    ({ name }) => !besides.some((one) => one.name === name),
  );
  return (
    <span className={styles.besides}>
      <label>
        Beside
        <select
          value=""
          disabled={besides.length >= MOST}
          onChange={({ target }) => {
            const added = free.find(({ name }) => name === target.value);
            if (added) store.putBeside([...besides, added]);
          }}
        >
          <option value="">{besides.length >= MOST ? `at most ${MOST}` : 'add …'}</option>
          {free.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {besides.map((one) => (
        <button
          key={one.name}
          type="button"
          title={`Take ${one.label} away`}
          aria-label={`Take ${one.label} away`}
          onClick={() => store.putBeside(besides.filter((other) => other !== one))}
        >
          {one.label} ×
        </button>
      ))}
    </span>
  );
}

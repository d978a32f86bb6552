import type { TriedNetwork, WholeDataset } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listDatasets, wholeDataset } from '../../../../api/datasets.ts';
import { tryNetwork } from '../../../../api/library.ts';
import type { NetworkSettings } from './network-settings.ts';
import styles from './parts-dialog.module.css';

interface NetworkTrialProps {
  readonly id: string;
  /** Whether it is tried on our picture without being asked: one that has just arrived. */
  readonly beginsAtOnce: boolean;
  readonly settings: NetworkSettings;
  /** A trial of the settings has succeeded. */
  readonly onTried: () => void;
  readonly onChange: (settings: NetworkSettings) => void;
}

type Found = NonNullable<TriedNetwork['found']>;

const OWN_PICTURE = 'apple.jpg';

/** The pictures on which a network can be tried: ours, and the first ones of a data set. */
function usePictures() {
  const [datasets, setDatasets] = useState<
    readonly { readonly id: string; readonly name: string }[]
  >([]);
  const [whole, setWhole] = useState<WholeDataset | undefined>();
  const [dataset, setDataset] = useState('');
  useEffect(() => {
    let isWanted = true;
    listDatasets().then(
      (answer) => isWanted && setDatasets(answer.datasets),
      // The picture of the product is there in any case.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  useEffect(() => {
    if (dataset === '') return undefined;
    let isWanted = true;
    wholeDataset(dataset).then(
      (found) => isWanted && setWhole(found),
      () => isWanted && setDataset(''),
    );
    return () => {
      isWanted = false;
    };
  }, [dataset]);
  const names =
    dataset !== '' && whole?.id === dataset ? whole.pictures.map(({ name }) => name) : [];
  return { datasets, dataset, setDataset, names };
}

/** The last trial, and what runs another one. */
function useTrial(id: string, settings: NetworkSettings, onTried: () => void) {
  const [trial, setTrial] = useState<{ readonly of: string; readonly found: Found } | undefined>();
  const [problem, setProblem] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const run = async (picture: string | undefined, dataset: string): Promise<void> => {
    setProblem('');
    setTrial(undefined);
    setIsRunning(true);
    const { signal } = leaving.current;
    try {
      const { found } = await tryNetwork(
        id,
        { descriptor: { ...settings }, picture, ...(dataset !== '' && { dataset }) },
        signal,
      );
      setTrial({ of: JSON.stringify(settings), found: found! });
      onTried();
    } catch (error) {
      if (signal.aborted) return;
      setProblem((error as Error).message);
    }
    setIsRunning(false);
  };
  return { trial, problem, isRunning, run };
}

/** Runs the network with the settings of the sheet on a picture. */
export function NetworkTrial({ id, beginsAtOnce, settings, onTried, onChange }: NetworkTrialProps) {
  const { datasets, dataset, setDataset, names } = usePictures();
  const [picked, setPicked] = useState('');
  const picture = dataset === '' ? OWN_PICTURE : names.includes(picked) ? picked : names[0];
  const { trial, problem, isRunning, run } = useTrial(id, settings, onTried);
  const begin = useEffectEvent(() => void run(OWN_PICTURE, ''));
  useEffect(() => {
    if (beginsAtOnce) begin();
  }, [id, beginsAtOnce]);
  return (
    <section className={styles.trial} aria-label="Trial">
      <div>
        <select
          aria-label="Pictures for the trial"
          value={dataset}
          onChange={(event) => setDataset(event.target.value)}
        >
          <option value="">{OWN_PICTURE}</option>
          {datasets.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        {names.length > 0 && (
          <select
            aria-label="Picture"
            value={picture}
            onChange={(event) => setPicked(event.target.value)}
          >
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <Button
          size="xs"
          h={32}
          variant="default"
          disabled={isRunning || picture === undefined}
          onClick={() => void run(picture, dataset)}
        >
          Run trial
        </Button>
        {isRunning && <span role="status">Running …</span>}
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {trial && (
        <TrialResult
          found={trial.found}
          settings={settings}
          isOld={trial.of !== JSON.stringify(settings)}
          onChange={onChange}
        />
      )}
    </section>
  );
}

/** What the network found, and where it found nothing, the settings that find something. */
function TrialResult({
  found: { image, milliseconds, count, results, tries },
  settings,
  isOld,
  onChange,
}: {
  readonly found: Found;
  readonly settings: NetworkSettings;
  /** The settings have changed since. */
  readonly isOld: boolean;
  readonly onChange: NetworkTrialProps['onChange'];
}) {
  const listed = results.slice(0, 6).map(({ label, score }) => `${label} ${score.toFixed(2)}`);
  const words = count === 0 ? 'Nothing is found' : listed.join(', ') || `A ${settings.task} map`;
  return (
    <div className={styles.result} data-old={isOld || undefined}>
      <img
        src={image}
        alt={`The picture with what the network finds: ${words}`}
        onLoad={(event) => event.currentTarget.parentElement!.scrollIntoView({ block: 'nearest' })}
      />
      <p role="status">
        {words}
        {count > listed.length && listed.length > 0 && ` and ${count - listed.length} more`} ·{' '}
        {Math.round(milliseconds)} ms{isOld && ' · of other settings'}
      </p>
      {count === 0 && !isOld && (
        <ul aria-label="Order and scale that find something">
          {tries.length > 0 && <li>Try another order and scale:</li>}
          {tries.map(({ colour, range, count: boxes }) => (
            <li key={`${colour} ${range.join(' ')}`}>
              {colour.toUpperCase()} {range.join('…')}: {boxes}{' '}
              <button
                type="button"
                onClick={() =>
                  onChange({ ...settings, input: { ...settings.input, colour, range } })
                }
              >
                Use
              </button>
            </li>
          ))}
          {tries.length === 0 && <li>No other order and scale finds anything here.</li>}
        </ul>
      )}
    </div>
  );
}

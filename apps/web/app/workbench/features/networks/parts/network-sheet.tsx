import type { OwnFile, TriedNetwork } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addNetworkSettings, renameOwnFile, tryNetwork } from '../../../../api/library.ts';
import { megabytes } from './amounts.ts';
import { NetworkFields } from './network-fields.tsx';
import { shapeInWords, type NetworkSettings } from './network-settings.ts';
import { NetworkTrial } from './network-trial.tsx';
import styles from './parts-dialog.module.css';
import { useKept, type Kept } from './use-kept.ts';

interface NetworkSheetProps {
  readonly file: Pick<OwnFile, 'id' | 'name' | 'fileName' | 'bytes'>;
  /** As they were read or saved. */
  readonly stored: NetworkSettings;
  /** What is known of a network that is not saved yet; undefined of one of the library. */
  readonly trial: TriedNetwork | undefined;
  readonly kept: Kept;
  readonly onSaved: (file: Pick<OwnFile, 'id'>) => void;
  /** Leaves a network that is being added. */
  readonly onLeave?: () => void;
  readonly onUse?: () => void;
  readonly onRemove?: () => void;
}

/** What the sheet knows and does. */
function useSheet({ file, stored, trial, kept, onSaved }: NetworkSheetProps) {
  const [settings, setSettings] = useKept(kept, file.id, stored);
  const [name, setName] = useKept(kept, `${file.id} name`, file.name);
  const [read, setRead] = useState(trial);
  const [problem, setProblem] = useState('');
  /** Settings whose trial has succeeded, as text. */
  const [tried, setTried] = useState('');
  useEffect(() => {
    if (trial) return undefined;
    const leaving = new AbortController();
    tryNetwork(file.id, {}, leaving.signal).then(setRead, (error: unknown) => {
      if (!leaving.signal.aborted) setProblem((error as Error).message);
    });
    return () => leaving.abort();
  }, [file.id, trial]);
  const isTried = tried === JSON.stringify(settings);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(stored);
  const isRenamed = name.trim() !== '' && name.trim() !== file.name;
  const whyNot =
    trial || isChanged
      ? isTried
        ? undefined
        : 'Run a trial of these settings first.'
      : isRenamed
        ? undefined
        : 'Nothing has changed.';
  const save = async (): Promise<void> => {
    setProblem('');
    const chosen = name.trim() || file.name;
    try {
      const isNew = trial !== undefined || isChanged;
      const saved = isNew ? await addNetworkSettings(file.id, chosen, settings) : undefined;
      if (!isNew && isRenamed) await renameOwnFile(file.id, chosen);
      for (const key of [file.id, `${file.id} name`]) kept.delete(key);
      onSaved(saved ?? file);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return {
    settings,
    setSettings,
    name,
    setName,
    isChanged,
    read,
    problem,
    whyNot,
    save,
    setTried,
    /** Whether a setting was guessed, and nobody has changed it since. */
    isGuessed: (path: string): boolean =>
      (read?.guessed ?? []).includes(path) && at(settings, path) === at(stored, path),
  };
}

/** A setting by its path, as text. */
const at = (settings: NetworkSettings, path: string): string =>
  JSON.stringify(
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings),
  );

/** Its file, inputs and outputs, and what had to be guessed. */
function WhatIsKnown({
  file,
  read,
}: Pick<NetworkSheetProps, 'file'> & { readonly read: TriedNetwork | undefined }) {
  return (
    <>
      <p>
        {file.fileName}, {megabytes(file.bytes)}
        {read?.opset && `, opset ${read.opset}`}
        {read && (
          <>
            <br />
            in {read.inputs.map((port) => `${port.name} ${shapeInWords(port)}`).join('; ')}
            <br />
            out {read.outputs.map((port) => `${port.name} ${shapeInWords(port)}`).join('; ')}
          </>
        )}
      </p>
      {read && read.problems.length > 0 && (
        <ul className={styles.guesses} aria-label="What was guessed">
          {read.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What a network takes and gives, how it is run, and a trial. */
export function NetworkSheet(props: NetworkSheetProps) {
  const { file, trial, onLeave, onUse, onRemove } = props;
  const state = useSheet(props);
  const { settings, read, name, problem, whyNot } = state;
  return (
    <section className={styles.view} aria-label={file.name}>
      <label className={styles.name}>
        <span>Name</span>
        <input
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => state.setName(event.target.value)}
        />
      </label>
      <WhatIsKnown file={file} read={read} />
      <NetworkFields
        settings={settings}
        outputs={read?.outputs ?? []}
        isGuessed={state.isGuessed}
        onChange={state.setSettings}
      />
      <NetworkTrial
        id={file.id}
        beginsAtOnce={trial !== undefined}
        settings={settings}
        onTried={() => state.setTried(JSON.stringify(settings))}
        onChange={state.setSettings}
      />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <footer className={styles.footer}>
        {whyNot !== undefined && <span id="why-not-saved">{whyNot}</span>}
        {onRemove && (
          <Button size="xs" h={32} variant="subtle" onClick={onRemove}>
            Delete
          </Button>
        )}
        {onLeave && (
          <Button size="xs" h={32} variant="default" onClick={onLeave}>
            Cancel
          </Button>
        )}
        {onUse && (
          <Button size="xs" h={32} variant="default" onClick={onUse}>
            Use
          </Button>
        )}
        <Button
          size="xs"
          h={32}
          disabled={whyNot !== undefined}
          aria-describedby={whyNot === undefined ? undefined : 'why-not-saved'}
          onClick={() => void state.save()}
        >
          {trial ? 'Save to Mine' : state.isChanged ? 'Save as a new one' : 'Rename'}
        </Button>
      </footer>
    </section>
  );
}

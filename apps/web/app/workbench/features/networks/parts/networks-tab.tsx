import {
  labels,
  ownIdOf,
  ownName,
  type ArrivedTrial,
  type NetworkFigures,
  type OwnFile,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { EXAMPLE_NETWORK, OUTPUT_KINDS, algorithms, kindNamed } from '@lumenloom/engine/catalogue';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { beginTrial, deleteOwnFile, ownFile } from '../../../../api/library.ts';
import { EXAMPLE_NETWORK_LABEL, ownFiles } from '../../../model/own-names.ts';
import { useReadable } from '../../../model/store.ts';
import { megabytes } from './amounts.ts';
import { NetworkSheet } from './network-sheet.tsx';
import { settingsOf, type NetworkSettings } from './network-settings.ts';
import { DIALOG, type PartsDialogProps } from './parts-store.ts';
import styles from './parts-dialog.module.css';

/** A network that is being sent, and how far it is. */
interface Sending {
  readonly file: File;
  readonly share: number;
}

/** A file that was refused. */
interface Refused {
  readonly file: File;
  readonly sentence: string;
}

/** What the tab knows and does. */
function useNetworks({ store, bench }: PartsDialogProps) {
  const networks = useReadable(ownFiles).filter(({ kind }) => kind === 'network');
  const draft = useReadable(store.draft);
  const recipe = useReadable(bench.recipe);
  const [picked, setPicked] = useState(recipe.algorithm);
  const [sending, setSending] = useState<Sending | undefined>();
  const [refused, setRefused] = useState<Refused | undefined>();
  const [problem, setProblem] = useState('');
  const during = async (work: () => Promise<void>): Promise<void> => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (!bench.signal.aborted) setProblem((error as Error).message);
    }
  };
  const remove = (id: string): Promise<void> =>
    during(async () => {
      await deleteOwnFile(id);
      if (ownIdOf(recipe.algorithm) === id)
        bench.change({ type: 'chosen', choice: 'algorithm', label: '' });
      await store.refreshNetworks();
    });
  return {
    networks,
    draft,
    recipe,
    picked,
    sending,
    refused,
    problem,
    remove,
    pick: (name: string): void => {
      setRefused(undefined);
      setPicked(name);
    },
    send: async (file: File, descriptor?: object): Promise<void> => {
      setRefused(undefined);
      setProblem('');
      setSending({ file, share: 0 });
      const described = descriptor ? { descriptor: JSON.stringify(descriptor) } : {};
      try {
        const arrived = await beginTrial(
          { file, fields: described },
          (share) => setSending({ file, share }),
          bench.signal,
        );
        store.draft.set(arrived);
        setPicked(ownName(arrived.id));
        // The dialog was closed in the meantime.
        if (bench.place.current().modal !== DIALOG) await store.discardDraft();
      } catch (error) {
        if (!bench.signal.aborted) setRefused({ file, sentence: (error as Error).message });
      }
      setSending(undefined);
    },
    discard: (): Promise<void> =>
      during(async () => {
        setPicked('');
        await store.discardDraft();
      }),
    /** @param from id of the network whose sheet has saved the file. */
    saved: (file: Pick<OwnFile, 'id'>, from: string): Promise<void> =>
      during(async () => {
        setPicked(ownName(file.id));
        if (draft?.id === from) await store.discardDraft();
        await store.refreshNetworks();
      }),
    use: (name: string): void => {
      bench.change({ type: 'chosen', choice: 'algorithm', label: name });
      store.close();
    },
  };
}

type Networks = ReturnType<typeof useNetworks>;

/** The networks that come with the program and those of the account, and the sheet of one. */
export function NetworksTab(props: PartsDialogProps) {
  const state = useNetworks(props);
  const { sending, refused, problem } = state;
  const dropped = useReadable(props.store.dropped);
  const sendDropped = useEffectEvent((file: File) => void state.send(file));
  useEffect(() => {
    const [file] = dropped;
    if (!file) return;
    props.store.dropped.set([]);
    sendDropped(file);
  }, [dropped, props.store]);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className={styles.bar}>
        <Button size="xs" h={32} onClick={() => input.current?.click()}>
          Choose a network
        </Button>
        <span>
          an ONNX file: objects, classes, class maps, depth or anomalies; or drop it on Algorithms
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".onnx"
          aria-label="Network"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void state.send(file);
            event.target.value = '';
          }}
        />
      </div>
      {sending && (
        <p className={styles.line} role="status">
          {sending.share < 1
            ? `Sending ${sending.file.name}: ${Math.floor(100 * sending.share)} %`
            : `Reading ${sending.file.name} …`}
        </p>
      )}
      {problem !== '' && (
        <p className={styles.line} role="alert">
          {problem}
        </p>
      )}
      {refused && (
        <RefusedNetwork
          refused={refused}
          onKind={(kind) => void state.send(refused.file, { output: { kind } })}
        />
      )}
      <div className={styles.split}>
        <div className={styles.list}>
          <NetworkTable state={state} />
        </div>
        <div className={styles.side}>
          <ShownNetwork key={state.picked} state={state} store={props.store} />
        </div>
      </div>
    </>
  );
}

/** Why a file is not taken; where its outputs are not recognised, they can be named. */
function RefusedNetwork({
  refused: { file, sentence },
  onKind,
}: {
  readonly refused: Refused;
  readonly onKind: (kind: string) => void;
}) {
  return (
    <div className={styles.line}>
      <p role="alert">
        {file.name} is refused: {sentence}
      </p>
      {/output\.kind/.test(sentence) && (
        <label>
          Its outputs are{' '}
          <select defaultValue="" onChange={(event) => onKind(event.target.value)}>
            <option value="" disabled>
              choose a kind
            </option>
            {OUTPUT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kindNamed(kind).words}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

const figuresOf = ({ figures }: OwnFile): NetworkFigures | undefined =>
  figures && 'sha256' in figures ? figures : undefined;

/** The same of a network that is not saved yet. */
function figuresOfTrial({ descriptor }: ArrivedTrial): Partial<NetworkFigures> {
  const { task, output, input, labels: classes } = settingsOf(descriptor);
  const { width, height } = input;
  return { task, kind: output.kind, width, height, classes: classes?.length ?? null };
}

/** Task, input, classes, size and digest of the networks. */
function NetworkTable({ state }: { readonly state: Networks }) {
  const { networks, draft, picked, recipe, pick } = state;
  const own = (file: OwnFile, group: string) => ({
    name: ownName(file.id),
    label: file.name,
    group,
    file: { bytes: file.bytes, figures: figuresOf(file) },
  });
  const rows = [
    ...(draft
      ? [
          {
            name: ownName(draft.id),
            label: draft.fileName,
            group: 'not saved yet',
            file: { bytes: draft.bytes, figures: figuresOfTrial(draft) },
          },
        ]
      : []),
    ...labels(algorithms).map((name) => ({
      name,
      label: name,
      group: 'Built in',
      file: undefined,
    })),
    {
      name: EXAMPLE_NETWORK.file,
      label: EXAMPLE_NETWORK_LABEL,
      group: 'Example',
      file: undefined,
    },
    ...networks.map((file) => own(file, 'Mine')),
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {['Name', 'Task', 'Input', 'Classes', 'Size', 'SHA-256'].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, label, group, file }) => {
          const figures = file?.figures;
          return (
            <tr key={name} data-current={name === picked || undefined}>
              <th scope="row">
                <button type="button" aria-pressed={name === picked} onClick={() => pick(name)}>
                  {label}
                </button>
                <small>{recipe.algorithm === name ? `${group}, chosen` : group}</small>
              </th>
              <td>{figures?.task ?? '—'}</td>
              <td>
                {!figures
                  ? '—'
                  : figures.width === null
                    ? 'any'
                    : `${figures.width} × ${figures.height}`}
              </td>
              <td>{figures?.classes ?? '—'}</td>
              <td>{file ? megabytes(file.bytes) : '—'}</td>
              <td title={figures?.sha256}>{figures?.sha256?.slice(0, 8) ?? '—'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Characters that a name may have. */
const LONGEST_NAME = 100;

/** The stored settings of a network. */
function storedOf({ preview }: WholeOwnFile): NetworkSettings {
  if (preview.kind !== 'network') throw new Error('a file of another kind has no such sheet');
  return settingsOf(preview.descriptor);
}

/** The draft, or the network that is picked in the table. */
function ShownNetwork({
  state,
  store,
}: {
  readonly state: Networks;
  readonly store: PartsDialogProps['store'];
}) {
  const { picked } = state;
  const absent = useReadable(store.absent);
  const draft = state.draft && ownName(state.draft.id) === picked ? state.draft : undefined;
  const id = draft ? undefined : ownIdOf(picked);
  const name = state.networks.find((one) => one.id === id)?.name;
  const [whole, setWhole] = useState<WholeOwnFile | string | undefined>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const leaving = new AbortController();
    ownFile(id, leaving.signal).then(setWhole, (error: unknown) => {
      if (!leaving.signal.aborted) setWhole((error as Error).message);
    });
    return () => leaving.abort();
  }, [id, name]);
  if (draft)
    return (
      <NetworkSheet
        file={{ ...draft, name: draft.fileName.slice(0, LONGEST_NAME) }}
        stored={settingsOf(draft.descriptor)}
        trial={draft}
        kept={store.kept}
        onSaved={(file) => void state.saved(file, draft.id)}
        onLeave={() => void state.discard()}
      />
    );
  if (id === undefined)
    return picked === '' ? (
      <p>Choose a network in the list, or add one.</p>
    ) : (
      <section className={styles.view} aria-label={picked}>
        <h2>{picked === EXAMPLE_NETWORK.file ? EXAMPLE_NETWORK_LABEL : picked}</h2>
        <p>{absent.get(picked) ?? 'It comes with the program.'}</p>
        <Button size="xs" h={32} disabled={absent.has(picked)} onClick={() => state.use(picked)}>
          Use
        </Button>
      </section>
    );
  if (typeof whole === 'string') return <p role="alert">{whole}</p>;
  if (!whole) return <p role="status">Reading …</p>;
  return (
    <NetworkSheet
      file={whole}
      stored={storedOf(whole)}
      trial={undefined}
      kept={store.kept}
      onSaved={(file) => void state.saved(file, whole.id)}
      onUse={() => state.use(picked)}
      onRemove={() => {
        if (window.confirm(`Delete "${whole.name}"? Recipes that name it cannot be run any more.`))
          void state.remove(whole.id);
      }}
    />
  );
}

import { Button } from '@mantine/core';
import { IconDownload, IconFolderOpen } from '@tabler/icons-react';
import { labels } from '@lumenloom/contract';
import { illuminants, sensors } from '@lumenloom/engine/catalogue';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { downloadText } from '../../kit/figures/plot-files.ts';
import { DesignList } from '../../kit/design/design-list.tsx';
import { useSlots } from '../../kit/design/slot-frame.tsx';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import { useReadable } from '../../model/store.ts';
import { BesideList } from './beside-list.tsx';
import { tileOf, type SensorDraft } from './sensor-draft.ts';
import { SensorFigures } from './sensor-figures.tsx';
import { hasField, SensorSheet } from './sensor-sheet.tsx';
import { isChanged, nameOf, type SensorState, type SensorStore } from './sensor-store.ts';
import styles from './sensor-workspace.module.css';
import { Slot } from './slots.tsx';

/** The workspace in which sensors are designed. */
export function SensorWorkspace({
  store,
  offersDie,
  onUse,
}: {
  readonly store: SensorStore;
  /** Rows and columns may follow the size of the pixels. */
  readonly offersDie: boolean;
  readonly onUse: () => void;
}) {
  const state = useReadable(store);
  const { now, model, slots, note } = state;
  const { onKeyDown, frameOf } = useSlots(
    onUse,
    slots.includes('picture') ? { w: store.picture.wipe } : {},
  );
  const dropped = useFileDrop(
    ({
      dataTransfer: {
        files: [file],
      },
    }) => {
      if (file) void store.openFile(file);
    },
  );
  useEffect(() => store.begin(), [store]);
  if (!now) return <p className={styles.empty}>{note || 'Opening the sensor …'}</p>;
  const { draft } = now;
  const failure = model?.failure;
  const sentences = [note, ...(failure && !hasField(failure) ? [failure.message] : [])];
  return (
    <div className={styles.workspace} onKeyDown={onKeyDown} {...dropped}>
      <Header state={state} draft={draft} store={store} onUse={onUse} />
      <p role="status" className={styles.note} aria-label="Note">
        {sentences.filter(Boolean).join(' ')}
        {failure && ' Curves and figures are of the sensor before.'}
      </p>
      <div className={styles.columns}>
        <SensorSheet
          sensor={draft.sensor}
          pattern={tileOf(draft.sensor)?.join('/') ?? ''}
          failure={failure}
          offersDie={offersDie}
          onEdit={store.edit}
        />
        <section className={styles.slots} aria-label="Curves">
          {slots.map((name, i) => (
            <Slot key={i} number={i + 1} name={name} state={state} store={store} {...frameOf(i)} />
          ))}
        </section>
        <SensorFigures state={state} store={store} />
      </div>
    </div>
  );
}

interface HeaderProps {
  readonly state: SensorState;
  readonly draft: SensorDraft;
  readonly store: SensorStore;
  readonly onUse: () => void;
}

function Header({ state, draft, store, onUse }: HeaderProps) {
  const { sensor, conditions } = draft;
  const name = nameOf(sensor);
  const { illuminant, lux, exposureSeconds, fNumber } = conditions;
  return (
    <header className={styles.header}>
      <SensorList draft={draft} store={store} />
      <Typed
        label="Name"
        text={name}
        isWide
        onTake={(text) => {
          if (text !== '') store.edit({ ...sensor, name: text }, `name ${text}`);
        }}
      />
      <label>
        Light
        <select
          value={illuminant}
          onChange={({ target }) =>
            store.look({ ...conditions, illuminant: target.value }, `light ${target.value}`)
          }
        >
          {labels(illuminants)
            .filter((label) => !label.startsWith('Custom'))
            .map((label) => (
              <option key={label}>{label}</option>
            ))}
        </select>
      </label>
      <Typed
        label="lx"
        text={String(lux[0])}
        onTake={(text) => store.look({ ...conditions, lux: [numberOf(text)] }, `${text} lx`)}
      />
      <Typed
        label="ms"
        text={String(Number((1000 * exposureSeconds).toPrecision(6)))}
        onTake={(text) =>
          store.look(
            { ...conditions, exposureSeconds: numberOf(text) / 1000 },
            `exposure ${text} ms`,
          )
        }
      />
      <Typed
        label="f/"
        text={String(fNumber)}
        onTake={(text) => store.look({ ...conditions, fNumber: numberOf(text) }, `f/${text}`)}
      />
      <BesideList state={state} store={store} />
      <span className={styles.files}>
        <OpenFile onOpen={(file) => void store.openFile(file)} />
        <IconButton
          label="Download the sensor"
          icon={IconDownload}
          hint="Download the sensor as JSON"
          onClick={() =>
            downloadText(JSON.stringify(sensor, null, 2), 'application/json', `${name}.json`)
          }
        />
      </span>
      <Button size="xs" h={32} className={styles.use} onClick={onUse}>
        Use in the recipe
      </Button>
    </header>
  );
}

/** What is typed; other text is no number, and the engine says what must stand there. */
const numberOf = (text: string): number => Number(text.replace(',', '.'));

/** A text that counts when it is left. */
function Typed({
  label,
  text,
  isWide,
  onTake,
}: {
  readonly label: string;
  readonly text: string;
  readonly isWide?: true;
  readonly onTake: (text: string) => void;
}) {
  const [typing, setTyping] = useState<string>();
  return (
    <label data-narrow={isWide ? undefined : true}>
      {label}
      <input
        value={typing ?? text}
        maxLength={100}
        spellCheck={false}
        onChange={({ target }) => setTyping(target.value)}
        onBlur={() => {
          if (typing !== undefined && typing.trim() !== text) onTake(typing.trim());
          setTyping(undefined);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
          else if (key === 'Escape') setTyping(undefined);
        }}
      />
    </label>
  );
}

function SensorList({ draft, store }: Pick<HeaderProps, 'draft' | 'store'>) {
  return (
    <DesignList
      label={isChanged(draft) ? 'Sensor, changed •' : 'Sensor'}
      builtIn={labels(sensors)}
      kind="sensor"
      choice={draft.saved.choice}
      name={nameOf(draft.sensor)}
      onOpen={(choice) => void store.open(choice)}
    />
  );
}

function OpenFile({ onOpen }: { readonly onOpen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Open a sensor file"
        icon={IconFolderOpen}
        hint="Open a sensor: a JSON file"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".json"
        aria-label="Sensor file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onOpen(file);
          target.value = '';
        }}
      />
    </>
  );
}

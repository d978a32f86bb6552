import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { useFileDrop } from '../../kit/use-file-drop.ts';
import { useReadable } from '../../model/store.ts';
import { KINDS, frameRows, type Manifest } from './frame-rows.ts';
import { folderOfDrop, folderOfInput } from './read-folder.ts';
import { Headings } from './headings.tsx';
import styles from './twin-dialog.module.css';
import { PlanPart } from './plan-part.tsx';
import type { SessionStore } from './session-store.ts';
import { TwinResult } from './twin-result.tsx';
import type { TwinState, TwinStore } from './twin-store.ts';

const KIND_NAMES = Object.keys(KINDS);
const PATTERNS = ['', 'mono', 'rggb', 'grbg', 'gbrg', 'bggr'];

/** A camera from its frames: a folder, its frames, and what they say. */
export function TwinDialog({
  store,
  sessions,
  onClose,
}: {
  readonly store: TwinStore;
  readonly sessions: SessionStore;
  readonly onClose: () => void;
}) {
  const [isPlanning, setIsPlanning] = useState(false);
  const parts = [
    ['Frames', false],
    ['Plan and practise', true],
  ] as const;
  return (
    <ModalFrame title="Twin" size={820} bodyClass={styles.body} onClose={onClose}>
      <div className={styles.buttons} role="group" aria-label="Parts">
        {parts.map(([label, isPlan]) => (
          <Button
            key={label}
            size="compact-xs"
            variant={isPlan === isPlanning ? 'filled' : 'default'}
            aria-pressed={isPlan === isPlanning}
            onClick={() => setIsPlanning(isPlan)}
          >
            {label}
          </Button>
        ))}
      </div>
      {isPlanning ? (
        <PlanPart store={sessions} onUse={() => setIsPlanning(false)} />
      ) : (
        <MeasurePart store={store} />
      )}
    </ModalFrame>
  );
}

/** A folder of frames, and what they say. */
function MeasurePart({ store }: { readonly store: TwinStore }) {
  const state = useReadable(store);
  const { folder, manifest, isBusy, measured, truth, note } = state;
  return (
    <>
      <PickFolder onPick={store.open} />
      {folder && manifest && (
        <>
          <FrameTable manifest={manifest} onEdit={store.edit} />
          <CameraFields state={state} onChange={store.describe} />
          <div className={styles.buttons}>
            <Button size="xs" disabled={isBusy} onClick={() => void store.measure()}>
              Measure
            </Button>
            <span>
              {isBusy
                ? 'Measuring in this page …'
                : `${folder.name}: ${folder.files.size} files. They stay in this page.`}
            </span>
          </div>
        </>
      )}
      <p role="status" className={styles.note}>
        {note}
      </p>
      {measured && <TwinResult measured={measured} truth={truth} store={store} />}
    </>
  );
}

/** A place to drop a folder on, with a button that chooses one. */
function PickFolder({ onPick }: { readonly onPick: TwinStore['open'] }) {
  const input = useRef<HTMLInputElement>(null);
  const dropped = useFileDrop((event) => {
    void folderOfDrop(event.dataTransfer).then(onPick);
  });
  return (
    <div className={styles.pick} {...dropped}>
      <p>
        A folder of raw frames (.npy, .dng, .tif and .png of 16 bits): darks and flats give the
        sensor, turned flats, grids and edges the lens, charts the colours.
      </p>
      <Button size="xs" variant="default" data-autofocus onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
      <span>or drop it here</span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: '' }}
        aria-label="Folder"
        onChange={(event) => {
          void onPick(folderOfInput(event.target.files ?? []));
          event.target.value = '';
        }}
      />
    </div>
  );
}

function FrameTable({
  manifest,
  onEdit,
}: {
  readonly manifest: Manifest;
  readonly onEdit: TwinStore['edit'];
}) {
  return (
    <div className={styles.frames} tabIndex={0} role="region" aria-label="Frames">
      <table>
        <thead>
          <Headings titles={['File', 'Recognised as', 'Exposure, s', 'Serves']} />
        </thead>
        <tbody>
          {frameRows(manifest).map(({ file, kind, exposure }, at) => (
            <tr key={at}>
              <th scope="row">{file}</th>
              <td>
                <select
                  aria-label={`Kind of ${file}`}
                  value={kind}
                  onChange={(event) => onEdit(at, 'kind', event.currentTarget.value)}
                >
                  {(kind in KINDS ? KIND_NAMES : [kind, ...KIND_NAMES]).map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </td>
              <td>
                <input
                  aria-label={`Exposure of ${file}`}
                  inputMode="decimal"
                  value={exposure}
                  onChange={(event) => onEdit(at, 'exposure', event.currentTarget.value)}
                />
              </td>
              <td>{KINDS[kind] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a draft cannot know: pattern and bits, where no DNG says them. */
function CameraFields({
  state: { manifest, isDraft },
  onChange,
}: {
  readonly state: TwinState;
  readonly onChange: TwinStore['describe'];
}) {
  if (!isDraft) return undefined;
  const textOf = (key: string): string => {
    const value = manifest?.[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return (
    <div className={styles.buttons}>
      <label>
        Pattern{' '}
        <select
          value={textOf('pattern')}
          onChange={(event) => onChange('pattern', event.currentTarget.value)}
        >
          {PATTERNS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Bits{' '}
        <input
          className={styles.short}
          inputMode="numeric"
          value={textOf('bits')}
          onChange={(event) => onChange('bits', event.currentTarget.value)}
        />
      </label>
    </div>
  );
}

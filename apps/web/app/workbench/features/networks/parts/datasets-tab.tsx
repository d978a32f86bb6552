import type { DatasetFile } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { IconButton } from '../../../../ui/icon-button/icon-button.tsx';
import { useFileDrop } from '../../../kit/use-file-drop.ts';
import { useReadable } from '../../../model/store.ts';
import { megabytes } from './amounts.ts';
import { DatasetSheet } from './dataset-sheet.tsx';
import type { PartsDialogProps } from './parts-store.ts';
import styles from './parts-dialog.module.css';
import type { SendingDataset } from './sendings.ts';
import { droppedFiles, folderFiles, type FolderFile } from '../../../kit/zip-folder.ts';

/** The data sets of the account, those that are on their way, and the sheet of one. */
export function DatasetsTab({ store }: PartsDialogProps) {
  const answer = useReadable(store.datasets);
  const sendings = useReadable(store.sendings);
  const id = useReadable(store.dataset);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    store.refreshDatasets().catch((error: unknown) => setProblem((error as Error).message));
  }, [store]);
  const shown = answer?.datasets.find((one) => one.id === id) ?? answer?.datasets[0];
  return (
    <>
      <AddDataset store={store} answer={answer} onProblem={setProblem} />
      {problem !== '' && (
        <p className={styles.line} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.split}>
        <div className={styles.list}>
          {sendings.map((one) => (
            <SendingRow key={one.number} sending={one} onLeave={() => store.leave(one.number)} />
          ))}
          {answer?.datasets.length === 0 && sendings.length === 0 && (
            <p className={styles.none}>You have no data sets yet.</p>
          )}
          <ul className={styles.rows} aria-label="Data sets">
            {answer?.datasets.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={one === shown}
                  onClick={() => store.dataset.set(one.id)}
                >
                  <strong>{one.name}</strong>
                  <span>{stateOf(one)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.side}>
          {shown && <DatasetSheet key={shown.id} dataset={shown} store={store} />}
        </div>
      </div>
    </>
  );
}

const stateOf = ({ format, images, problems, bytes }: DatasetFile): string =>
  [
    problems === 0 ? 'ready' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
    format,
    `${images} ${images === 1 ? 'picture' : 'pictures'}`,
    megabytes(bytes),
  ].join(' · ');

function SendingRow({
  sending: { name, state, share, line },
  onLeave,
}: {
  readonly sending: SendingDataset;
  readonly onLeave: () => void;
}) {
  const isRefused = state === 'refused';
  return (
    <div className={styles.sending}>
      <div role={isRefused ? 'alert' : 'status'}>
        <strong>{name}</strong>
        <span>{isRefused ? `Refused: ${line}` : line}</span>
      </div>
      {!isRefused && <progress value={share} aria-label={`Progress of ${name}`} />}
      <IconButton
        label={isRefused ? `Take ${name} away` : `Cancel ${name}`}
        icon={IconX}
        onClick={onLeave}
      />
    </div>
  );
}

/** What takes chosen and dropped files. */
function addingTo(store: PartsDialogProps['store'], onProblem: (sentence: string) => void) {
  const addFolder = (files: readonly FolderFile[]): void => {
    const [first] = files;
    if (first) store.add(first.path.split('/')[0]!, files);
    else onProblem('This folder has no files.');
  };
  const addFiles = (files: readonly File[]): void => {
    onProblem('');
    const [first] = files;
    if (!first) return;
    if (files.length === 1 && /\.zip$/i.test(first.name))
      store.add(first.name.replace(/\.zip$/i, ''), first);
    else onProblem('Choose one zip file, or the folder of the data set.');
  };
  const drop = async (event: DragEvent): Promise<void> => {
    const files = [...event.dataTransfer.files];
    const found = await droppedFiles(event.dataTransfer.items);
    if (found.some(({ path }) => path.includes('/'))) addFolder(found);
    else addFiles(files);
  };
  return { addFolder, addFiles, drop };
}

/** Takes a folder or a zip file, and says how much room is left. */
function AddDataset({
  store,
  answer,
  onProblem,
}: Pick<PartsDialogProps, 'store'> & {
  readonly answer: { readonly bytes: number; readonly quota: number } | undefined;
  readonly onProblem: (sentence: string) => void;
}) {
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const { addFolder, addFiles, drop } = addingTo(store, onProblem);
  const dropped = useFileDrop((event) => {
    drop(event).catch((error: unknown) => onProblem((error as Error).message));
  });
  return (
    <div className={styles.bar} {...dropped}>
      <Button size="xs" h={32} onClick={() => folder.current?.click()}>
        Choose a folder
      </Button>
      <Button size="xs" h={32} variant="default" onClick={() => zip.current?.click()}>
        Choose a zip file
      </Button>
      <span>
        or drop it here: COCO, YOLO, VOC, KITTI, class folders, masks, depth, or pictures alone
      </span>
      {answer && (
        <span className={styles.room}>
          {megabytes(answer.bytes)} of {megabytes(answer.quota)} used
        </span>
      )}
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          onProblem('');
          addFolder(folderFiles([...(event.target.files ?? [])]));
          event.target.value = '';
        }}
      />
      <input
        ref={zip}
        type="file"
        hidden
        accept=".zip"
        aria-label="Zip file"
        onChange={(event) => {
          addFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

import type { WholeOwnFile } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { PartSheet } from '../../kit/sheet/part-sheet.tsx';
import styles from './library-dialog.module.css';
import { focusInPlace } from './focus-in-place.ts';

/** The sheet of a file, or of a lens that comes with the program. */
export type Shown = Pick<WholeOwnFile, 'name' | 'fileName' | 'summary' | 'notes' | 'preview'>;

interface FilePreviewProps {
  readonly file: Shown;
  /** Takes the file under this name into the list; undefined where it is there already. */
  readonly onConfirm: ((name: string) => void) | undefined;
  readonly onLeave: () => void;
  /** What stands between the notes and the sheet. */
  readonly children?: ReactNode;
}

/** Preview of a file that was read: before it is confirmed, or when it is opened again. */
export function FilePreview({ file, onConfirm, onLeave, children }: FilePreviewProps) {
  const { summary, notes, preview } = file;
  const [name, setName] = useState(file.name);
  return (
    <form
      className={styles.preview}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm?.(name.trim() || file.name);
      }}
    >
      {onConfirm ? (
        <label className={styles.name}>
          <span>Name</span>
          <input
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      ) : (
        <h2>{file.name}</h2>
      )}
      <p className={styles.summary}>{summary}</p>
      <ul className={styles.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {children}
      <PartSheet preview={preview} name={file.fileName} />
      <footer className={styles.footer}>
        <Button variant="default" size="xs" h={32} onClick={onLeave}>
          {onConfirm ? 'Cancel' : 'Back'}
        </Button>
        {onConfirm && (
          <Button type="submit" size="xs" h={32} ref={focusInPlace}>
            Confirm
          </Button>
        )}
      </footer>
    </form>
  );
}

import type { WholeOwnFile } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { addOwnFile, type Upload } from '../../../api/library.ts';
import styles from './library-dialog.module.css';

interface SendingProps {
  readonly upload: Upload;
  readonly onRead: (file: WholeOwnFile) => void;
  readonly onRefused: (error: unknown) => void;
  readonly onCancel: () => void;
}

/** Sends a file as long as it is shown, and says how far it is. */
export function FileUpload({ upload, onRead, onRefused, onCancel }: SendingProps) {
  const [share, setShare] = useState(0);
  const read = useEffectEvent(onRead);
  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    const leaving = new AbortController();
    addOwnFile(upload, setShare, leaving.signal).then(
      (file) => read(file),
      (error: unknown) => {
        if (!leaving.signal.aborted) refused(error);
      },
    );
    return () => leaving.abort();
  }, [upload]);
  const { name } = upload.file;
  return (
    <div className={styles.sending} role="status">
      <p>{share < 1 ? `Sending ${name}: ${Math.round(100 * share)} %` : `Reading ${name} …`}</p>
      <progress value={share < 1 ? share : undefined} aria-label="Progress" />
      <Button variant="default" size="xs" h={32} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

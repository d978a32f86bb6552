import { useState, type ReactNode } from 'react';
import { Dimmed } from '../../../ui/dimmed/dimmed.tsx';
import styles from '../strip.module.css';
import { downloadFile } from './picture-file.ts';

interface SaveButtonProps {
  /** Name of the file. */
  readonly name: string;
  readonly make: () => Promise<Blob>;
  /** What is special about the file, beside its name. */
  readonly hint?: string;
  /** Why it cannot be made, as a sentence. */
  readonly reason?: string | undefined;
  readonly children: ReactNode;
}

/** Downloads a file that is made when the button is pressed. */
export function SaveButton({ name, make, hint, reason, children }: SaveButtonProps) {
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  return (
    <Dimmed reason={reason}>
      <button
        type="button"
        className={styles.small}
        aria-label={`Save ${name}`}
        title={problem ?? [`Save ${name}`, ...(hint === undefined ? [] : [hint])].join('. ')}
        aria-busy={isMaking}
        disabled={isMaking || reason !== undefined}
        data-failed={problem !== undefined || undefined}
        onClick={() => {
          setIsMaking(true);
          setProblem(undefined);
          make()
            .then(
              (file) => downloadFile(file, name),
              (error: unknown) =>
                setProblem(error instanceof Error ? error.message : String(error)),
            )
            .finally(() => setIsMaking(false));
        }}
      >
        {children}
      </button>
    </Dimmed>
  );
}

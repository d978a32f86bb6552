import { Button } from '@mantine/core';
import type { EngineProgress } from '@lumenloom/browser-host';

/** Starts work that takes long, or stops it; and how far it is. */
export function LongWorkLine({
  label,
  canStart = true,
  progress,
  part,
  first,
  idle,
  onStart,
  onStop,
}: {
  readonly label: string;
  readonly canStart?: boolean;
  /** Undefined while nothing is computed. */
  readonly progress: EngineProgress | undefined;
  /** What is counted, in the singular. */
  readonly part: string;
  /** The line until the whole number is known. */
  readonly first: string;
  /** The line while nothing is computed. */
  readonly idle: string;
  readonly onStart: () => void;
  readonly onStop: () => void;
}) {
  return (
    <>
      {progress ? (
        <Button size="compact-xs" variant="default" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button size="compact-xs" variant="default" disabled={!canStart} onClick={onStart}>
          {label}
        </Button>
      )}
      <span role="status">
        {progress ? (progress.all ? `${part} ${progress.done} of ${progress.all}` : first) : idle}
      </span>
    </>
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { SweepStatus } from '@lumenloom/contract';

/** How often a server is asked how far it is, or why it does not go on, in milliseconds. */
export const ASK_MS = 1000;

type Status = Pick<SweepStatus, 'state' | 'message'>;

/**
 * Takes the states of work at a server and tells why it does not go on, each time that the reason
 * is another one: no worker is there, the disk is full.
 */
export function reasonTeller(tell: (reason: string) => void): (status: Status) => void {
  let last = '';
  return ({ state, message }) => {
    const reason = state === 'waiting' || state === 'running' ? message : '';
    if (reason && reason !== last) tell(reason);
    last = reason;
  };
}

/** Waits for the end of what follows work at a server, and tells why that does not go on. */
export async function tellingReasons<Result>(
  statusOf: () => Promise<Status>,
  tell: (reason: string) => void,
  work: Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const note = reasonTeller(tell);
  const isOver = (): boolean => over.signal.aborted;
  const watch = async (): Promise<void> => {
    while (!isOver()) {
      // Whoever follows says that the server is away.
      const status = await statusOf().catch(() => undefined);
      if (status && !isOver()) note(status);
      await sleep(ASK_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  void watch();
  try {
    return await work;
  } finally {
    over.abort();
  }
}

import { vi } from 'vitest';

/** How long a check may take to pass, ms. It ends tests that hang; none takes as long. */
const WAIT_LIMIT_MS = 120_000;

/**
 * Waits until a check passes, and returns what it returned. Lint forbids `vi.waitFor`, whose own
 * limit of 1 s a busy machine exceeds.
 */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: 20 });

import { setTimeout } from 'node:timers/promises';

/** How long a check may take to pass, ms. It ends tests that hang; none takes as long. */
const WAIT_LIMIT_MS = 240_000;

/** Between two checks, ms; what takes longer is asked for less often. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 150;
const PAUSE_GROWTH = 1.3;

/**
 * Waits until a check passes, and returns what it returned. Lint forbids `vi.waitFor`, whose own
 * limit of 1 s a busy machine exceeds.
 */
export async function until<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  const end = performance.now() + WAIT_LIMIT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await setTimeout(pause);
  }
}

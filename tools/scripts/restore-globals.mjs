/**
 * Setup of tests without isolation: files of a worker share its globals, so each file puts back
 * what it replaced.
 */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

import type { ChildProcess } from 'node:child_process';
import { forkWatched } from '@lumenloom/node-host';

/** Variables of this process that the other one may see: none of them is a secret. */
const PASSED = [
  ...['HOME', 'PATH', 'TMPDIR', 'XDG_CACHE_HOME', 'LUMENLOOM_CACHE', 'LUMENLOOM_SIMD'],
  // Where the driver of a GPU lies.
  ...['LD_LIBRARY_PATH', 'VK_ICD_FILENAMES', 'VK_DRIVER_FILES'],
];

/**
 * Starts a process that computes for an account.
 *
 * @param program compiled, because the process runs JavaScript.
 * @param environment variables beside those that all have.
 */
export const forkProgram = (
  program: string,
  environment: Readonly<Record<string, string>>,
): ChildProcess =>
  forkWatched(program, {
    env: {
      ...Object.fromEntries(PASSED.map((variable) => [variable, process.env[variable]])),
      ...environment,
    },
  });

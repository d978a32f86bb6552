/** Runs a script with TEST_RECORD set, and reads the results that its tests recorded. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Tests that take longer, ms, are listed even if their file passed; long durations are normal here.
 */
const SLOW_TEST_MS = 60_000;

export const vitest = (...projects) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.map((project) => `--project=${project}`),
  `--slowTestThreshold=${SLOW_TEST_MS}`,
];

/**
 * @param {string[]} args script, from the root of the repository, and its arguments.
 * @param {Record<string, string>} [variables] more of the environment.
 * @returns {Promise<{ succeeded: boolean, tests: import('./test-record.mjs').TestRecord }>} no
 * tests when the script ended before it ran them.
 */
export async function recordedRun(args, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-test-'));
  const TEST_RECORD = join(folder, 'record.json');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...variables, TEST_RECORD },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  let tests = { passed: 0, failed: [], skipped: [], files: [] };
  try {
    tests = JSON.parse(readFileSync(TEST_RECORD, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
  rmSync(folder, { recursive: true });
  return { succeeded: status === 0, tests };
}

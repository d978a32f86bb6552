/** Runs a script with TEST_RECORD set, and reads the results that its tests recorded. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
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

/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm';
/** Free bytes that it and the memory must have; the tests fill a tenth of them. */
const ROOM = 8 * 2 ** 30;

/**
 * The files of a run are many and short-lived, and a database has a thousand: in memory making one
 * takes a sixth of the processor time. Programs must be allowed to run there.
 */
function temporaryFolder() {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.find((line) => line.split(' ')[1] === MEMORY);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (mount && !/\b(noexec|ro)\b/.test(mount) && Math.min(bavail * bsize, freemem()) >= ROOM)
      return MEMORY;
  } catch {
    // Other systems have none.
  }
  return tmpdir();
}

/**
 * @param {string[]} args script, from the root of the repository, and its arguments.
 * @param {Record<string, string>} [variables] more of the environment.
 * @returns {Promise<{ succeeded: boolean, tests: import('./test-record.mjs').TestRecord }>} no
 * tests when the script ended before it ran them.
 */
export async function recordedRun(args, variables = {}) {
  const folder = mkdtempSync(join(temporaryFolder(), 'lumenloom-test-'));
  // The tests start programs as other users, such as PostgreSQL.
  chmodSync(folder, 0o755);
  let isInterrupted = false;
  // The child is interrupted as well, and ends; what it leaves must not stay in memory.
  const interrupt = () => {
    isInterrupted = true;
  };
  process.on('SIGINT', interrupt);
  const TEST_RECORD = join(folder, 'record.json');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...variables, TMPDIR: folder, TEST_RECORD },
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
  process.off('SIGINT', interrupt);
  if (isInterrupted) process.exit(130);
  return { succeeded: status === 0, tests };
}

/**
 * Finds the files that have changed since the branch left main, and the tests of the built programs
 * that they reach.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaces } from './workspaces.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Where the tests of the built programs lie, by their part. */
const BUILT = {
  integration: ['packages/node-host/tests/', 'apps/server/tests/', 'apps/cli/tests/'],
  gpu: ['packages/gpu/tests/'],
  browser: ['apps/web/e2e/'],
};
/** Workspaces whose programs these tests run beside those that their package.json names. */
const RUNS = {
  'packages/node-host': ['packages/contract', 'packages/experiment', 'apps/cli'],
  'apps/server': ['apps/cli', 'apps/web'],
  'apps/web': ['apps/server'],
};

/** A workspace and all that it is built of and tested with. */
function madeOf(folder, known = new Set()) {
  if (known.has(folder)) return known;
  known.add(folder);
  const { dependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@lumenloom/'));
  for (const name of names) madeOf(`packages/${name.slice('@lumenloom/'.length)}`, known);
  for (const other of RUNS[folder] ?? []) madeOf(other, known);
  return known;
}

/**
 * Whether a change reaches all tests of a folder: files of the tests themselves are reached one by
 * one.
 */
function reaches(path, tests) {
  const workspace = workspaces.find((folder) => path.startsWith(`${folder}/`));
  // Tests of the commands read the documents.
  if (path.startsWith('docs/')) return BUILT.integration.includes(tests);
  if (workspace === undefined) return !path.endsWith('.md');
  if (path.endsWith('.test.ts')) return false;
  const isOfTests = Object.values(BUILT)
    .flat()
    .some((folder) => path.startsWith(folder));
  if (isOfTests) return path.startsWith(tests);
  return madeOf(tests.replace(/\/[^/]*\/$/, '')).has(workspace);
}

/**
 * @returns {{ base: string, tests: { integration: string[], gpu: string[], browser: string[] } }}
 *   the commit with which the working tree is compared, and the folders and files of the tests that
 *   are reached.
 */
export function changes() {
  const base = git('merge-base', 'HEAD', 'main');
  const changed = [
    ...git('diff', '--name-only', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((path) => path !== '');
  const reached = (folders) =>
    folders.flatMap((tests) =>
      changed.some((path) => reaches(path, tests))
        ? [tests]
        : changed.filter((path) => path.startsWith(tests) && path.endsWith('.test.ts')),
    );
  return {
    base,
    tests: {
      integration: reached(BUILT.integration),
      gpu: reached(BUILT.gpu),
      browser: reached(BUILT.browser),
    },
  };
}

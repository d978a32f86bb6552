/**
 * Types, format, lint, import layers, dead code and unit tests, one line each; the full output of a
 * check only if it fails.
 *
 * Usage: node tools/scripts/check.mjs [name ...] [--changed COMMIT] [--media]
 *   (after tools/scripts/bootstrap.mjs, which builds)
 *   --changed  of the unit tests those that import what has changed since the commit
 *   --media    of tools/media, which people run by hand and the other checks leave out
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals: wanted } = parseArgs({
  options: { changed: { type: 'string' }, media: { type: 'boolean' } },
  allowPositionals: true,
});
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const media = 'tools/media';
const format = (...paths) => ['oxfmt/bin/oxfmt', '--check', ...paths];
const layers = (...folders) => ['dependency-cruiser/bin/dependency-cruise.mjs', ...folders];
const deadCode = (workspace) => ['knip/bin/knip.js', '--no-config-hints', '-W', workspace];

/**
 * Programs of each check, run one after the other; a program is [file under node_modules,
 * ...arguments].
 */
const programChecks = {
  'unit tests': [
    [
      'vitest/vitest.mjs',
      'run',
      '--project=unit',
      ...(values.changed ? ['--changed', values.changed] : []),
    ],
  ],
  format: [
    format('.', `!${media}`),
    // oxfmt cannot read the decorators of AssemblyScript.
    ['prettier/bin/prettier.cjs', '--check', '**/assembly/*.ts'],
  ],
  // oxlint reports the errors of the TypeScript compiler as well: both read every program once.
  'types and lint': [
    ['@react-router/dev/bin.js', 'typegen', 'apps/web'],
    ['oxlint/bin/oxlint', '.', '--ignore-pattern', `${media}/**`],
  ],
  kernels: [['typescript/bin/tsc', '-p', 'packages/engine/tsconfig.assembly.json']],
  layers: [layers('packages', 'apps', 'tools/scripts')],
  'dead code': [deadCode(`!${media}`)],
};
const mediaChecks = {
  'types and lint': [['oxlint/bin/oxlint', media]],
  format: [format(media)],
  layers: [layers(media)],
  'dead code': [deadCode(media)],
};
const checks = values.media ? mediaChecks : programChecks;

/**
 * Memory that the typed rules, a program in Go, may fill before they collect garbage: with 4 GiB
 * they take a fifth less processor time than with Go's own limits.
 */
const goMemory = Math.floor(Math.min(2 ** 32, process.availableMemory() / 2));
const goLimits = { GOGC: 'off', GOMEMLIMIT: String(goMemory) };

/** Checks that run at the same time; most of them use little more than one core. */
const lanes = 2;

function run([script, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: {
        ...goLimits,
        ...process.env,
        [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (status) => resolve({ failed: status !== 0, output }));
  });
}

async function check(name) {
  const start = performance.now();
  let result = { failed: false, output: '' };
  for (const program of checks[name]) if (!result.failed) result = await run(program);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${result.failed ? 'FAILED' : 'ok    '}  ${name.padEnd(14)} ${seconds.padStart(5)} s`,
  );
  if (result.failed) console.log(result.output);
  return !result.failed;
}

const unknown = wanted.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`,
  );
  process.exit(2);
}

// The longest first, so that none of them is alone at the end.
const waiting = wanted.length > 0 ? wanted : Object.keys(checks);
const outcomes = [];
const lane = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    outcomes.push(await check(name));
};
await Promise.all(Array.from({ length: lanes }, lane));
process.exit(outcomes.every(Boolean) ? 0 : 1);

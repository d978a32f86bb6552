import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The example of docs/adding-an-isp-module.md, added to a copy of the engine: one folder and one line, and all checks pass. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isp = 'packages/engine/src/isp';
let scratch: string;

/** A program of node_modules, run in the copy. */
const run = (program: string, ...args: readonly string[]) =>
  new Promise<{ readonly status: number | string; readonly output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', program), ...args],
      // The tests of the copy keep no record for `npm test`.
      { cwd: scratch, env: { ...process.env, NO_COLOR: '1', TEST_RECORD: '' } },
      (error, stdout, stderr) => {
        resolve({ status: error?.code ?? 0, output: stdout + stderr });
      },
    );
  });

/** The installed packages, with this copy's engine and contract in place of the repository's. */
async function linkPackages(): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(scratch, 'node_modules')];
  await mkdir(join(to, '@lumenloom'), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== '@lumenloom' && name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
  for (const name of ['engine', 'contract'])
    await symlink(join(scratch, 'packages', name), join(to, '@lumenloom', name));
}

/** The files of the example, by their path. */
async function example(): Promise<readonly (readonly [path: string, text: string])[]> {
  const page = await readFile(join(root, 'docs/adding-an-isp-module.md'), 'utf8');
  return [...page.matchAll(/^`(modules\/lsc\/[\w.]+)`:\n\n```ts\n(.*?)^```$/gms)].map(
    ([, path, text]) => [path!, text!],
  );
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'lumenloom-isp-module-'));
  const copied = ['tsconfig.base.json', 'vitest.config.ts', 'package.json'].concat(
    ['engine', 'contract'].flatMap((name) =>
      ['src', 'package.json', 'tsconfig.json'].map((path) => `packages/${name}/${path}`),
    ),
    ['packages/engine/references', 'packages/engine/wasm'],
  );
  for (const path of copied) await cp(join(root, path), join(scratch, path), { recursive: true });
  await linkPackages();
  for (const [path, text] of await example()) {
    await mkdir(dirname(join(scratch, isp, path)), { recursive: true });
    await writeFile(join(scratch, isp, path), text);
  }
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const unitTests = (...paths: readonly string[]) =>
  run('vitest/vitest.mjs', 'run', '--root', scratch, '--project', 'unit', ...paths);

test('a folder that is missing in the list fails', async () => {
  const { status, output } = await unitTests(`${isp}/modules.test.ts`);
  expect(status).toBe(1);
  expect(output).toContain('modules/lsc/ has its line in order.ts, and all its files');
});

test('with its line, types and tests pass', async () => {
  const list = join(scratch, isp, 'order.ts');
  const before = await readFile(list, 'utf8');
  const after = `import { lsc } from './modules/lsc/descriptor.ts';\n${before.replace('  blc,\n', '  blc,\n  lsc,\n')}`;
  expect(after.split('\n').length - before.split('\n').length).toBe(2);
  await writeFile(list, after);
  expect(await run('typescript/bin/tsc', '-b', 'packages/contract')).toEqual({
    status: 0,
    output: '',
  });
  const { status, output } = await unitTests(
    `${isp}/modules`,
    `${isp}/shown-colour.test.ts`,
    'packages/contract/src/simulation/isp-parameters.test.ts',
  );
  expect(output).toContain('modules/lsc/apply.test.ts');
  expect(status, output).toBe(0);
  // Two programs that need ten seconds on a quiet machine, and more beside other tests.
}, 120_000);

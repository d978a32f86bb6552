import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ONE_PROCESSOR } from './commands-program.ts';
import { mainFile } from './lumenloom.ts';

const client = fileURLToPath(new URL('../../../clients/python', import.meta.url));
const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

test('the Python client passes its tests, and the notebooks have the outputs of their cells', async (context) => {
  if (!hasNumpy) context.skip('skipped: no python3 with numpy');
  const module = `data:text/javascript;base64,${Buffer.from(ONE_PROCESSOR).toString('base64')}`;
  const { stderr } = await promisify(execFile)('python3', [join(client, 'tests/test_client.py')], {
    env: { ...process.env, LUMENLOOM_COMMAND: `node --import ${module} ${mainFile}` },
  });
  expect(stderr).toMatch(/\nOK\n$/);
});

test('wheel and sdist are the same bytes twice, and pip installs both without a network', async (context) => {
  if (!hasNumpy) context.skip('skipped: no python3 with numpy');
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-python-'));
  try {
    const build = (out: string) =>
      execFileSync('python3', [join(client, 'build_package.py'), join(folder, out)]);
    build('a');
    build('b');
    const files = await readdir(join(folder, 'a'));
    expect(files.toSorted()).toEqual([
      expect.stringMatching(/^lumenloom-.*-py3-none-any\.whl$/),
      expect.stringMatching(/^lumenloom-.*\.tar\.gz$/),
    ]);
    for (const name of files)
      expect(await readFile(join(folder, 'a', name))).toEqual(
        await readFile(join(folder, 'b', name)),
      );
    if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0)
      context.skip('skipped: no pip');
    for (const name of files) {
      const target = join(folder, `installed-${name}`);
      const words = ['-m', 'pip', 'install', '--no-index', '--no-deps', '--target', target];
      execFileSync('python3', [...words, join(folder, 'a', name)], { stdio: 'pipe' });
      const code =
        'import lumenloom; print(lumenloom.__version__, lumenloom.Camera(scene="Macbeth"))';
      expect(
        execFileSync('python3', ['-c', code], {
          env: { ...process.env, PYTHONPATH: target },
          encoding: 'utf8',
        }),
      ).toBe("0.1.0 Camera(scene='Macbeth')\n");
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

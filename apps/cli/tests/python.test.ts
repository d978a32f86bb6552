import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
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

test('mypy passes on the examples of the documents, and finds a misspelt field', async (context) => {
  if (!hasNumpy || spawnSync('mypy', ['--version']).status !== 0)
    context.skip('skipped: no python3 with numpy, or no mypy');
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-types-'));
  try {
    const root = join(client, '../..');
    await cp(join(root, 'docs/notebooks'), folder, { recursive: true });
    for (const page of ['README.md', 'clients/python/README.md', 'docs/python.md']) {
      const text = await readFile(join(root, page), 'utf8');
      const blocks = [...text.matchAll(/```python\n([^]*?)```/g)].map(([, code]) => code!);
      expect(blocks).not.toEqual([]);
      await writeFile(join(folder, `${page.replaceAll(/\W/g, '_')}.py`), blocks.join('\n'));
    }
    const wrong = [
      'import lumenloom as ll',
      'taken = ll.Camera(scene="Macbeth", sensorParams={"pixelsize": 3}).simulate()',
      'ok: float = taken.irradiance.mean() + taken.raw.max() + taken.pitch',
      'taken.electron',
      'll.Camera(scen="Macbeth")',
    ];
    await writeFile(join(folder, 'wrong.py'), wrong.join('\n'));
    const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)']);
    // The client is followed as installed packages are: its own lines are not what is checked.
    const { stdout } = spawnSync(
      'mypy',
      [
        ...['--strict', '--no-incremental', '--enable-incomplete-feature=Unpack'],
        ...['--python-executable', String(python).trim()],
        ...(await readdir(folder)).filter((name) => name.endsWith('.py')),
      ],
      { cwd: folder, env: { ...process.env, PYTHONPATH: join(client, 'src') }, encoding: 'utf8' },
    );
    const errors = [...stdout.matchAll(/^(.*): error: (.*)$/gm)].map(([, at, text]) => [at, text]);
    expect(errors).toEqual([
      ['wrong.py:2', expect.stringContaining('"sensorParams"')],
      ['wrong.py:4', expect.stringContaining('no attribute "electron"')],
      ['wrong.py:5', expect.stringContaining('"scen"')],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
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

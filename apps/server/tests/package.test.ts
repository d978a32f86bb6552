import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MACHINES_NODE } from '../../cli/tests/lumenloom.ts';
import { startProcess, type ServerProcess } from './server-process.ts';
import { TINY, allEvents, logOf, resultOf } from './start-server.ts';

const pack = fileURLToPath(new URL('../../../tools/scripts/package.mjs', import.meta.url));

describe('npm run package', () => {
  let folder: string;
  let server: ServerProcess;
  const unpacked = () => join(folder, `lumenloom-${VERSION}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-package-'));
    execFileSync(process.execPath, [pack, '--out', folder], { stdio: 'pipe' });
    execFileSync('tar', ['-xzf', join(folder, `lumenloom-${VERSION}.tgz`), '-C', folder]);
    server = startProcess(
      { DATA_DIR: join(folder, 'data'), MODELS_DIR: join(folder, 'models'), COMPUTE_AUTH: 'open' },
      { program: join(unpacked(), 'start.mjs'), node: MACHINES_NODE },
    );
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true });
  });

  it('leaves nothing but the archive behind, of a size that one can send', async () => {
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await stat(join(folder, `lumenloom-${VERSION}.tgz`))).size).toBeLessThan(60e6);
  });

  it('runs by itself: health, pages, calls, a simulation', async () => {
    const address = await server.listening();
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'ok' });
    const home = await fetch(address);
    expect(home.status).toBe(200);
    expect(await home.text()).toContain('Lumenloom');
    const events = await allEvents(
      await fetch(`${address}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(TINY),
      }),
    );
    expect(resultOf(events)).toMatch(/^data:image\/png;base64,/);
  });

  it('fetches no model files by itself, and has the command that does', async () => {
    const events = await allEvents(
      await fetch(`${await server.listening()}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...TINY, algorithm: 'DETR' }),
      }),
    );
    expect(logOf(events)).toMatch(/^DETR did not run: its model files are not installed\./m);
    expect(logOf(events)).not.toContain('fetching');
    const { stderr, status } = spawnSync('npm', ['run', '-s', 'models', '--', 'NoSuch'], {
      cwd: unpacked(),
      encoding: 'utf8',
    });
    expect(stderr).toContain('There is no model NoSuch: choose DETR, MiDaS_DPT_Small.');
    expect(status).toBe(2);
  });

  it('gives the command lumenloom to npm install -g, with the documents that its helps name', async () => {
    // npm leaves links out of an archive.
    await rm(join(unpacked(), 'node_modules/@lumenloom'), { recursive: true });
    const prefix = join(folder, 'global');
    execFileSync('npm', ['install', '-g', '--offline', '--prefix', prefix, unpacked()]);
    const lumenloom = (...args: readonly string[]) =>
      execFileSync(join(prefix, 'bin/lumenloom'), args, { encoding: 'utf8' });
    expect(lumenloom('--version')).toBe(`lumenloom ${VERSION}\n`);
    await writeFile(join(folder, 'tiny.json'), JSON.stringify(TINY));
    lumenloom('simulate', join(folder, 'tiny.json'), '--out', join(folder, 'out'));
    expect((await stat(join(folder, 'out/result.png'))).size).toBeGreaterThan(0);
    // Runs begin at files of their own, and the report has its script.
    await writeFile(
      join(folder, 'sweep.json'),
      JSON.stringify({
        ...{ name: 'two', recipe: TINY, measure: ['sensor.readNoiseElectrons'] },
        vary: [{ path: 'sensorParams.read_noise', values: [1, 2] }],
      }),
    );
    lumenloom('sweep', join(folder, 'sweep.json'), '--jobs', '2', '--out', join(folder, 'two'));
    expect(await readFile(join(folder, 'two/report.html'), 'utf8')).toContain('<script');
    const sources = execFileSync(
      'git',
      [
        'grep',
        '-hoE',
        "'(docs|models)/[a-z/-]+\\.md",
        '--',
        'apps/cli',
        'apps/server/src',
        'packages',
      ],
      {
        cwd: dirname(fileURLToPath(import.meta.url)) + '/../../..',
        encoding: 'utf8',
      },
    );
    const named = new Set(
      sources
        .trim()
        .split('\n')
        .map((path) => path.slice(1)),
    );
    expect(named).toContain('docs/on-premise.md');
    for (const path of named) await stat(join(unpacked(), path));
  }, 120_000);

  it('takes nothing from where it was made', async () => {
    const folders = await readdir(join(unpacked(), 'node_modules'));
    for (const absent of ['vitest', 'typescript', 'react-router', '@mantine', 'esbuild'])
      expect(folders).not.toContain(absent);
    expect(
      execFileSync(
        MACHINES_NODE,
        [join(unpacked(), 'apps/cli/dist/main.js'), 'illuminant', '--help'],
        { cwd: unpacked(), encoding: 'utf8' },
      ),
    ).toContain('lumenloom illuminant');
  });
});

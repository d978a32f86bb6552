import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { asZemax } from '../../../packages/engine/references/optics/written-lens.ts';
import { logIn } from './people.ts';
import { startServer } from './start-server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = join(root, 'apps/cli/dist/main.js');
const server = startServer({ TRUST_PROXY: '1', COMPUTE_AUTH: 'session' });
/** The sweep of the examples. */
const SAME_SWEEP = {
  name: 'Gains',
  recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 64, cols: 96 } },
  vary: [{ path: 'sensorParams.analog_gain', values: [1, 2, 4] }],
  measure: ['sensor.dynamicRangeDb'],
};
let token: string;
let folder: string;
beforeAll(async () => {
  const owner = await logIn(server, 'programmer@example.com');
  const made = await owner.post('/api/tokens', { name: 'examples' });
  ({ token } = (await made.json()) as { token: string });
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-automation-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An example of docs/automation.md in a language, by its number. */
async function exampleIn(language: string, number = 0): Promise<string> {
  const page = await readFile(join(root, 'docs/automation.md'), 'utf8');
  const examples = [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))];
  return examples[number]![1]!;
}
async function run(file: string, args: readonly string[], cwd = root): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, {
    cwd,
    env: {
      ...process.env,
      LUMENLOOM_URL: server.address,
      LUMENLOOM_TOKEN: token,
      LUMENLOOM_COMMAND: `${process.execPath} ${program}`,
    },
    maxBuffer: 1e8,
  });
  return stdout;
}
const isThere = (file: string): boolean => spawnSync(file, ['--version']).status === 0;
/** Gain and signal-to-noise ratio of each run. */
const pairs = (text: string): number[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .sort(([one], [other]) => one! - other!);

describe('the examples of docs/automation.md', () => {
  it('run in TypeScript, with the figures of the command line', async () => {
    const page = await readFile(join(root, 'docs/automation.md'), 'utf8');
    const [, name, command] = /saved as `([^`]+)`.*run in this repository with `([^`]+)`/.exec(
      page,
    )!;
    await writeFile(join(folder, name!), await exampleIn('ts'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const printed = pairs(await run('bash', ['-c', command!], folder));
    expect(printed.map(([gain]) => gain)).toEqual([1, 2, 4]);
    expect(new Set(printed.map(([, range]) => range)).size).toBe(3);

    await writeFile(join(folder, 'sweep.json'), JSON.stringify(SAME_SWEEP));
    const local = join(folder, 'local');
    await run(process.execPath, [program, 'sweep', join(folder, 'sweep.json'), '--out', local]);
    const remote = join(folder, 'remote');
    const said = await run(process.execPath, [
      ...[program, 'sweep', join(folder, 'sweep.json'), '--out', remote],
      ...['--server', server.address],
    ]);
    expect(said).toMatch(/^3 runs of "Gains" at http:/);
    const results = await readFile(join(local, 'results.json'), 'utf8');
    expect(await readFile(join(remote, 'results.json'), 'utf8')).toBe(results);
    const { runs } = JSON.parse(results) as { runs: { figures: Record<string, number> }[] };
    expect(printed.map(([, range]) => range)).toEqual(
      runs.map(({ figures }) => figures['sensor.dynamicRangeDb']),
    );
  });
  it('with stages: the same arrays as the command line, byte for byte', async () => {
    const file = join(folder, 'stages.json');
    await writeFile(file, JSON.stringify({ ...SAME_SWEEP, keep: 'stages' }));
    const folders = ['local stages', 'remote stages'].map((name) => join(folder, name));
    await run(process.execPath, [program, 'sweep', file, '--out', folders[0]!]);
    const remotely = [file, '--out', folders[1]!, '--server', server.address];
    await run(process.execPath, [program, 'sweep', ...remotely]);
    const arrays = 'electrons irradiance raw scene volts'.split(' ').map((name) => `${name}.npy`);
    for (const name of ['run_000000', 'run_000002']) {
      const [local, remote] = folders.map((out) => join(out, 'stages', name)) as [string, string];
      expect((await readdir(remote)).toSorted()).toEqual(arrays);
      for (const array of arrays)
        expect(
          (await readFile(join(remote, array))).equals(await readFile(join(local, array))),
        ).toBe(true);
    }
  });
  const noPython = isThere('python3') ? '' : ' (skipped: no python3)';
  it.skipIf(noPython !== '')(`run in Python${noPython}`, async () => {
    const file = join(folder, 'example.py');
    await writeFile(file, await exampleIn('python'));
    expect(pairs(await run('python3', [file])).map(([gain]) => gain)).toEqual([1, 2, 4]);
  });
  const noCurl = isThere('curl') ? '' : ' (skipped: no curl)';
  it.skipIf(noCurl !== '')(`run with curl${noCurl}`, async () => {
    const lines = (await run('bash', ['-c', await exampleIn('bash')])).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('result');
  });
  it.skipIf(noCurl !== '')(`run with curl on a file of one’s own${noCurl}`, async () => {
    const file = join(folder, 'prototype.zmx');
    await writeFile(file, asZemax(lensFiles['cooke-triplet']));
    const said = await run('bash', ['-c', `LENS_FILE='${file}'; ${await exampleIn('bash', 1)}`]);
    expect(said).toContain('The lens is that of prototype.zmx.');
    expect(said).toContain('"type":"result"');
  });
});

describe('a sweep on a server that refuses', () => {
  const attempt = (...more: readonly string[]) =>
    run(process.execPath, [
      ...[program, 'sweep', join(folder, 'sweep.json'), '--out', join(folder, 'refused')],
      ...more,
    ]);
  it.each([
    ['an unknown token', () => ['--server', server.address, '--token', 'none'], /not known/, 2],
    [
      'nobody',
      () => ['--server', 'http://127.0.0.1:9'],
      /does not answer.*To go on: lumenloom sweep .* --resume\n$/,
      3,
    ],
    ['no address', () => ['--server', 'there'], /--server must be an address/, 2],
  ])('%s', async (_, options, sentence, code) => {
    await expect(attempt(...options())).rejects.toMatchObject({
      code,
      stderr: expect.stringMatching(sentence) as string,
    });
  });
});

it('the Python client gives the bits of this machine', async (context) => {
  if (spawnSync('python3', ['-c', 'import numpy']).status !== 0)
    context.skip('skipped: no python3 with numpy');
  await run('python3', [join(root, 'clients/python/tests/test_server.py')]);
});

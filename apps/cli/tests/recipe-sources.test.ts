/**
 * Where a recipe comes from: no word at all, a file, standard input, an example; and --set on top.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, lumenloomWith, temporaryFolder } from './lumenloom.ts';

const FIRST =
  'No recipe is named: this is examples/first.json (Macbeth, D65, Double-Gauss, Bayer-grbg, Fast-openISP).';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

test('no recipe is the first example, and the first line says so', async () => {
  const { status, stdout } = await lumenloom('fov');
  expect(status).toBe(0);
  expect(stdout.split('\n')[0]).toBe(FIRST);
  const named = await lumenloom('fov', 'example:first');
  expect(`${FIRST}\n${named.stdout}`).toBe(stdout);
  expect((await lumenloom('fov', 'example:first.json')).stdout).toBe(named.stdout);
});

test('simulate without a recipe computes it; --json keeps stdout for programs', async () => {
  const out = join(folder, 'first');
  const { status, stdout, stderr } = await lumenloom(
    ...[
      'simulate',
      '--out',
      out,
      '--json',
      '--set',
      'sensorParams.rows=32',
      '--set=sensorParams.cols=48',
    ],
  );
  expect(status).toBe(0);
  expect(stderr.split('\n')[0]).toBe(FIRST);
  const { frames } = JSON.parse(stdout) as {
    frames: { files: string[]; report: { isp: { label: string }; optics: { label: string } } }[];
  };
  expect(frames).toHaveLength(1);
  expect(frames[0]!.files).toEqual(['result.png', 'report.json']);
  expect(frames[0]!.report).toMatchObject({
    isp: { label: 'Fast-openISP' },
    optics: { label: 'Double-Gauss' },
  });
  expect(await readFile(join(out, 'log.txt'), 'utf8')).not.toContain('No recipe');
});

test('a given recipe is taken as it is, {} too', async () => {
  const empty = await jsonFile(folder, 'empty.json', {});
  const refused = { status: 2, stdout: '', stderr: 'Choose a scene to simulate.\n' };
  expect(await lumenloom('fov', empty)).toEqual(refused);
  expect(await lumenloomWith({ input: '{}' }, 'fov', '-')).toEqual(refused);
});

test('- is standard input', async () => {
  const input = await readFile(new URL('../../../examples/first.json', import.meta.url), 'utf8');
  expect(await lumenloomWith({ input }, 'fov', '-')).toEqual(
    await lumenloom('fov', 'example:first'),
  );
  expect((await lumenloomWith({ input: '{' }, 'fov', '-')).stderr).toMatch(
    /^Standard input: Line 1, column 2: /,
  );
});

test('an example that there is not: the near one', async () => {
  expect((await lumenloom('fov', 'example:frist')).stderr).toBe(
    'There is no example frist: did you mean first?\n',
  );
  expect((await lumenloom('lens', 'example:triplet.zmx')).status).toBe(0);
});

describe('--set', () => {
  test('changes what is computed, on an example, a file or standard input', async () => {
    const change = ['--set', 'macbethParams.hfov=25', '--set', 'optics='];
    const recipe = { scene: 'Macbeth', sensor: 'Bayer-grbg', macbethParams: { hfov: 10 } };
    const direct = await jsonFile(folder, 'direct.json', {
      ...recipe,
      macbethParams: { hfov: 25 },
    });
    const { stdout } = await lumenloom('fov', direct);
    expect(stdout).toContain('horizontal');
    const file = await jsonFile(folder, 'set.json', recipe);
    expect((await lumenloom('fov', file, ...change)).stdout).toBe(stdout);
    const input = JSON.stringify(recipe);
    expect((await lumenloomWith({ input }, 'fov', '-', ...change)).stdout).toBe(stdout);
    const first = await lumenloom('fov', 'example:first');
    expect((await lumenloom('fov', 'example:first', ...change)).stdout).not.toBe(first.stdout);
  });

  test.each([
    ['sensorParams.nose=1', '--set sensorParams.nose: There is no field nose in sensorParams; '],
    ['pixel_size', '--set must be a field, = and a value, such as sensorParams.pixel_size=3.45, '],
    ['lens.surfaces[0].radius=1', '--set lens.surfaces[0].radius: surfaces of a lens are varied '],
    [
      'ispParams.ccmValues[9][0]=1',
      '--set ispParams.ccmValues[9][0]: the field has no such entry.',
    ],
    ['macbethParams.hfov=wide', 'macbethParams.hfov: HFoV must be a number, not "wide".'],
  ])('refuses %s', async (change, sentence) => {
    const { status, stderr } = await lumenloom('fov', 'example:first', '--set', change);
    expect(status).toBe(2);
    expect(stderr.startsWith(sentence), stderr).toBe(true);
  });
});

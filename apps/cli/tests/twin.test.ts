import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const [ROWS, COLUMNS, GAIN, BLACK, READ] = [48, 64, 0.5, 100, 4];
let state = 12345;
/** About normal: the sum of twelve numbers of a generator of our own, so that the test is one. */
const normal = (): number => {
  let sum = -6;
  for (let i = 0; i < 12; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    sum += state / 2 ** 32;
  }
  return sum;
};

const stackOf = (count: number, electrons: number): Uint8Array => {
  const codes = Uint16Array.from({ length: count * ROWS * COLUMNS }, () =>
    Math.max(
      0,
      Math.floor(
        BLACK + GAIN * (electrons + Math.sqrt(electrons) * normal() + READ * normal()) + 0.5,
      ),
    ),
  );
  return Buffer.concat([npyHeader('uint16', [count, ROWS, COLUMNS]), new Uint8Array(codes.buffer)]);
};

const entries = [
  { kind: 'dark', file: 'dark.npy', exposure: 0.001, celsius: 25 },
  { kind: 'flat', file: 'flat-1.npy', exposure: 0.01 },
  { kind: 'flat', file: 'flat-2.npy', exposure: 0.02 },
];
const manifest = { version: 1, name: 'Small', pattern: 'mono', bits: 12, frames: entries };

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder, 'dark.npy'), stackOf(6, 0));
  await writeFile(join(folder, 'flat-1.npy'), stackOf(6, 1000));
  await writeFile(join(folder, 'flat-2.npy'), stackOf(6, 2000));
  await jsonFile(folder, 'manifest.json', manifest);
});

test('twin: darks and flats become figures and a sensor that other commands take', async () => {
  const out = join(await temporaryFolder(), 'twin');
  const { status, stdout, stderr } = await lumenloom('twin', folder, '--out', out, '--maps');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(/sensor\.systemGain +0\.(49|50)/);
  expect(stdout).toContain('Wanted\n');
  const read = async (name: string) => JSON.parse(await readFile(join(out, name), 'utf8')) as never;
  const { figures, notDetermined, compared, verdict } = (await read('twin.json')) as {
    readonly compared: readonly { readonly inside: boolean }[];
    readonly verdict: { readonly inside: number };
    readonly figures: Record<string, { readonly value: number }>;
    readonly notDetermined: readonly string[];
  };
  expect(figures['sensor.systemGain']!.value).toBeCloseTo(GAIN, 1);
  expect(figures['sensor.readNoise']!.value).toBeCloseTo(READ, 0);
  expect(compared.length).toBeGreaterThan(8);
  expect(verdict.inside).toBe(compared.filter(({ inside }) => inside).length);
  expect(notDetermined[0]).toBe('sensor.darkCurrent: All darks have one exposure time.');
  expect(await read('sensor.json')).toMatchObject({ pattern: 'mono', bits: 12 });
  expect((await readFile(join(out, 'prnu.npy'))).length).toBe(128 + 4 * ROWS * COLUMNS);
  const measured = await lumenloom(
    ...['emva1288', '--sensor-file', join(out, 'sensor.json'), '--frames', '2', '--json'],
  );
  expect(measured.status).toBe(0);
});

test('twin: a manifest in YAML is the same; two manifests are refused', async () => {
  const own = await temporaryFolder();
  for (const { file } of entries)
    await writeFile(join(own, file), await readFile(join(folder, file)));
  const text = `version: 1\nname: Small\npattern: mono\nbits: 12\nframes:\n${entries
    .map((entry) => `  - ${JSON.stringify(entry)}\n`)
    .join('')}`;
  await writeFile(join(own, 'manifest.yaml'), text);
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  await lumenloom('twin', folder, '--out', one, '--compare', 'off', '--threads', '1');
  const options = ['--compare', 'off', '--threads', '2'];
  expect((await lumenloom('twin', own, '--out', other, ...options)).status).toBe(0);
  const files = [one, other].map((out) => readFile(join(out, 'twin.json'), 'utf8'));
  expect(await files[0]).toBe(await files[1]);
  await jsonFile(own, 'manifest.json', manifest);
  expect((await lumenloom('twin', own, '--out', other)).stderr).toBe(
    `${own} has manifest.json and manifest.yaml: leave one of them.\n`,
  );
});

test.each([
  [['--target', 'pisp'], '--target belongs to --libcamera F.json: give that too.'],
  [['--libcamera', 'F.json', '--target', 'vc5'], '--target must be vc4 or pisp, not "vc5".'],
  [
    ['--libcamera', 'F.json'],
    '--libcamera: pattern is mono: tuning files of libcamera are written of Bayer patterns.',
  ],
])('twin %j is refused', async (options, sentence) => {
  const out = await temporaryFolder();
  const { status, stderr } = await lumenloom('twin', folder, '--out', out, ...options);
  expect([status, stderr]).toEqual([2, `${sentence}\n`]);
});

describe('a folder that is wrong is refused with the place', () => {
  test.each([
    [{ pattern: undefined }, 'pattern is missing: a DNG would say it.'],
    [{ bits: undefined }, 'bits is missing: a DNG would say it.'],
    [{ bits: 9 }, /frames\[1\]\.file: flat-1\.npy has the code \d+: 9 bits end at 511\./],
    [
      { frames: entries.slice(1) },
      'frames: no dark frame: black level, read noise and everything in electrons need at least two.',
    ],
    [{ frames: [{ ...entries[0], exposure: undefined }] }, 'frames[0].exposure is missing.'],
    [
      { frames: [{ ...entries[0], kind: 'night' }] },
      'frames[0].kind must be one of dark, flat, chart, edges, grid, points.',
    ],
    [{ frames: [{ ...entries[0], light: 'lamp2' }] }, 'frames[0].light: lights has no lamp2.'],
    [{ quantumEfficiency: 0.5 }, /manifest\.json: quantumEfficiency/],
    [
      { quantumEfficiency: { nm: [400, 700], white: [0.5, 2] } },
      'quantumEfficiency.white[1] must be from 0 to 1, not 2.',
    ],
    [{ quantumEfficiency: { nm: [400, 700], green: [0.5, 0.5] } }, /quantumEfficiency.*white/],
    [{ quantumEfficiency: 'none.csv' }, 'quantumEfficiency: there is no file none.csv.'],
    [{ frames: [{ ...entries[0], file: '../a.npy' }] }, 'frames[0].file leads out of the folder.'],
    [{ frames: [{ ...entries[0], file: '/a.npy' }] }, 'frames[0].file leads out of the folder.'],
    [
      { frames: [{ ...entries[0], file: 'none.npy' }] },
      'frames[0].file: there is no file none.npy.',
    ],
    [
      { frames: [{ ...entries[0], file: 'link.npy' }] },
      'frames[0].file: link.npy is a link: put the file itself into the folder.',
    ],
    [
      { frames: [entries[0], { ...entries[1], file: 'large.npy' }] },
      'frames[1].file: large.npy is 50 × 64, the first frame 48 × 64.',
    ],
    [
      { frames: [{ ...entries[0], file: 'photo.jpg' }] },
      'frames[0].file: photo.jpg: This is not a raw frame that can be read: a JPEG is a developed picture and no raw frame.',
    ],
    [
      { frames: [{ ...entries[0], developed: 'a.png' }] },
      'frames[0].developed: only charts and edges are compared developed.',
    ],
    [
      {
        frames: [
          ...entries,
          {
            ...entries[2],
            ...{ kind: 'edges', squares: [[20, 20]], sidePx: 10, developed: 'none.png' },
          },
        ],
      },
      'frames[3].developed: there is no file none.png.',
    ],
    [
      { frames: [{ ...entries[0], guessed: true }] },
      'frames[0].guessed: look at this entry, correct it and take the key guessed out.',
    ],
  ])('%j', async (change, sentence) => {
    const own = await temporaryFolder();
    for (const { file } of entries)
      await writeFile(join(own, file), await readFile(join(folder, file)));
    await symlink(join(folder, 'dark.npy'), join(own, 'link.npy'));
    const large = Buffer.concat([npyHeader('uint16', [50, 64]), new Uint8Array(2 * 50 * 64)]);
    await writeFile(join(own, 'large.npy'), large);
    await writeFile(join(own, 'photo.jpg'), Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...large));
    const path = await jsonFile(own, 'manifest.json', { ...manifest, ...change });
    const { status, stdout, stderr } = await lumenloom('twin', own, '--out', join(own, 'out'));
    expect([status, stdout]).toEqual([2, '']);
    if (typeof sentence === 'string') expect(stderr).toBe(`${path}: ${sentence}\n`);
    else expect(stderr).toMatch(sentence);
  });
});

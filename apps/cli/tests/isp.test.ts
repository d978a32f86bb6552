import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bytesOf,
  hashOf,
  syntheticCases,
  type GoldenCase,
} from '../../../packages/engine/references/isp/golden-case.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const golden = (name: string): GoldenCase =>
  syntheticCases().find((candidate) => candidate.name === name)!;
const moderate = golden('moderate-98x66-grbg');
let folder: string;
let raw: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  raw = join(folder, 'raw.npy');
  await writeFile(
    raw,
    Buffer.concat([npyHeader('uint16', moderate.input.shape), bytesOf(moderate, moderate.input)]),
  );
});

const npy = async (path: string) => readNpy(await readFile(path));

describe('isp', () => {
  test('writes what the reference gives: picture, and every array of every module', async () => {
    const out = join(folder, 'stages');
    const { status, stdout, stderr } = await lumenloom(
      'isp',
      raw,
      '--params',
      await jsonFile(folder, 'isp.json', moderate.ui_params),
      '--pattern',
      'grbg',
      '--bits',
      '12',
      '--out',
      out,
      '--stages',
      '--threads',
      '2',
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('DPC replaced ');
    const wanted = moderate.steps.flatMap(({ module, outputs }, index) =>
      Object.entries(outputs).map(([array, output]) => ({
        file: `${String(index + 1).padStart(2, '0')}-${module}.${array.replace('_image', '')}.npy`,
        output,
      })),
    );
    for (const { file, output } of wanted) {
      const { shape, data } = await npy(join(out, file));
      expect(shape, file).toEqual(output.shape);
      expect(hashOf(data), file).toBe(output.sha256);
    }
    const final = await npy(join(out, 'final.npy'));
    expect([final.type, final.shape, hashOf(final.data)]).toEqual([
      'uint8',
      moderate.final_rgb.shape,
      moderate.final_rgb.sha256,
    ]);
    expect((await readdir(out)).toSorted()).toEqual(
      [...wanted.map(({ file }) => file), 'final.npy', 'result.png'].toSorted(),
    );
  });

  test('writes a grey plane when CFA is off', async () => {
    const only = golden('toggle-bayer-only');
    const [file, out] = [join(folder, 'bayer.npy'), join(folder, 'bayer')];
    await writeFile(
      file,
      Buffer.concat([npyHeader('uint16', only.input.shape), bytesOf(only, only.input)]),
    );
    expect(
      await lumenloom(
        'isp',
        file,
        '--params',
        await jsonFile(folder, 'bayer.json', only.ui_params),
        '--pattern',
        'grbg',
        '--bits',
        '12',
        '--out',
        out,
      ),
    ).toMatchObject({ status: 0, stderr: '' });
    expect(await npy(join(out, 'final.npy'))).toMatchObject({ type: 'uint8', shape: [66, 98] });
    expect(hashOf((await npy(join(out, 'final.npy'))).data)).toBe(only.final_rgb.sha256);
  });

  test('takes all defaults, and says which field was blank', async () => {
    const { status, stdout } = await lumenloom(
      'isp',
      raw,
      '--params',
      await jsonFile(folder, 'blank.json', { cehGain: null }),
      '--pattern',
      'grbg',
      '--bits',
      '12',
      '--out',
      join(folder, 'blank'),
    );
    expect(status).toBe(0);
    expect(stdout).toContain('tiles (ispParams.cehGain) was blank: using 4,6.');
  });

  test.each([
    [['--bits', '12'], 'Name the pattern of the colour filters, for example --pattern grbg.'],
    [['--pattern', 'grbg'], 'Say how many bits the codes have, for example --bits 10.'],
    [
      ['--pattern', 'GRBG', '--bits', '12'],
      '--pattern must be grbg or rggb or bggr or gbrg, not "GRBG".',
    ],
    [
      ['--pattern', 'grbg', '--bits', '17'],
      '--bits must be a whole number from 1 to 16, not "17".',
    ],
  ])('refuses %j with exit status 2', async (options, sentence) => {
    expect(await lumenloom('isp', raw, ...options)).toMatchObject({
      status: 2,
      stderr: `${sentence}\n`,
    });
  });

  test('refuses wrong parameters, unknown ones and files that are no raw', async () => {
    const run = async (params: unknown, file = raw) =>
      lumenloom(
        'isp',
        file,
        '--params',
        await jsonFile(folder, 'wrong.json', params),
        '--pattern',
        'grbg',
        '--bits',
        '12',
        '--out',
        folder,
      );
    expect(await run({ gacEnabled: false })).toMatchObject({
      status: 2,
      stderr: 'ispParams.cscEnabled: CSC needs GAC: enable GAC or disable CSC.\n',
    });
    expect((await run({ gamma: 2 })).stderr).toMatch(
      /has fields that mean nothing here: gamma\.\n$/,
    );
    const floats = join(folder, 'floats.npy');
    await writeFile(floats, Buffer.concat([npyHeader('float32', [1, 1]), new Uint8Array(4)]));
    expect((await run({}, floats)).stderr).toMatch(
      /must be uint16 \[rows, cols\], not float32 \[1, 1\]\.\n$/,
    );
  });
});

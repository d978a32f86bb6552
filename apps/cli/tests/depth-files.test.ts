import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { writeExr, writePng16 } from '@lumenloom/node-host';
import { beforeAll, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const SIDE = 65;
/** A near square before a far plane, metres; one place is unknown. */
const distances = Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
  const [row, column] = [Math.floor(at / SIDE), at % SIDE];
  if (at === 5) return 0;
  return Math.max(Math.abs(row - 32), Math.abs(column - 32)) < 12 ? 0.5 : 2;
});

let folder: string;
const path = (name: string): string => join(folder, name);
const npy = (name: string, values: Float32Array, rows = SIDE): Promise<void> =>
  writeFile(path(name), [
    npyHeader('float32', [rows, values.length / rows]),
    new Uint8Array(values.buffer),
  ]);
const grey = (data: Uint16Array): Uint8Array =>
  writePng16({ rows: SIDE, columns: SIDE, channels: 1, data }, {});
beforeAll(async () => {
  folder = await temporaryFolder();
  await jsonFile(folder, 'recipe.json', {
    scene: 'Slanted Edge',
    slantededgeParams: { imageSize: 64, hfov: 1.2 },
    illuminant: 'D65',
    sensor: 'Bayer-rggb',
    sensorParams: { rows: 48, cols: 64 },
    opticsParams: { focusDistance: 0.5 },
  });
  await npy('depth.npy', distances);
  await writeFile(path('depth.png'), grey(Uint16Array.from(distances, (metres) => 100 * metres)));
  await writeFile(
    path('depth.exr'),
    writeExr({ rows: SIDE, columns: SIDE, channels: new Map([['Z', distances]]) }),
  );
});

const simulated = (out: string, ...args: readonly string[]) =>
  lumenloom('simulate', path('recipe.json'), '--out', path(out), ...args);

test('distances come from .npy, PNG and OpenEXR, and the log says what became of them', async () => {
  const pictures: Buffer[] = [];
  for (const [name, ...scale] of [
    ['depth.npy'],
    ['depth.png', '--depth-scale', '.01'],
    ['depth.exr'],
  ]) {
    const { stderr, status } = await simulated(
      'out',
      '--noise',
      'off',
      '--depth-file',
      path(name!),
      ...scale,
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    pictures.push(await readFile(path('out/result.png')));
  }
  expect(pictures[1]!.equals(pictures[0]!)).toBe(true);
  expect(pictures[2]!.equals(pictures[0]!)).toBe(true);
  const report: unknown = JSON.parse(await readFile(path('out/report.json'), 'utf8'));
  expect(report).toMatchObject({
    optics: { depth: { nearM: 0.5, farM: 2, unknownPercent: 100 / SIDE ** 2 } },
  });
  const log = await readFile(path('out/log.txt'), 'utf8');
  expect(log).toContain('Objects at the distances of the scene, focused at 0.50 m');
  expect(log).toMatch(
    /[\d.]+ % of the picture shows light from behind objects that the picture does not hold\./,
  );
});

test('what stands behind the objects can be given', async () => {
  await writeFile(path('hidden.png'), grey(new Uint16Array(SIDE * SIDE).fill(65535)));
  await npy('hidden.npy', new Float32Array(SIDE * SIDE).fill(2));
  const hidden = ['--hidden-file', path('hidden.png'), '--hidden-depth-file', path('hidden.npy')];
  const { stderr } = await simulated('given', '--depth-file', path('depth.npy'), ...hidden);
  expect(stderr).toBe('');
  expect(await readFile(path('given/log.txt'), 'utf8')).not.toContain('does not hold');
});

test('each refusal has its sentence', async () => {
  await npy('small.npy', new Float32Array(100).fill(1), 10);
  await npy('negative.npy', new Float32Array(SIDE * SIDE).fill(-1));
  await npy('unknown.npy', new Float32Array(SIDE * SIDE));
  await npy(
    'near.npy',
    distances.map((metres) => metres / 100),
  );
  for (const [name, sentence] of [
    ['small.npy', 'The depth map has 10 × 10 values for a scene of 65 × 65.'],
    ['negative.npy', 'The depth map has negative distances: depths must be more than 0 m.'],
    ['unknown.npy', 'The depth map holds no known distance.'],
    ['near.npy', 'Depth 0.005 m is nearer than 1:1 for this lens: at least 0.0164 m.'],
  ] as const) {
    const { stderr, status } = await simulated('refused', '--depth-file', path(name));
    expect(stderr).toContain(sentence);
    expect(status).not.toBe(0);
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandsOf } from '@lumenloom/node-host/command-line';
import { program } from '../dist/commands/list.js';
import { jsonFile, mainFile, spawned, temporaryFolder } from './lumenloom.ts';

/** All other tests call the commands; these start the program, as a shell does. */
const recipe = {
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 64, cols: 96 },
};

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await temporaryFolder();
  await jsonFile(folder, 'recipe.json', recipe);
  await jsonFile(folder, 'world.json', {
    version: 1,
    objects: [{ name: 'box', shape: { box: { size: [1, 1, 1] } } }],
  });
  await jsonFile(folder, 'worlds.json', {
    ...{ version: 1, name: 'boxes', world: 'world.json', count: 3, seed: 1 },
    vary: [{ path: 'objects.box.shape.box.size[0]', uniform: [1, 2] }],
  });
  await jsonFile(folder, 'small.json', { rows: 32, cols: 32 });
  await jsonFile(folder, 'sweep.json', { name: 'One run', recipe, vary: [], measure: ['totalMs'] });
  await jsonFile(folder, 'study.json', {
    name: 'A parabola',
    vary: [{ name: 'x', from: -1, to: 1 }],
    objectives: [{ expression: 'x**2', goal: 'minimise' }],
    budget: { runs: 20 },
  });
  await jsonFile(folder, 'yield.json', {
    spread: [{ name: 'x', plusMinus: 2 }],
    score: { expression: 'x' },
    limit: -1,
  });
  const tolerances = await readFile(
    new URL('../../../examples/lens-tolerances.json', import.meta.url),
    'utf8',
  );
  await jsonFile(folder, 'lens-tolerances.json', {
    ...(JSON.parse(tolerances) as object),
    samples: 4,
    inverse: undefined,
  });
  await jsonFile(folder, 'pairs.json', [{ a: [50, 0, 0], b: [51, 0, 0] }]);
  // An edge of 8 % slope.
  const edge = Float32Array.from({ length: 64 * 64 }, (_, i) =>
    Math.min(1, Math.max(0, (i % 64) - 32 + 0.08 * Math.floor(i / 64)) / 2 + 0.1),
  );
  await writeFile(
    path('edge.npy'),
    Buffer.concat([npyHeader('float32', [64, 64]), new Uint8Array(edge.buffer)]),
  );
  await writeFile(path('series.json'), JSON.stringify({ series: [1, 2], off: 1 }));
  await writeFile(path('heights.json'), JSON.stringify({ left: 402, centre: 400, right: 403 }));
  await writeFile(
    path('raw.npy'),
    Buffer.concat([npyHeader('uint16', [16, 16]), new Uint8Array(2 * 16 * 16)]),
  );
  await writeFile(
    path('irradiance.npy'),
    Buffer.concat([npyHeader('float32', [31, 8, 8]), new Uint8Array(4 * 31 * 8 * 8)]),
  );
});

/** A run of each command, and what it prints. Words in braces are files of the folder. */
const runs: readonly (readonly [args: string, stdout: RegExp])[] = [
  ['simulate {recipe.json} --threads 2 --out {simulate}', /Wrote .*result\.png, report\.json/],
  ['sweep {sweep.json} --out {sweep}', /1 of 1 runs in .*\nWrote .*results\.csv/s],
  ['yield {yield.json} --out {yield}', /\n\d+\.\d % of cameras reach -1 \(/],
  ['measure sfr {edge.npy}', /^Edge from the columns +4\.5/],
  ['measure noise --recipe {recipe.json} --frames 2', /^Green pixels +measured/],
  ['measure colour --pairs {pairs.json}', /^pair +CIEDE2000/],
  ['measure geometry --lens double-gauss', /\nCamera model +opencv\n/],
  ['measure glare --lens double-gauss --scatter 2', /^Veiling glare of the scatter +0\.68/],
  ['measure nps {raw.npy} --kind total --block 16', /^Mean +0\n/],
  ['measure information --recipe {recipe.json}', /^ +true +raw +developed\n[^]*\ncapacity +\d/],
  [
    'measure star {edge.npy} --centre 32,32 --cycles 4 --modulation 1 --radii 20',
    /\nCapacity of the star +\d/,
  ],
  ['measure texture --help', /^lumenloom measure texture /],
  ['measure acutance --help', /^lumenloom measure acutance /],
  ['measure visual-noise --help', /^lumenloom measure visual-noise /],
  ['measure steps --help', /^lumenloom measure steps /],
  ['measure contrast --help', /^lumenloom measure contrast /],
  ['measure flicker {series.json}', /^Modulation index +0\.33333\n/],
  ['measure grid {heights.json}', /^SMIA TV distortion +0\.625 %\n/],
  ['measure shading {edge.npy}', /^Luminance shading /],
  ['prove --rows opticstudio', /\n6 held, 0 missed, 0 skipped/],
  ['measure stats {raw.npy}', /^values +256\nmean +0\n/],
  ['measure difference {raw.npy} {raw.npy}', /^Largest difference +0\n/],
  ['emva1288 --sensor Bayer-grbg --params {small.json} --frames 2', /^Green pixels +measured/],
  ['twin --help', /^lumenloom twin /],
  [
    'twin practise {recipe.json} --frames-scale 0.1 --out {practise}',
    /Wrote 40 frames of 64 × 96 to /,
  ],
  ['twin plan', /^24 darks of 0\.00010 s, with the cap on\.\n/],
  [
    'sensor {irradiance.npy} --sensor Bayer-grbg --exposure 1 --out {sensor}',
    /^Gain: 1× \(0\.0 dB\)\.\nWrote electrons/,
  ],
  ['isp {raw.npy} --pattern grbg --bits 10 --threads 2 --out {isp}', /Wrote result\.png/],
  ['illuminant D65', /^\{"wave":\[400,/],
  ['fov {recipe.json}', /\nScene: horizontal /],
  ['lens double-gauss', /^Double-Gauss.*: focal length /],
  ['lens merit example:lens-study', /^Merit .*\nFocal length /s],
  ['lens optimise example:lens-study --iterations 2 --out {lens-study}', /^Merit .*\nStopped /s],
  ['lens tolerance {lens-tolerances.json} --out {tolerances}', /^Merit without errors: 12\.3/],
  ['optimise {study.json} --out {study}', /\nBest: run \d+\.\n.*Wrote .*results\.csv/s],
  ['choose --scores example:scores', /^faster lens is best or within \.018 of the best/m],
  ['choose example:choose --dry-run', /^6 of 552 are left\.$/m],
  ['predict --help', /^lumenloom predict /],
  ['report --help', /^lumenloom report /],
  ['sensor-design example:sensor-design', /^Pixels +1854 x 1390\n/],
  ['list', /^scene: Macbeth/m],
  ['figures snr', /^sensor\.snrAtWhite +SNR at white, dB\n/],
  ['models --help', /^lumenloom models /],
  ['dataset check example:renders', /^coco: 24 images, .*\nNo problems\.\n$/s],
  [
    'dataset simulate example:renders --recipe {recipe.json} --labels-only --out {set}',
    /Wrote 24 images with /,
  ],
  ['network inspect --help', /^lumenloom network inspect /],
  [
    'scene inspect packages/node-host/references/openexr/blender.exr',
    /^OpenEXR: 21 × 37 .*\n  ViewLayer\.Depth\.Z +float +depth, metres\n.*Vector\.X +half +The channel Vector is not used yet\.\n/s,
  ],
  ['world {world.json}', /^Triangles +12\n/],
  [
    'world render {world.json} --out {rendered} --columns 8 --rows 6 --samples 4',
    /^8 × 6 pixels, 4 samples, .*\nWrote world\.exr, preview\.png, world\.json in /,
  ],
  ['world set {worlds.json} --draws-only --out {drawn}', /^3 worlds in /],
  ['world probe --help', /^lumenloom world probe /],
  ['world material paper --incidence 0', /^paper +diffuse +plain model: .*\n0° +sends back 0\.8/],
  ['score --help', /^lumenloom score /],
  ['evaluate --help', /^lumenloom evaluate /],
  ['serve --help', /^lumenloom serve --stdio /],
];

describe('the program', () => {
  test.each(runs)('%s prints its result and ends', async (args, stdout) => {
    const words = args.replaceAll(/\{(.*?)\}/g, (_, name: string) => path(name)).split(' ');
    const outcome = await spawned(...words);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toMatch(stdout);
  });
  test('is tried with every command', () => {
    const tried = runs.map(([args]) =>
      args
        .split(' ')
        .slice(
          0,
          /^(?:measure|dataset|network|scene|(?:world|twin) [a-z]+|lens [mot]\w+)(?: |$)/.test(args)
            ? 2
            : 1,
        ),
    );
    expect([...new Set(tried.map((words) => words.join(' ')))].toSorted()).toEqual(
      commandsOf(program)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
  test('ends with status 2 and a sentence on stderr for wrong input', async () => {
    expect(await spawned('fov', path('none.json'))).toEqual({
      status: 2,
      stdout: '',
      stderr: `There is no file ${path('none.json')}.\n`,
    });
  });
  test('ends as by SIGPIPE, and quietly, when nobody reads what it prints', async () => {
    const child = spawn(process.execPath, [mainFile, 'illuminant', 'D65']);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    expect(await once(child, 'close')).toEqual([141, null]);
    expect(stderr).toBe('');
  });
});

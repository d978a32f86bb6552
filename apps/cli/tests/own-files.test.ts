import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { QUANTUM_EFFICIENCY, WAVELENGTHS } from '@lumenloom/engine/catalogue';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import macbeth from '../../../packages/engine/src/scenes/macbeth/reflectances.json' with { type: 'json' };
import d65 from '../../../packages/engine/src/illuminants/tables/d65.json' with { type: 'json' };
import { lensFiles } from '../../../packages/engine/references/optics/lens-files.ts';
import { asCodeV, asZemax } from '../../../packages/engine/references/optics/written-lens.ts';
import { THREE_BANDS, jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const { focalLengthMm: _, ...native } = lensFiles['cooke-triplet'];
const recipe = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-rggb',
  isp: 'Fast-openISP',
  sensorParams: { rows: '60', cols: '80' },
};

/** The same through a lens. */
const lensRecipe = { ...recipe, ...THREE_BANDS, optics: 'Cooke Triplet' };

let folder: string;
let recipeFile: string;
let lensRecipeFile: string;
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await temporaryFolder();
  recipeFile = await jsonFile(folder, 'recipe.json', recipe);
  lensRecipeFile = await jsonFile(folder, 'lens-recipe.json', lensRecipe);
  await writeFile(path('own.zmx'), asZemax(native));
  await writeFile(path('own.seq'), asCodeV(native));
  await jsonFile(folder, 'own.json', native);
});

/** Bytes of the picture of a run, and its log. */
const simulated = (out: string, ...args: readonly string[]) => simulatedOf(recipeFile, out, args);
const throughLens = (out: string, ...args: readonly string[]) =>
  simulatedOf(lensRecipeFile, out, args);
async function simulatedOf(file: string, out: string, args: readonly string[]) {
  const { status, stderr } = await lumenloom('simulate', file, '--out', path(out), ...args);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return {
    picture: await readFile(path(`${out}/result.png`)),
    log: await readFile(path(`${out}/log.txt`), 'utf8'),
  };
}

describe('a lens of one’s own', () => {
  test('is told, drawn and measured, the same from .zmx, .seq and JSON', async () => {
    const outcomes = await Promise.all(
      ['own.zmx', 'own.seq', 'own.json'].map(async (name) => {
        const lens = await lumenloom('lens', path(name), '--json', '--svg', path(`${name}.svg`));
        expect(lens.stderr).toBe('');
        const geometry = await lumenloom('measure', 'geometry', '--lens', path(name), '--json');
        // What the file says besides its lens depends on its format.
        const { file, ...traced } = JSON.parse(lens.stdout) as { readonly file: object };
        expect(file).toMatchObject({ format: name.split('.')[1], configurations: 1 });
        return [traced, geometry.stdout, await readFile(path(`${name}.svg`), 'utf8')];
      }),
    );
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  test('takes the place of the recipe’s, and the log says so', async () => {
    const [plain, own] = [
      await throughLens('plain-lens'),
      await throughLens('own-lens', '--lens-file', path('own.zmx'), '--noise', 'off'),
    ];
    expect(own.log).toContain('The lens is that of own.zmx.');
    expect(own.log).toContain('focal length 50.02 mm');
    expect(own.picture.equals(plain.picture)).toBe(false);
    const again = await throughLens('own-lens-2', '--lens-file', path('own.seq'), '--noise', 'off');
    expect(again.picture.equals(own.picture)).toBe(true);
  });

  test('what is wrong is told with file and line, and exit status 2', async () => {
    await writeFile(path('mirror.zmx'), asZemax(native).replace('GLAS F2', 'GLAS MIRROR'));
    for (const command of [
      ['lens', path('mirror.zmx')],
      ['simulate', recipeFile, '--lens-file', path('mirror.zmx'), '--out', path('none')],
      ['measure', 'geometry', '--lens', path('mirror.zmx')],
    ]) {
      const { status, stderr } = await lumenloom(...command);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /mirror\.zmx: Line \d+: surfaces\[5\]\.thickness: .* lies against the light; behind 1 mirror .*\n$/,
      );
    }
  });

  test('a sensor off the focus gets a warning, from the command and in the log of a run', async () => {
    const surfaces = native.surfaces.map((row, i, { length }) =>
      i === length - 1 ? { ...row, thickness: row.thickness + 0.5 } : row,
    );
    const off = await jsonFile(folder, 'off.json', { ...native, surfaces });
    const warning =
      /^.*Warning: the sensor stands 0\.\d+ mm behind the sharpest focus .* make the .* mm instead of .* mm, or set Focus in Optics Params\.$/m;
    expect((await lumenloom('lens', off)).stdout).toMatch(warning);
    const { log } = await throughLens('off-focus', '--lens-file', off, '--noise', 'off');
    expect(log).toMatch(warning);
  });

  test('a glass catalogue and the focus of a finite object', async () => {
    await writeFile(
      path('near.zmx'),
      asZemax(native, { objectDistance: '800' }).replaceAll('N-SK16', 'MYGLASS'),
    );
    await writeFile(
      path('mine.agf'),
      'CC\nNM MYGLASS 2 0 1.62041 60.32 0 1\nCD 1.34317774 0.00704687339 0.241144399 0.0229005 0.994317969 92.7508526\n',
    );
    const missing = await lumenloom('lens', path('near.zmx'));
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/surface 1: there is no glass MYGLASS in the catalogues/);
    const glasses = ['--glass-file', path('mine.agf')];
    const { stdout } = await lumenloom('lens', path('near.zmx'), ...glasses);
    expect(stdout).toMatch(/^The file is focused at 800 mm: refocused to infinity/);
    const kept = await lumenloom('lens', path('near.zmx'), ...glasses, '--keep-focus');
    expect(kept.stdout).toContain('sensor 42.25538 mm behind the last vertex');
  });
});

describe('a light of one’s own', () => {
  test('with the samples of D65 gives the picture under D65 to the bit', async () => {
    const rows = d65.energy.map((value, band) => `${WAVELENGTHS[band]},${value}`);
    await writeFile(path('d65.csv'), `nm,energy\n${rows.join('\n')}\n`);
    const other = await jsonFile(folder, 'other.json', { ...recipe, illuminant: 'Tungsten' });
    const plain = await simulated('plain-light');
    const { status } = await lumenloom(
      ...['simulate', other, '--light-file', path('d65.csv'), '--out', path('own-light')],
    );
    expect(status).toBe(0);
    expect((await readFile(path('own-light/result.png'))).equals(plain.picture)).toBe(true);
  });
});

describe('a scene of one’s own', () => {
  test('a cube of the Macbeth chart gives the picture of the Macbeth scene', async () => {
    await writeFile(path('macbeth.npy'), macbethCube());
    const scene = ['--scene-file', path('macbeth.npy'), '--wavelengths', '400:10:700'];
    const flags = ['--noise', 'off', '--stages'];
    await simulated('plain-scene', ...flags);
    const { log } = await simulated('own-scene', ...scene, ...flags);
    expect(log).toMatch(/Its spectra are \d+ planes; the largest error is 0\.\d+ % of white\./);
    const [plain, own] = await Promise.all(
      ['plain-scene', 'own-scene'].map(async (out) =>
        readNpy(await readFile(path(`${out}/electrons.npy`))),
      ),
    );
    const most = Math.max(...plain!.data);
    plain!.data.forEach((value, pixel) => {
      if (!(Math.abs(value - own!.data[pixel]!) <= LARGEST_ERROR * most))
        expect.fail(`pixel ${pixel}: ${value} and ${own!.data[pixel]!}`);
    });
  });

  test('what is wrong is told with the file, and exit status 2', async () => {
    await writeFile(path('cut.npy'), macbethCube().subarray(0, 9000));
    const run = ['simulate', recipeFile, '--out', path('none'), '--scene-file'];
    for (const [args, sentence] of [
      [[path('cut.npy'), '--wavelengths', '400:10:700'], /cut\.npy: .* it ends early/],
      [[path('macbeth.npy')], /macbeth\.npy: wavelengths: An \.npy cube needs its wavelengths/],
      [[path('macbeth.npy'), '--wavelengths', 'blue'], /--wavelengths must be first:step:last/],
      [[path('macbeth.npy'), '--radiance', 'watts'], /--radiance must be energy or photons/],
      [[path('absent.png')], /There is no file .*absent\.png/],
    ] as const) {
      const { status, stderr } = await lumenloom(...run, ...args);
      expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toMatch(sentence);
    }
  });
});

describe('a quantum efficiency of one’s own', () => {
  const rows = (scale: number): string =>
    ['nm,red,green,blue']
      .concat(
        WAVELENGTHS.map((nm, band) =>
          [nm, ...QUANTUM_EFFICIENCY.map((response) => scale * response[band]!)].join(','),
        ),
      )
      .join('\n');

  test('with the samples of the reference sensor gives its picture to the bit', async () => {
    await writeFile(path('qe.csv'), rows(1));
    const [plain, own] = [
      await simulated('plain-qe'),
      await simulated('own-qe', '--qe-file', path('qe.csv')),
    ];
    expect(own.picture.equals(plain.picture)).toBe(true);
  });

  test('of half the height gives half the electrons', async () => {
    await writeFile(path('half.csv'), rows(0.5));
    const flags = ['--noise', 'off', '--stages', '--exposure', '0.01'];
    await simulated('full-qe', ...flags);
    await simulated('half-qe', '--qe-file', path('half.csv'), ...flags);
    const [full, half] = await Promise.all(
      ['full-qe', 'half-qe'].map(async (out) =>
        readNpy(await readFile(path(`${out}/electrons.npy`))),
      ),
    );
    const at = Math.floor(full!.data.length / 2) + 40;
    expect(Number(half!.data[at]) / Number(full!.data[at])).toBeCloseTo(0.5, 5);
  });

  test.each([
    [
      'no header',
      rows(1).replace(/^.*\n/, ''),
      /the columns must have the header nm,red,green,blue/,
    ],
    ['more than 1', rows(9), /Line \d+: a quantum efficiency is at most 1/],
    [
      'a missing column',
      'nm,red,green\n400,0.1,0.1\n700,0.1,0.1',
      /Line 1: 3 columns; there must be 4|Line 2: 3 columns/,
    ],
  ])('%s', async (_, text, sentence) => {
    await writeFile(path('bad.csv'), text);
    const { status, stderr } = await lumenloom(
      ...['simulate', recipeFile, '--out', path('none'), '--qe-file', path('bad.csv')],
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(sentence);
  });
});

test('a project with published parts and files in it runs as it is', async () => {
  const white = WAVELENGTHS.map((nm) => (nm === 550 ? 1 : 0));
  const camera = { ...recipe, sensorFile: { quantumEfficiency: { nm: WAVELENGTHS, white } } };
  const project = await jsonFile(folder, 'project.json', {
    ...camera,
    optics: 'mine:1',
    sensor: 'published:imx250',
    files: {
      'mine:1': {
        kind: 'lens',
        fileName: '../own.zmx',
        base64: (await readFile(path('own.zmx'))).toString('base64'),
      },
    },
  });
  const { picture, log } = await simulatedOf(project, 'project', ['--noise', 'off']);
  const same = await simulatedOf(await jsonFile(folder, 'camera.json', camera), 'same', [
    ...['--noise', 'off', '--lens-file', path('own.zmx'), '--sensor-file', 'published:imx250'],
    ...['--set', 'sensorParams.rows=60', '--set', 'sensorParams.cols=80'],
  ]);
  expect(picture.equals(same.picture)).toBe(true);
  expect(log).toContain('The sensor is that of published:imx250');
  const without = await jsonFile(folder, 'without.json', { ...recipe, optics: 'mine:1' });
  expect(await lumenloom('simulate', without, '--out', path('without'))).toMatchObject({
    status: 2,
    stderr:
      'optics: mine:1 is a file of an account: export the project again, which puts the file into it, or give the file with --lens-file.\n',
  });
});

describe('a sensor of one’s own', () => {
  const table = Object.fromEntries([
    ['nm', WAVELENGTHS],
    ...['red', 'green', 'blue'].map((channel, i) => [channel, [...QUANTUM_EFFICIENCY[i]!]]),
  ]) as Readonly<Record<string, readonly number[]>>;
  const run = (out: string, ...args: readonly string[]) =>
    lumenloom('simulate', recipeFile, '--out', path(out), ...args);

  test('with what the recipe’s sensor has gives its picture to the bit, noise and all', async () => {
    const file = await jsonFile(folder, 'same.json', {
      pattern: 'rggb',
      bits: 10,
      quantumEfficiency: table,
    });
    const d65 = await jsonFile(folder, 'no-sensor.json', { ...recipe, sensor: '' });
    const plain = await simulated('plain-sensor');
    const { status, stderr } = await lumenloom(
      ...['simulate', d65, '--out', path('own-sensor'), '--sensor-file', file],
    );
    expect([status, stderr]).toEqual([0, '']);
    expect((await readFile(path('own-sensor/result.png'))).equals(plain.picture)).toBe(true);
  });

  test.each([
    ['mono', 1],
    ['quad', 3],
    ['rccb', 3],
    ['rgbw', 4],
    ['ryycy', 3],
  ] as const)('of the pattern %s ends in raw, in grey, and says so', async (pattern, channels) => {
    const file = await jsonFile(folder, `${pattern}.json`, {
      name: `Own ${pattern}`,
      pattern,
      bits: 12,
      blackLevel: 64,
      readNoiseElectrons: 2,
      longestExposureSeconds: 0.5,
    });
    const raw = ['--dng', path(`${pattern}.dng`), '--tiff', path(`${pattern}.tiff`)];
    const { status, stderr } = await run(pattern, '--sensor-file', file, '--noise', 'off', ...raw);
    expect([status, stderr]).toEqual([0, '']);
    const log = await readFile(path(`${pattern}/log.txt`), 'utf8');
    expect(log).toContain(
      `Fast-openISP needs a Bayer sensor; this one is ${pattern === 'mono' ? 'mono' : 'of another pattern'}: choose none or the tone curve. The picture is what Own ${pattern} has read, in grey.`,
    );
    expect(log).not.toContain('No ISP is chosen');
    expect(log).toMatch(/12 bit/);
    const { sensor } = JSON.parse(await readFile(path(`${pattern}/report.json`), 'utf8')) as {
      readonly sensor: Readonly<Record<string, unknown>>;
    };
    expect(sensor['channels']).toHaveLength(channels);
    expect(sensor['electronsAtWhite']).toHaveLength(channels);
    expect(sensor).not.toHaveProperty('neutralGains');
    if (spawnSync('exiftool', []).error) return;
    const [tags] = JSON.parse(
      execFileSync('exiftool', ['-j', '-n', '-G1', path(`${pattern}.dng`)], { encoding: 'utf8' }),
    ) as readonly [Record<string, unknown>];
    expect(tags).toMatchObject({
      'SubIFD:BlackLevel': 64,
      'SubIFD:PhotometricInterpretation': channels === 1 ? 34892 : 32803,
    });
    if (channels > 1) {
      expect(String(tags['IFD0:ColorMatrix1']).split(' ')).toHaveLength(3 * channels);
      expect(String(tags['SubIFD:CFAPlaneColor']).split(' ')).toHaveLength(channels);
    }
  });

  test('is measured by measure noise and emva1288, and read out by sensor', async () => {
    const file = await jsonFile(folder, 'measured.json', {
      name: 'Own',
      pattern: 'mono',
      bits: 12,
      quantumEfficiencyAt: { white: [550, 0.6] },
      sensorParams: { fill_factor: 1, well_capacity: 10000, rows: 64, cols: 64, prnu: 0.5 },
      gains: { low: { readNoiseElectrons: 6 }, high: { readNoiseElectrons: 3, analog_gain: 0.5 } },
    });
    for (const [gain, noise] of [
      ['low', 6],
      ['high', 3],
    ] as const)
      for (const command of [
        ['emva1288', '--frames', '4'],
        ['measure', 'noise', '--recipe', recipeFile, '--frames', '4'],
      ]) {
        const { stdout, stderr, status } = await lumenloom(
          ...[...command, '--sensor-file', file, '--gain', gain, '--json'],
        );
        expect([status, stderr]).toEqual([0, '']);
        const { channels } = JSON.parse(stdout) as {
          readonly channels: Readonly<
            Record<string, { readonly measured: Readonly<Record<string, number>> }>
          >;
        };
        expect(Object.keys(channels)).toEqual(['white']);
        // The error of a standard deviation of 64 x 64 pixels in 4 frames is below 1 %.
        expect(channels['white']!.measured['darkNoiseElectrons']! / noise).toBeCloseTo(1, 1);
      }
    await writeFile(
      path('irradiance.npy'),
      Buffer.concat([
        npyHeader('float32', [31, 4, 4]),
        new Uint8Array(new Float32Array(31 * 16).fill(1e15).buffer),
      ]),
    );
    const { status, stderr } = await lumenloom(
      ...['sensor', path('irradiance.npy'), '--sensor-file', file, '--exposure', '0.01'],
      ...['--out', path('sensor-out')],
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  test('is refused with its file and field, and exit status 2', async () => {
    const bad = await jsonFile(folder, 'bad-sensor.json', { bits: 20 });
    const slow = await jsonFile(folder, 'slow.json', { longestExposureSeconds: 0.1 });
    const own = await jsonFile(folder, 'own-qe.json', {
      quantumEfficiencyAt: { green: [550, 0.5] },
    });
    await writeFile(path('qe2.csv'), 'nm,red,green,blue\n400,0.1,0.1,0.1\n700,0.1,0.1,0.1\n');
    for (const [args, sentence] of [
      [['--sensor-file', bad], /bad-sensor\.json: bits must be at most 16, not 20/],
      [
        ['--sensor-file', slow, '--exposure', '1'],
        /exposure: The longest exposure of .* is 0\.1 s/,
      ],
      [['--sensor-file', own, '--qe-file', path('qe2.csv')], /which brings its own: leave it out/],
      [['--sensor-file', path('none.json')], /There is no file .*none\.json/],
      [
        ['--sensor-file', 'published:none'],
        /There is no published:none: choose one of .*\bimx249, /,
      ],
      [['--gain', 'high'], /--gain belongs to --sensor-file/],
    ] as const) {
      const { status, stderr } = await run('none', ...args);
      expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toMatch(sentence);
    }
  });

  test('its window is that of the file, unless --set names another, in sweeps too', async () => {
    const sensor = await jsonFile(folder, 'window.json', {
      sensorParams: { rows: 40, cols: 50 },
    });
    const parts = ['--sensor-file', sensor, '--set', 'sensorParams.rows=24'];
    const out = path('window');
    expect((await run('window', ...parts)).status).toBe(0);
    const { width, height } = await sharp(join(out, 'result.png')).metadata();
    expect([width, height]).toEqual([50, 24]);

    const sweep = await jsonFile(folder, 'window-sweep.json', {
      name: 'Windows',
      recipe,
      vary: [],
      measure: ['sensor.bits'],
      keep: 'pictures',
    });
    const swept = await lumenloom('sweep', sweep, '--out', path('windows'), ...parts);
    expect([swept.status, swept.stderr]).toEqual([0, '']);
    const picture = join(path('windows'), 'pictures', 'run_000000.png');
    expect(await sharp(picture).metadata()).toMatchObject({ width: 50, height: 24 });
    const again = await lumenloom(
      ...['sweep', join(path('windows'), 'results.json'), '--out', path('windows again')],
    );
    expect([again.status, again.stderr]).toEqual([
      2,
      'files: These results were computed with files (sensor): give the same ones.\n',
    ]);
  });

  test('of the published list, behind a published lens', async () => {
    const green = {
      pattern: 'mono',
      quantumEfficiency: { nm: WAVELENGTHS, white: WAVELENGTHS.map((nm) => (nm === 550 ? 1 : 0)) },
    };
    const { status, stderr, stdout } = await lumenloom(
      ...(['simulate', recipeFile, '--out', path('published')] as const),
      ...(['--lens-file', 'published:pentax-110-24', '--noise', 'off'] as const),
      ...['--sensor-file', await jsonFile(folder, 'green.json', green)],
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('The lens is that of published:pentax-110-24.');
    const list = await lumenloom('list');
    expect(list.stdout).toContain('published:imx250');
    expect(list.stdout).toContain('published:heliar');
  });
});

/** Share of the brightest pixel. */
const LARGEST_ERROR = 1e-3;

/** The Macbeth chart with patches of 16 x 16 pixels, [31, 64, 96]. */
function macbethCube(): Uint8Array {
  const side = 16;
  const [height, width] = [4 * side, 6 * side];
  const cube = Float32Array.from({ length: 31 * height * width }, (__, i) => {
    const [row, column] = [Math.floor(i / width) % height, i % width];
    const patch = Math.floor(row / side) * 6 + Math.floor(column / side);
    return macbeth.patches[patch]!.reflectance[Math.floor(i / (width * height))]!;
  });
  return Buffer.concat([npyHeader('float32', [31, height, width]), new Uint8Array(cube.buffer)]);
}

describe('the camera that is measured', () => {
  const small = ['--set', 'sensorParams.rows=48', '--set', 'sensorParams.cols=64'];

  test('fov: parts from files as of simulate, and --set wins over them', async () => {
    const options = ['--lens-file', path('own.zmx'), '--sensor-file', 'published:imx250', ...small];
    const { status, stdout } = await lumenloom('fov', recipeFile, ...options);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^The lens is that of own\.zmx\.\n(.*\n)*The sensor is that of /);
    expect(stdout).toContain('focal length 50.02 mm');
    expect(stdout).toContain('On this 64 × 48, 3.45 µm sensor');
    const named = ['--set', 'sensor=published:imx250', '--set', 'optics=published:heliar'];
    const { stdout: published } = await lumenloom('fov', recipeFile, ...named, ...small);
    expect(published).toContain('On this 64 × 48, 3.45 µm sensor');
    expect(published).toContain('Heliar 100 mm f/4');
  });

  test.each([
    [
      'colour',
      { scene: 'Macbeth', macbethParams: { hfov: 1.4 } },
      ['--set', 'sensorParams.pixel_size=20'],
      /"mean": /,
    ],
    ['noise', {}, ['--frames', '2'], /"thresholdPhotons": /],
    ['glare', {}, ['--black', '0.01', '--noise', 'off'], /"flarePercent": /],
    ['sfr', {}, ['--field', '0'], /"fields": /],
  ] as const)('measure %s: the lens and the sensor of files', async (what, more, asked, figure) => {
    const file = await jsonFile(folder, `${what}.json`, { ...lensRecipe, ...more });
    const { status, stdout, stderr } = await lumenloom(
      ...['measure', what, '--recipe', file, ...asked, '--json'],
      ...['--lens-file', path('own.zmx'), '--sensor-file', 'published:imx363', ...small],
    );
    const printed = `${stderr}${stdout}`;
    expect(printed).toContain('The lens is that of own.zmx.');
    expect(printed).toContain('The sensor is that of published:imx363');
    expect(status).toBe(0);
    expect(stdout).toMatch(figure);
  });

  test('its options are refused where no camera is measured, and near misses are named', async () => {
    const refused = [
      ['measure', 'sfr', 'edge.png', '--lens-file', 'a.zmx'],
      ['measure', 'colour', 'a.png', '--gain', 'low'],
      ['measure', 'glare', '--lens', 'fisheye', '--scatter', '1', '--sensor-file', 'a.json'],
    ];
    for (const command of refused)
      expect(await lumenloom(...command)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^--[\w-]+ goes with --recipe\.\n$/) as string,
      });
    expect((await lumenloom('fov', '--lens-file', 'published:helair')).stderr).toBe(
      'There is no published:helair: did you mean heliar?\n',
    );
    expect((await lumenloom('fov', '--set', 'optics=double-gauss')).stderr).toContain(
      'did you mean Double-Gauss?',
    );
  });
});

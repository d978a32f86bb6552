/** Lenses by what was measured of them, through the program (docs/measured-lenses.md). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npyHeader, readNpy } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { THREE_BANDS, jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const example = new URL('../../../examples/measured-lens.json', import.meta.url).pathname;
let folder: string;
let recipe: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  recipe = await jsonFile(folder, 'recipe.json', {
    ...{ scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-rggb', isp: 'Fast-openISP' },
    ...THREE_BANDS,
    sensorParams: { rows: '40', cols: '60', pixel_size: '9' },
  });
});

async function simulated(out: string, ...args: readonly string[]) {
  const { status, stderr } = await lumenloom(
    'simulate',
    recipe,
    '--out',
    join(folder, out),
    ...args,
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return {
    picture: await readFile(join(folder, out, 'result.png')),
    log: await readFile(join(folder, out, 'log.txt'), 'utf8'),
  };
}

describe('lens', () => {
  test('prints a measured lens for people and for programs', async () => {
    const table = await lumenloom('lens', example);
    expect(table.stderr).toBe('');
    expect(table.stdout).toMatch(/^Measured 8.2 mm: measured, focal length 8.2000 mm/);
    const { stdout } = await lumenloom(
      ...['lens', example, '--json', '--fields', '0,1', '--wavelengths', '550'],
      ...['--through-focus', '0,20', '--frequencies', '50', '--f-number', '4'],
    );
    const report = JSON.parse(stdout) as Record<string, readonly Record<string, unknown>[]>;
    expect(report['firstOrder']).toMatchObject([{ eflMm: 8.2, bflMm: null, workingFNumber: 4 }]);
    expect(report['throughFocus']).toHaveLength(4);
    expect(report['measured']).toMatchObject({
      assumed: ['No transmission is in the file: it is 1.'],
      wavefront: [{ height: 0 }, { height: 1 }, { height: 2 }],
    });
  });

  test.each([
    [['--seidel'], '--seidel: A measured lens has no surfaces.'],
    [['--svg', 'x.svg'], '--svg: A measured lens has no surfaces.'],
    [['--keep-focus'], '--keep-focus: A measured lens has no surfaces.'],
    [['--export', 'x.zmx'], '--export: A measured lens has no surfaces.'],
    [['--export-measured', 'x.json'], '--export-measured: A measured lens has no surfaces.'],
    [['--depth-svg', 'x.svg'], '--depth-svg is not made of measured lenses'],
    [['--f-number', '2'], 'The lens was measured at f/3: f/2 is not known.'],
  ])('%j is refused', async (options, sentence) => {
    const { status, stderr } = await lumenloom('lens', example, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });

  test('plots modulation, distortion, light and focus', async () => {
    const files = ['mtf', 'distortion', 'illumination', 'focus-svg'].map(
      (option) => [option, join(folder, `${option}.svg`)] as const,
    );
    const { status, stderr } = await lumenloom(
      ...['lens', example, '--fields', '0,0.7', '--frequencies', '50,100'],
      ...files.flatMap(([option, file]) => [`--${option}`, file]),
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    for (const [, file] of files) {
      const svg = await readFile(file, 'utf8');
      expect(svg).toMatch(/^<svg/);
      expect(svg).not.toContain('NaN');
      expect(svg).toContain('Measured 8.2 mm: ');
    }
  });

  test('writes point spread functions', async () => {
    const out = join(folder, 'psf');
    const written = await lumenloom(
      ...['lens', example, '--psf', out, '--fields', '1', '--wavelengths', '550'],
    );
    expect(written.status).toBe(0);
    const { data } = readNpy(await readFile(join(out, 'psf_f1_550nm.npy')));
    let sum = 0;
    for (const share of data) sum += share;
    expect(Math.abs(sum - 1)).toBeLessThan(0.1);
  });

  test('what contradicts itself is refused with its path', async () => {
    const file = await jsonFile(folder, 'both.json', {
      ...(JSON.parse(await readFile(example, 'utf8')) as object),
      surfaces: [],
    });
    const { status, stderr } = await lumenloom('simulate', recipe, '--lens-file', file);
    expect(status).toBe(2);
    expect(stderr).toContain('surfaces do not belong to a measured lens.');
  });

  test('lens design needs surfaces', async () => {
    const { status, stderr } = await lumenloom('lens', 'merit', example);
    expect(status).toBe(2);
    expect(stderr).not.toBe('');
  });
});

test('a recipe takes a measured lens, whose log says what is assumed', async () => {
  const { log, picture } = await simulated('own', '--lens-file', example);
  expect(log).toContain('no transmission is in the file');
  const focused = await simulated(
    ...(['near', '--lens-file', example] as const),
    ...['--set', 'opticsParams.objectDistance=0.5', '--set', 'opticsParams.scatter=2'],
  );
  expect(focused.log).toContain('aberrations are those at infinity');
  expect(focused.picture.equals(picture)).toBe(false);
});

test('curves of a data sheet become a lens whose log says what they leave open', async () => {
  const {
    blur: _,
    name: __,
    ...tables
  } = JSON.parse(await readFile(example, 'utf8')) as Record<string, unknown>;
  const curves = [
    {
      frequency: 40,
      heights: [0, 1, 2],
      tangential: [0.9, 0.82, 0.6],
      sagittal: [0.9, 0.86, 0.75],
    },
    { frequency: 100, heights: [0, 1, 2], tangential: [0.7, 0.5, 0.2], sagittal: [0.7, 0.6, 0.4] },
  ];
  const sheet = await jsonFile(folder, 'sheet.json', {
    ...tables,
    name: 'Sheet',
    blur: { mtf: { curves } },
  });
  const table = await lumenloom('lens', sheet);
  expect(table.stderr).toBe('');
  expect(table.stdout).toMatch(/The curves of the file are met within 0\.0\d+\./);
  expect(table.stdout).toContain('Not determined: the sign of defocus and spherical aberration;');
  const own = await simulated('sheet', '--lens-file', sheet);
  const focused = await simulated(
    ...(['sheet-auto', '--lens-file', sheet, '--set', 'opticsParams.autofocus=true'] as const),
  );
  expect(own.log).not.toContain('convention used');
  expect(focused.log).toContain('the MTF curves do not say on which side of the focus the lens is');
  const wrong = await lumenloom(
    ...['simulate', recipe, '--lens-file', 'published:pixel-4a', '--set'],
    ...['opticsParams.fNumber=1.4', '--out', join(folder, 'wide')],
  );
  expect(wrong.stderr).toContain('The lens was measured at f/1.830778: f/1.4 is not known.');
});

test.each([
  ['opticsParams.coating=mgf2', 'coating needs a prescription.'],
  ['opticsParams.fNumber=2', 'The lens was measured at f/3: f/2 is not known.'],
])('%s is refused', async (change, sentence) => {
  const { status, stderr } = await lumenloom(
    ...['simulate', recipe, '--lens-file', example, '--set', change],
    ...['--out', join(folder, 'refused')],
  );
  expect(status).not.toBe(0);
  expect(stderr).toContain(sentence);
});

test('a lens of glass as a black box has the figures of the lens', async () => {
  const box = join(folder, 'box.json');
  const at = ['--json', '--wavelengths', '550', '--fields', '0,0.7', '--through-focus', '0'];
  const glass = await lumenloom('lens', 'double-gauss', '--export-measured', box, ...at);
  const read = await lumenloom('lens', box, ...at);
  expect(await readFile(box, 'utf8')).not.toMatch(/surfaces|glass/);
  const [one, other] = [transfersOf(glass.stdout), transfersOf(read.stdout)];
  expect(one.length).toBeGreaterThan(0);
  for (const [i, value] of one.entries()) expect(other[i]).toBeCloseTo(value, 2);
});

/** All modulations of a report, through focus. */
function transfersOf(stdout: string): readonly number[] {
  const report = JSON.parse(stdout) as {
    readonly throughFocus: readonly Record<'tangential' | 'sagittal', readonly number[]>[];
  };
  return report.throughFocus.flatMap(({ tangential, sagittal }) => [...tangential, ...sagittal]);
}

test('a calibration becomes a lens whose geometry is the calibration', async () => {
  const yaml = join(folder, 'camera.yaml');
  await writeFile(
    yaml,
    [
      'image_width: 640',
      'image_height: 480',
      'camera_matrix: {rows: 3, cols: 3, data: [800.5, 0, 330.2, 0, 803.1, 233.4, 0, 0, 1]}',
      'distortion_model: plumb_bob',
      'distortion_coefficients: {rows: 1, cols: 5, data: [-0.2, 0.05, 0.001, -0.002, 0.01]}',
    ].join('\n'),
  );
  const lens = join(folder, 'mine.json');
  const made = await lumenloom(
    ...['lens', '--calibration', yaml, '--pixel', '3.45', '--f-number', '2.8', '--out', lens],
  );
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const params = await jsonFile(folder, 'sensor.json', { rows: 480, cols: 640, pixel_size: 3.45 });
  const { stdout } = await lumenloom(
    ...['measure', 'geometry', '--lens', lens, '--params', params, '--json'],
  );
  const { model } = JSON.parse(stdout) as {
    model: Record<string, number> & { coefficients: number[] };
  };
  for (const [key, value] of Object.entries({ fx: 800.5, fy: 803.1, cx: 330.2, cy: 233.4 }))
    expect(model[key]).toBeCloseTo(value, 1);
  expect(model.coefficients[2]).toBeCloseTo(0.001, 4);
  expect(model['worstPx']).toBeLessThan(0.05);
  const { status, stderr } = await lumenloom('lens', '--calibration', yaml, '--pixel', '3.45');
  expect(status).toBe(2);
  expect(stderr).toContain('--calibration needs --f-number.');
});

test('a sweep varies the f-number of a measured lens, and no surfaces', async () => {
  const document = (path: string) => ({
    name: 'Stops',
    recipe: {
      ...{ scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-rggb' },
      ...THREE_BANDS,
      sensorParams: { rows: 24, cols: 32, pixel_size: 9 },
    },
    vary: [{ path, values: [3, 6] }],
    measure: ['optics.fNumber'],
  });
  const out = join(folder, 'stops');
  const swept = await lumenloom(
    ...['sweep', await jsonFile(folder, 'stops.json', document('lens.fNumber'))],
    ...['--lens-file', example, '--out', out],
  );
  expect(swept.status).toBe(0);
  const rows = (await readFile(join(out, 'results.csv'), 'utf8')).trim().split('\n').slice(1);
  expect(rows.map((row) => Number(row.split(',')[3]).toFixed(9))).toEqual([
    '3.000000000',
    '6.000000000',
  ]);
  const refused = await lumenloom(
    ...['sweep', await jsonFile(folder, 'radii.json', document('lens.surfaces[0].radius'))],
    ...['--lens-file', example, '--out', join(folder, 'radii')],
  );
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('A measured lens has no surfaces.');
});

describe('pictures of points', () => {
  const point = { height: 0, wavelengthNm: 550, micrometresPerSample: 0.5 };
  const lens = (file: string) => ({
    ...{ kind: 'measured', name: 'Points', focalLengthMm: 8, fNumber: 4, imageCircleMm: 4 },
    blur: { psf: [{ ...point, file }] },
  });
  beforeAll(async () => {
    const values = Float32Array.from({ length: 31 * 31 }, (_, i) =>
      Math.exp(-(((i % 31) - 15) ** 2 + (Math.floor(i / 31) - 15) ** 2) / 8),
    );
    const bytes = [npyHeader('float32', [31, 31]), new Uint8Array(values.buffer)];
    await writeFile(join(folder, 'point.npy'), Buffer.concat(bytes));
    await writeFile(join(folder, 'text.npy'), 'no array');
  });

  test('lie beside the lens file, which forms pictures with them', async () => {
    const path = await jsonFile(folder, 'points.json', lens('point.npy'));
    const { stdout } = await lumenloom(
      ...['lens', path, '--json', '--fields', '0', '--wavelengths', '550'],
      ...['--through-focus', '0', '--frequencies', '100'],
    );
    const [row] = (JSON.parse(stdout) as { readonly throughFocus: { tangential: number[] }[] })
      .throughFocus;
    // A Gaussian of 1 µm.
    expect(row!.tangential[0]).toBeCloseTo(Math.exp(-2 * (Math.PI * 0.1) ** 2), 3);
    const { log } = await simulated('points', '--lens-file', path);
    expect(log).toContain('blur.psf is held beyond 0 mm');
  });

  test.each<[string, readonly string[], string]>([
    [
      'point.npy',
      ['--focus-shift', '10'],
      'blur.psf: measured points have no wavefront: focusShift, objectDistance and fNumber must be blank.',
    ],
    ['point.npy', ['--through-focus', '0,10'], 'blur.psf: measured points have no wavefront'],
    ['point.npy', ['--psf', 'none'], 'blur.psf: measured points have no wavefront'],
    [
      '../point.npy',
      [],
      'blur.psf[0].file: ../point.npy leads out of the folder of the lens file.',
    ],
    ['/point.npy', [], 'blur.psf[0].file: /point.npy leads out of the folder of the lens file.'],
    ['none.npy', [], 'blur.psf[0].file: there is no file none.npy.'],
    ['text.npy', [], 'blur.psf[0].file: text.npy is no picture of a point: '],
  ])('%s %j is refused', async (file, options, sentence) => {
    const path = await jsonFile(folder, 'wrong.json', lens(file));
    const { status, stderr } = await lumenloom('lens', path, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('blur.psf: blur.psf');
  });
});

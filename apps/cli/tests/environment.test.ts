import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const folder = await mkdtemp(join(tmpdir(), 'environment-'));
const SMALL = ['--set', 'sensorParams.rows=48', '--set', 'sensorParams.cols=48'];

describe('lens', () => {
  it('at a temperature', async () => {
    const { stdout, status } = await lumenloom(
      ...['lens', 'example:triplet.zmx', '--celsius', '60', '--housing', 'aluminium', '--json'],
    );
    expect(status).toBe(0);
    const { thermal } = JSON.parse(stdout) as {
      readonly thermal: { readonly wavelengths: readonly { readonly defocusUm: number }[] };
    };
    expect(thermal).toMatchObject({ celsius: 60, pressureHPa: 1013.25 });
    expect(thermal.wavelengths[1]!.defocusUm).toBeCloseTo(-7.456, 2);
  });

  it.each([
    [['double-gauss', '--celsius', '200'], '--celsius: From -60 to 120.'],
    [['double-gauss', '--celsius', 'warm'], '--celsius: From -60 to 120.'],
    [['cooke-triplet', '--spacers', '1=invar,1=steel'], '--spacers names surface 1 twice.'],
    [['double-gauss', '--pressure', '0'], '--pressure: From 1 to 2,000.'],
    [
      ['double-gauss', '--celsius', '60', '--housing', 'aluminum'],
      '--housing: There is no material aluminum; did you mean aluminium?',
    ],
    [
      ['cooke-triplet', '--celsius', '60', '--spacers', '0=invar'],
      '--spacers.0: Surface 0 is followed by glass.',
    ],
    [
      ['cooke-triplet', '--celsius', '60', '--spacers', 'invar'],
      '--spacers: invar is no surface, = and a material, such as 1=invar.',
    ],
    [['ideal', '--celsius', '60'], '--celsius is for lenses of glass'],
    [['published:heliar', '--celsius', '60'], 'give --model-glasses nearest.'],
  ] as const)('%s is refused in one sentence', async (words, sentence) => {
    const { status, stderr } = await lumenloom('lens', ...words);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
  });

  it('reads what heat does from a glass catalogue', async () => {
    const glasses = join(folder, 'own.agf');
    const zmx = join(folder, 'own.zmx');
    const agf = (td: string): string =>
      [
        'NM OWN1 2 0 1.5168 64.17 0',
        'ED 7.1 8.3 2.51 0 0',
        'CD 1.03961212 0.00600069867 0.231792344 0.0200179144 1.01046945 103.560653 0 0 0 0',
        `TD ${td}`,
        '',
      ].join('\n');
    await writeFile(
      zmx,
      [
        'MODE SEQ',
        'UNIT MM',
        'ENPD 6',
        'GCAT OWN',
        'FTYP 0 0 1 1',
        'YFLN 0 5',
        'WAVM 1 0.55 1',
        'SURF 0',
        '  DISZ INFINITY',
        'SURF 1',
        '  STOP',
        '  CURV 0.02',
        '  DISZ 3',
        '  GLAS OWN1 0 0 1.5168 64.17',
        '  DIAM 4 1',
        'SURF 2',
        '  CURV -0.02',
        '  DISZ 47.9',
        '  DIAM 4 1',
        'SURF 3',
        '  DISZ 0',
        '  DIAM 3 1',
        '',
      ].join('\n'),
    );
    const heated = (td: string) =>
      writeFile(glasses, agf(td)).then(() =>
        lumenloom('lens', zmx, '--glass-file', glasses, '--celsius', '60', '--fields', '0'),
      );
    // N-BK7 of SCHOTT.
    const known = await heated('1.86E-6 1.31E-8 -1.37E-11 4.34E-7 6.27E-10 1.7E-1 20');
    expect(known.stdout).toContain('At 60 °C and 1013.25 hPa:');
    expect((await heated('0 0 0 0 0 0 20')).stderr).toContain('OWN1 has no thermal data');
    const half = await heated('1.86E-6 1.31E-8 -1.37E-11');
    expect(half.stderr).toContain('TD of OWN1 has 3 numbers; six are needed.');
    expect(half.status).toBe(2);
  });
});

describe('simulate', () => {
  const simulate = (out: string, ...options: readonly string[]) =>
    lumenloom('simulate', 'example:first', '--out', join(folder, out), ...SMALL, ...options);

  it('at 20 degrees the bits are those without an environment', async () => {
    await simulate('plain');
    await simulate('usual', '--celsius', '20', '--pressure', '1013.25');
    const bytesOf = (out: string): Promise<Buffer> => readFile(join(folder, out, 'result.png'));
    expect((await bytesOf('usual')).equals(await bytesOf('plain'))).toBe(true);
  });

  it('heats lens and sensor', async () => {
    const sensor = join(folder, 'sensor.json');
    const darkCurrent = { electronsPerSecond: 5, atCelsius: 25, doublingKelvin: 6 };
    await writeFile(sensor, JSON.stringify({ name: 'Dark', pattern: 'grbg', darkCurrent }));
    const { stdout } = await simulate('warm', '--celsius', '60', '--sensor-file', sensor);
    expect(stdout).toContain('Dark current: 285.1 e⁻/s at 60 °C');
    expect(stdout).toContain('\nEnvironment\n  60 °C, 1013.25 hPa: focal length 8.20017 mm.');
    const report = JSON.parse(await readFile(join(folder, 'warm', 'report.json'), 'utf8')) as {
      readonly optics: { readonly thermal: { readonly defocusUm: number } };
    };
    expect(report.optics.thermal.defocusUm).toBeCloseTo(-6.926, 2);
  });

  it('refuses before anything is written', async () => {
    const { status, stderr } = await simulate('none', '--celsius', '60', '--spacers', '99=invar');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: '--spacers.99: There is no surface 99.\n',
    });
    expect(existsSync(join(folder, 'none'))).toBe(false);
    const sensor = join(folder, 'unknown.json');
    const darkCurrent = { electronsPerSecond: 5 };
    await writeFile(sensor, JSON.stringify({ name: 'Dark', pattern: 'grbg', darkCurrent }));
    const dark = await simulate('none', '--celsius', '60', '--sensor-file', sensor);
    expect(dark.stderr).toContain(
      'The dark current at environment.celsius needs atCelsius, the temperature at which it was measured, and doublingKelvin.',
    );
  });
});

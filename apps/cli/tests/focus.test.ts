/**
 * Laws of near objects, focus and autofocus through the built command at the default quality
 * (docs/reference/depth.md#laws).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNpy, type SimulationReport } from '@lumenloom/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { hopkins } from '../../../packages/engine/laws/optics/hopkins.ts';
import { SFR_TO_NYQUIST } from '../../../packages/engine/laws/optics/tolerances.ts';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const PITCH_UM = 2.2;
const COOKE = 'Cooke Triplet';
/** Photons in some bands from 400 nm on, 10 nm apart. */
const lightIn = (...bands: readonly number[]) => ({
  illuminant: 'Custom',
  illuminantCustomPhotons: Array.from({ length: 31 }, (_, band) => +bands.includes(band)),
  illuminantLuminance: 100,
});
const GREEN = lightIn(15);
const SMALL = { sensor: 'Bayer-grbg', sensorParams: { rows: 40, cols: 48, pixel_size: PITCH_UM } };

interface Run {
  readonly report: SimulationReport;
  readonly electrons: ArrayLike<number>;
  readonly log: string;
}

async function simulated(recipe: object, exposure = ['--exposure', '0.001']): Promise<Run> {
  const file = await jsonFile(folder, 'recipe.json', { ...GREEN, ...SMALL, ...recipe });
  const out = join(folder, 'out');
  const options = ['--out', out, '--stages', '--noise', 'off', ...exposure];
  const { status, stderr } = await lumenloom('simulate', file, ...options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const text = (name: string): Promise<string> => readFile(join(out, name), 'utf8');
  return {
    report: JSON.parse(await text('report.json')) as SimulationReport,
    electrons: readNpy(await readFile(join(out, 'electrons.npy'))).data,
    log: await text('log.txt'),
  };
}

describe('an even scene', () => {
  /** Electrons of a green pixel in the middle. */
  const middle = async (opticsParams: object): Promise<number> => {
    const { electrons } = await simulated({
      scene: 'Uniform Field',
      optics: COOKE,
      opticsParams,
    });
    return electrons[20 * 48 + 24]!;
  };

  test('is as bright at any distance; the focus decides', async () => {
    const near = await middle({ objectDistance: 0.5, focusDistance: 0.5 });
    const far = await middle({ focusDistance: 0.5 });
    expect(Math.abs(far / near - 1)).toBeLessThan(1e-3);
    const distant = await middle({ objectDistance: 0.5 });
    expect(Math.abs(distant / (await middle({})) - 1)).toBeLessThan(1e-3);
    // packages/engine/references/optics/golden-depth/cooke.json: area of the beam on the axis at
    // 550 nm with the focus at .5 m and at infinity.
    const wanted = 0.0307431289253847 / 0.031748273812251;
    expect(Math.abs(near / distant / wanted - 1)).toBeLessThan(1e-3);
  });
});

test('an object a thousand kilometres away has the picture of infinity', async () => {
  const at = (opticsParams: object) =>
    simulated({
      scene: 'Slanted Edge',
      slantededgeParams: { imageSize: 128, hfov: 1.2 },
      optics: COOKE,
      opticsParams,
    });
  const { electrons: near } = await at({ objectDistance: 1e6, focusDistance: 1e6 });
  const { electrons: far } = await at({});
  const most = Array.from(far).reduce((a, b) => Math.max(a, b), 0);
  for (let pixel = 0; pixel < far.length; pixel += 1)
    expect(Math.abs(near[pixel]! - far[pixel]!)).toBeLessThan(1e-3 * most);
});

test('the ideal lens out of focus has the SFR of its defocus', async () => {
  const { report } = await simulated(
    {
      scene: 'Slanted Edge',
      slantededgeParams: { imageSize: 256, hfov: 6, edgeAngle: 11.4, darkLevel: 0.05 },
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 200, cols: 200, pixel_size: PITCH_UM },
      opticsParams: { objectDistance: 0.5, focusDistance: 1 },
    },
    [],
  );
  const sfr = report.measurements.find(({ name }) => name === 'sfr');
  if (sfr?.name !== 'sfr' || !('edges' in sfr)) throw new Error('no SFR');
  const { raw, tiltDegrees } = sfr.edges[0]!;
  if (!raw || 'problem' in raw) throw new Error(raw?.problem ?? 'no raw SFR');
  const tilt = (tiltDegrees * Math.PI) / 180;
  const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  for (const [i, frequency] of sfr.frequencies.entries()) {
    if (frequency < 0.05 || frequency > 0.5) continue;
    const wanted =
      Math.abs(hopkins(0.5, 1, frequency / (PITCH_UM * 1e-6))) *
      Math.abs(sinc(frequency * Math.cos(tilt)) * sinc(frequency * Math.sin(tilt)));
    expect(Math.abs(raw.sfr[i]! - wanted), `${frequency}`).toBeLessThan(SFR_TO_NYQUIST);
  }
});

describe('autofocus', () => {
  const focusOf = async (opticsParams: object, more: object = {}) => {
    const { report, log } = await simulated({
      ...lightIn(5, 10, 15, 20, 25),
      scene: 'Uniform Field',
      optics: COOKE,
      opticsParams,
      ...more,
    });
    return { ...report.optics, log };
  };

  test('finds the sharpest place of the sensor: no shift beside it is sharper', async () => {
    const near = { objectDistance: 0.3, focusDistance: 0.3 };
    const { focus, figures, log } = await focusOf({ objectDistance: 0.3, autofocus: true });
    const { autofocus, focusShiftUm } = focus!;
    expect(autofocus!.linePairsPerMm).toBeCloseTo(1e3 / (4 * PITCH_UM), 9);
    // The data sheet has the same modulation, which it computes in another way.
    expect(Math.abs(autofocus!.modulation - figures!.modulation.onAxis[0])).toBeLessThan(0.01);
    expect(log).toContain(`Autofocus: modulation ${autofocus!.modulation.toFixed(2)} at`);
    const set = (await focusOf(near)).focus!.focusShiftUm;
    for (const beside of [-10, 0, 10]) {
      const focusShift = focusShiftUm - set + beside;
      const shifted = await focusOf({ ...near, focusShift });
      expect(shifted.figures!.modulation.onAxis[0]).toBeLessThan(
        autofocus!.modulation + (beside === 0 ? 1e-3 : -1e-3),
      );
      expect(shifted.focus!.autofocus).toBeNull();
    }
  });

  test('looks at the distance of the scene at its field', async () => {
    const plane = {
      scene: 'Tilted Plane',
      tiltedplaneParams: { imageSize: 101, hfov: 30, tilt: 15, distance: 1 },
      // The report alone is looked at.
      sensorParams: { rows: 8, cols: 8, pixel_size: PITCH_UM },
      ...GREEN,
    };
    for (const optics of ['', COOKE]) {
      const at = async (autofocusField: number): Promise<number> =>
        (await focusOf({ autofocus: true, autofocusField }, { ...plane, optics })).focus!
          .focusDistanceM!;
      expect(await at(0)).toBeCloseTo(1, 5);
      // 1/z is linear in the tangent of the field: half of 15° or of the lens's 20°.
      const angle = ((optics === '' ? 7.5 : 10) * Math.PI) / 180;
      const wanted = 1 / (1 - Math.tan(angle) * Math.tan(Math.PI / 12));
      expect(Math.abs((await at(0.5)) / wanted - 1)).toBeLessThan(0.005);
    }
  });

  test('is refused beside a focus distance, and where it looks past the scene', async () => {
    const refused = async (recipe: object): Promise<string> => {
      const file = await jsonFile(folder, 'refused.json', { ...SMALL, ...recipe });
      const { status, stderr } = await lumenloom('simulate', file, '--out', join(folder, 'no'));
      expect(status).not.toBe(0);
      return stderr;
    };
    expect(
      await refused({ scene: 'Macbeth', opticsParams: { autofocus: true, focusDistance: 1 } }),
    ).toContain('Autofocus and focus distance are both given: give one.');
    expect(
      await refused({
        scene: 'Tilted Plane',
        tiltedplaneParams: { hfov: 20 },
        optics: COOKE,
        opticsParams: { autofocus: true, autofocusField: 1 },
      }),
    ).toContain('choose a smaller autofocus field');
    expect(
      await refused({
        scene: 'Macbeth',
        optics: COOKE,
        opticsParams: { autofocus: true, objectDistance: 0.009 },
      }),
    ).toContain('Object distance 0.009 m is nearer than 1:1 for this lens: at least 0.0143 m.');
  });

  test('is set on the command line, and swept', async () => {
    const recipe = await jsonFile(folder, 'recipe.json', {
      ...GREEN,
      scene: 'Macbeth',
      optics: COOKE,
      ...SMALL,
    });
    const set = ['--set', 'opticsParams.autofocus=true', '--set', 'opticsParams.objectDistance=1'];
    const { status } = await lumenloom('simulate', recipe, ...set, '--out', join(folder, 'out'));
    expect(status).toBe(0);
    const report = JSON.parse(
      await readFile(join(folder, 'out/report.json'), 'utf8'),
    ) as SimulationReport;
    expect(report.optics.focus).toMatchObject({ objectDistanceM: 1, focusDistanceM: 1 });
    expect(report.optics.focus!.autofocus).not.toBeNull();
    const sweep = await jsonFile(folder, 'sweep.json', {
      name: 'autofocus',
      recipe: { ...GREEN, scene: 'Macbeth', optics: COOKE, ...SMALL },
      vary: [{ path: 'opticsParams.autofocus', values: [false, true] }],
      measure: ['optics.focus.autofocus.modulation', 'optics.fNumber'],
    });
    const swept = await lumenloom('sweep', sweep, '--out', join(folder, 'sweep'));
    expect({ status: swept.status, stderr: swept.stderr }).toMatchObject({ status: 0 });
    const [, off, on] = (await readFile(join(folder, 'sweep/results.csv'), 'utf8')).split('\n');
    expect(off).toContain('false');
    expect(on).toMatch(/true,.*0\.6/);
  });
});

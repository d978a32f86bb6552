import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';
import { PROJECT } from './opencv.ts';

const PITCH_UM = 1.4;
const SENSOR = { rows: 3000, cols: 4000, pixel_size: PITCH_UM };
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

interface Geometry {
  readonly fields: readonly Readonly<Record<string, number>>[];
  readonly model: {
    readonly name: string;
    readonly fx: number;
    readonly cx: number;
    readonly cy: number;
    readonly coefficients: readonly number[];
    readonly rmsPx: number;
    readonly worstPx: number;
    readonly validToDegrees: number;
  };
}

async function json<Result>(...args: readonly string[]): Promise<Result> {
  const { status, stdout, stderr } = await lumenloom(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Result;
}

/** Numbers after a key of a YAML file that ends in a list. */
const listIn = (text: string, key: string): number[] =>
  new RegExp(`^${key}:[^[]*\\[([^\\]]*)\\]`, 'm').exec(text)![1]!.split(',').map(Number);

describe('measure geometry', () => {
  test.each([
    ['cooke-triplet', '--opencv', 'plumb_bob'],
    ['double-gauss', '--opencv', 'plumb_bob'],
    ['cooke-triplet', '--opencv-rational', 'rational_polynomial'],
    ['cooke-triplet', '--kannala-brandt', 'equidistant'],
    ['fisheye', '--kannala-brandt', 'equidistant'],
  ])('%s %s: the files project the chief rays as well as they say', async (lens, flag, rosName) => {
    const [openCv, ros, kalibr] = ['opencv', 'ros', 'kalibr'].map((name) =>
      join(folder, `${lens}${flag}-${name}.yaml`),
    );
    const { model } = await json<Geometry>(
      ...['measure', 'geometry', '--lens', lens, flag],
      ...['--params', await jsonFile(folder, 'sensor.json', SENSOR)],
      ...['--opencv-yaml', openCv!, '--ros-yaml', ros!, '--kalibr-yaml', kalibr!],
    );
    const halfField = { 'cooke-triplet': 20, 'double-gauss': 14, fisheye: 85 }[lens]!;
    expect(model.validToDegrees).toBeLessThanOrEqual(halfField);
    expect(model.worstPx).toBeGreaterThanOrEqual(model.rmsPx);
    // Fields between those of the fit.
    const fractions = Array.from(
      { length: 60 },
      (_, i) => ((i + 0.37) / 60) * (model.validToDegrees / halfField),
    );
    const { fields } = await json<{
      fields: { fieldDegrees: number; chiefHeightMm: number }[];
    }>('lens', lens, '--wavelengths', '550', '--fields', fractions.join(','));
    const text = await readFile(openCv!, 'utf8');
    const rosText = await readFile(ros!, 'utf8');
    expect(rosText).toContain(`distortion_model: ${rosName}\n`);
    for (const key of ['camera_matrix', 'distortion_coefficients'])
      expect(listIn(rosText, key)).toEqual(listIn(text, key));
    const [fx, , cx, , fy, cy] = listIn(text, 'camera_matrix');
    const coefficients = listIn(text, 'distortion_coefficients');
    expect([cx, cy]).toEqual([(SENSOR.cols - 1) / 2, (SENSOR.rows - 1) / 2]);
    const project = flag === '--kannala-brandt' ? PROJECT.fisheye : PROJECT.pinhole;
    if (flag === '--kannala-brandt') {
      const kalibrText = await readFile(kalibr!, 'utf8');
      expect(listIn(kalibrText, '  intrinsics')).toEqual([fx, fy, cx, cy]);
      expect(listIn(kalibrText, '  distortion_coeffs')).toEqual(coefficients);
      expect(kalibrText).toContain('  distortion_model: equidistant\n  distortion_coeffs');
      expect(kalibrText).toContain(`  resolution: [${SENSOR.cols}, ${SENSOR.rows}]\n`);
    }
    for (const [i, { fieldDegrees, chiefHeightMm }] of fields.entries()) {
      const theta = (fieldDegrees * Math.PI) / 180;
      const azimuth = 2.4 * i;
      const [u, v] = project(
        [Math.sin(theta) * Math.cos(azimuth), Math.sin(theta) * Math.sin(azimuth), Math.cos(theta)],
        coefficients,
      );
      const radius = (chiefHeightMm * 1e3) / PITCH_UM;
      const error = Math.hypot(
        fx! * u + cx! - (cx! + radius * Math.cos(azimuth)),
        fy! * v + cy! - (cy! + radius * Math.sin(azimuth)),
      );
      expect(error).toBeLessThanOrEqual(model.worstPx);
    }
  });

  test('fields: those of the lens report, from the axis to the rim', async () => {
    const { fields, model } = await json<Geometry>('measure', 'geometry', '--lens', 'Fisheye');
    expect(model.name).toBe('kannala-brandt');
    expect(fields.length).toBe(11);
    expect(fields[0]).toEqual({
      fieldDegrees: 0,
      heightMm: 0,
      distortionPercent: 0,
      lateralColourUm: 0,
      relativeIllumination: 1,
      chiefRayAngleDegrees: 0,
    });
    const known = await json<{
      fields: {
        wavelengthNm: number;
        chiefHeightMm: number;
        distortionPercent: number;
        relativeIllumination: number;
      }[];
    }>('lens', 'fisheye', '--wavelengths', '450,550,650', '--fields', '0.7');
    const [blue, green, red] = known.fields;
    expect(fields[7]!['heightMm']).toBeCloseTo(green!.chiefHeightMm, 9);
    expect(fields[7]!['distortionPercent']).toBeCloseTo(green!.distortionPercent, 6);
    expect(fields[7]!['relativeIllumination']).toBeCloseTo(green!.relativeIllumination, 6);
    expect(fields[7]!['lateralColourUm']).toBeCloseTo(
      1e3 * (red!.chiefHeightMm - blue!.chiefHeightMm),
      6,
    );
    expect(fields[10]!['chiefRayAngleDegrees']).toBeGreaterThan(5);
  });

  test.each([
    ['no lens', [], 'Name a lens, for example --lens cooke-triplet.'],
    [
      'a lens that is none',
      ['--lens', 'telezoom'],
      'There is no lens telezoom: choose cooke-triplet, double-gauss, fisheye, or name a lens file such as own-lens.json.',
    ],
    [
      'a pinhole for the fisheye',
      ['--lens', 'fisheye', '--opencv'],
      'model: The half field is 85.0°, and a pinhole polynomial is fitted up to 60°, because tan(field) grows without bound: take the fisheye model, --kannala-brandt.',
    ],
    [
      'two models',
      ['--lens', 'fisheye', '--opencv', '--kannala-brandt'],
      'Choose one camera model, not --opencv and --kannala-brandt.',
    ],
    [
      'a folder that is not there',
      ['--lens', 'fisheye', '--ros-yaml', '/nowhere/camera.yaml'],
      '--ros-yaml: /nowhere/camera.yaml cannot be written: its folder does not exist.',
    ],
  ])('%s: one sentence, exit 2', async (_, args, sentence) => {
    expect(await lumenloom('measure', 'geometry', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
  test.each([
    [{ rows: 0 }, 'sensorParams.rows'],
    [{ pixel_size: 'wide' }, 'sensorParams.pixel_size'],
    [{ colour: 1 }, 'colour'],
  ])('a sensor %j: names the field, exit 2', async (params, field) => {
    const { status, stderr } = await lumenloom(
      ...['measure', 'geometry', '--lens', 'fisheye'],
      ...['--params', await jsonFile(folder, 'bad-sensor.json', params)],
    );
    expect(status).toBe(2);
    expect(stderr).toContain(field);
  });
});

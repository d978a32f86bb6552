/** Kernels of a lens by pictures of points (docs/measured-lenses.md#points). */
import { describe, expect, test } from 'vitest';
import { tracePointSpreads } from '../../src/optics/form-image/trace-point-spreads.ts';
import { measuredDesign } from '../../src/optics/measured/measured-design.ts';
import { measuredReport } from '../../src/optics/measured/measured-report.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { sinc } from '../../src/quantities/sinc.ts';
import { testHost } from '../test-host.ts';

const host = testHost();
const [REACH, PITCH_MM, FIELD] = [30, 0.7e-3, 0.1];
/** Law of the golden for the transform of a picture. */
const TRANSFORMED = 0.01;
/** Deviations of the Gaussian along and across the field, µm. */
const [ALONG, ACROSS] = [1.5, 0.9];

const tables = {
  ...{ kind: 'measured', name: 'Points', focalLengthMm: 8, fNumber: 4, imageCircleMm: 4 },
};
/** A picture of side x side samples whose light is off its middle. */
const samplesOf = (side: number, step: number, light: (x: number, y: number) => number) =>
  Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (__, column) =>
      light((column - side / 2 + 1.3) * step, (row - side / 2 - 0.8) * step),
    ),
  );
const lensOf = (samples: readonly (readonly number[])[], step: number, more = {}) =>
  readMeasuredLens({
    ...tables,
    blur: { psf: [{ height: 0, wavelengthNm: 550, micrometresPerSample: step, samples }] },
    ...more,
  });
const gaussian = (x: number, y: number): number =>
  7 * Math.exp(-(x * x) / (2 * ACROSS ** 2) - (y * y) / (2 * ALONG ** 2));
/** Bessel's J1 by its integral. */
function besselOne(x: number): number {
  let sum = 0;
  for (let k = 0; k < 400; k += 1) {
    const t = (Math.PI * (k + 0.5)) / 400;
    sum += Math.cos(t - x * Math.sin(t)) / 400;
  }
  return sum;
}
function airy(x: number, y: number): number {
  const r = (Math.PI * Math.hypot(x, y)) / (0.55 * tables.fNumber);
  return r < 1e-9 ? 1 : ((2 * besselOne(r)) / r) ** 2;
}

async function kernelOf(
  file: ReturnType<typeof readMeasuredLens>,
  towards: readonly [number, number],
) {
  const size = (2 * REACH + 1) ** 2;
  const out = new Float32Array(size + 1);
  await tracePointSpreads(
    {
      ...{ design: measuredDesign(file), wavelengths: [550], angles: [FIELD], shiftsMm: [0] },
      ...{ towards, reach: REACH, oversampling: 1, pitchMm: PITCH_MM, at: 0, lostAt: size, out },
      sides: [
        { share: 1, spread: 0 },
        { share: 1, spread: 0 },
      ],
    },
    host,
  );
  return out.subarray(0, size);
}

/** What a kernel passes, without its pixels and the splines of its source, and its centroid. */
function transferOf(kernel: Float32Array, [fx, fy]: readonly [number, number]) {
  const wide = 2 * REACH + 1;
  let [real, imaginary, across, down] = [0, 0, 0, 0];
  for (const [i, value] of kernel.entries()) {
    const [x, y] = [(i % wide) - REACH, Math.floor(i / wide) - REACH];
    const phase = 2 * Math.PI * PITCH_MM * (fx * x + fy * y);
    real += value * Math.cos(phase);
    imaginary += value * Math.sin(phase);
    across += value * x;
    down += value * y;
  }
  const raised = (sinc(fx * PITCH_MM) * sinc(fy * PITCH_MM)) ** 2;
  return { passed: Math.hypot(real, imaginary) * raised, across, down };
}

describe.each<readonly [number, number]>([
  [0, 1],
  [0.6, 0.8],
  [-0.8, 0.6],
])('towards %f, %f', (ex, ey) => {
  test.each([0.3, 0.6])('a Gaussian of %f µm per sample turns with the field', async (step) => {
    const side = Math.round(14 / step);
    const kernel = await kernelOf(lensOf(samplesOf(side, step, gaussian), step), [ex, ey]);
    const whole = transferOf(kernel, [0, 0]);
    expect(whole.passed).toBeCloseTo(1, 3);
    // The centroid, in pixels of .7 µm, lies on the chief ray.
    expect(Math.abs(whole.across)).toBeLessThan(0.02);
    expect(Math.abs(whole.down)).toBeLessThan(0.02);
    for (const [fx, fy] of [
      [150, 0],
      [0, 150],
      [110, 110],
      [110, -110],
    ] as const) {
      const along = 1e-3 * ALONG * (fx * ex + fy * ey);
      const across = 1e-3 * ACROSS * (fx * ey - fy * ex);
      const wanted = Math.exp(-2 * Math.PI ** 2 * (along ** 2 + across ** 2));
      expect(Math.abs(transferOf(kernel, [fx, fy]).passed - wanted)).toBeLessThan(TRANSFORMED);
    }
  });
});

test('the picture of a perfect lens passes what that lens passes', async () => {
  const file = lensOf(samplesOf(161, 0.25, airy), 0.25);
  const kernel = await kernelOf(file, [0, 1]);
  const report = measuredReport(measuredDesign(file), {
    ...{ wavelengths: [550], fields: [0, 0.8], shifts: [0], frequencies: [60, 150, 250] },
  });
  for (const { frequencies, tangential, sagittal } of report.throughFocus!)
    for (const [i, frequency] of frequencies.entries()) {
      const share = frequency * 0.55e-3 * tables.fNumber;
      const wanted = (2 / Math.PI) * (Math.acos(share) - share * Math.sqrt(1 - share ** 2));
      // What the picture cuts off of its rings is 1 %.
      expect(Math.abs(tangential[i]! - wanted)).toBeLessThan(TRANSFORMED + 0.01);
      expect(sagittal[i]).toBeCloseTo(tangential[i]!, 4);
      const { passed } = transferOf(kernel, [0, frequency]);
      expect(Math.abs(passed - tangential[i]!)).toBeLessThan(TRANSFORMED);
    }
  expect(report.fields[0]!.wavefrontRmsWaves).toBeNull();
});

const step = 0.4;
const sharp = samplesOf(31, step, gaussian);
test.each<[string, () => unknown, string]>([
  [
    'another focus',
    () => measuredDesign(lensOf(sharp, step), { focusShift: 1e-5 }),
    'blur.psf: measured points have no wavefront: focusShift, objectDistance and fNumber must be blank.',
  ],
  [
    'a stop',
    () => measuredDesign(lensOf(sharp, step), { fNumber: 8 }),
    'blur.psf: measured points have no wavefront: focusShift, objectDistance and fNumber must be blank.',
  ],
  [
    'light below 0',
    () =>
      lensOf(
        sharp.map((row, i) => (i === 3 ? row.map(() => -0.2) : row)),
        step,
      ),
    'blur.psf[0].samples goes down to',
  ],
  [
    'no light',
    () =>
      lensOf(
        [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
        step,
      ),
    'blur.psf[0].samples has no light.',
  ],
  ['two samples', () => lensOf([[1, 2]], step), 'blur.psf[0].samples must have 3 to 512 rows'],
  [
    'rows of two lengths',
    () =>
      lensOf(
        [
          [1, 2, 3],
          [1, 2],
          [1, 2, 3],
        ],
        step,
      ),
    'blur.psf[0].samples[1] has 2 values: 3 are needed.',
  ],
  [
    'a picture twice',
    () => {
      const point = { height: 0, wavelengthNm: 550, micrometresPerSample: step, samples: sharp };
      return readMeasuredLens({ ...tables, blur: { psf: [point, point] } });
    },
    'blur.psf[1] has the height and the wavelength of a picture before it.',
  ],
  [
    'a file that nobody opens',
    () =>
      readMeasuredLens({
        ...tables,
        blur: { psf: [{ height: 0, wavelengthNm: 550, micrometresPerSample: 1, file: 'a.npy' }] },
      }),
    'blur.psf[0].file: no file beside a lens is read here: give its values as samples.',
  ],
])('pictures of points are refused with %s', (_, make, sentence) => {
  expect(make).toThrow(sentence);
});

test('what noise takes below 0 is dark', () => {
  const noisy = sharp.map((row) => row.map((value, i) => (i === 0 ? -0.05 : value)));
  expect(() => lensOf(noisy, step)).not.toThrow();
});

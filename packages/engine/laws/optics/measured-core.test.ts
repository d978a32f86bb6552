/** Kernels of a lens whose curves ask for a Gaussian core (docs/measured-lenses.md#curves). */
import { describe, expect, test } from 'vitest';
import { tracePointSpreads } from '../../src/optics/form-image/trace-point-spreads.ts';
import type { CurveFit } from '../../src/optics/measured/fit-curves.ts';
import type { MeasuredDesign } from '../../src/optics/measured/measured-design.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { coreShifts } from '../../src/optics/point-spread/core.ts';
import { testHost } from '../test-host.ts';

const host = testHost();
const [REACH, PITCH_MM, FIELD] = [24, 0.7e-3, 0.2];

/** A lens whose curves were fitted by a core alone. */
function designWith(coreUm2: readonly [number, number]): MeasuredDesign {
  const file = readMeasuredLens({
    ...{ kind: 'measured', name: 'Core', focalLengthMm: 8, fNumber: 2.8, imageCircleMm: 6 },
    blur: {
      mtf: { curves: [{ height: 0, frequencies: [50], tangential: [0.5], sagittal: [0.5] }] },
    },
  });
  const fit: CurveFit = {
    nodes: [{ heightMm: 0, terms: [0.05, 0, 0, 0.03, 0, 0, 0], coreUm2 }],
    isSideKnown: false,
  };
  return {
    kind: 'measured',
    file,
    scale: 1,
    stop: 1,
    defocusMm: 0,
    shiftMm: 0,
    isAdjusted: false,
    fit,
  };
}

async function kernelOf(design: MeasuredDesign, towards: readonly [number, number]) {
  const size = (2 * REACH + 1) ** 2;
  const out = new Float32Array(size + 1);
  await tracePointSpreads(
    {
      ...{ design, wavelengths: [550], angles: [FIELD], shiftsMm: [0], towards },
      ...{ reach: REACH, oversampling: 1, pitchMm: PITCH_MM, at: 0, lostAt: size, out },
      sides: [
        { share: 1, spread: 0 },
        { share: 1, spread: 0 },
      ],
    },
    host,
  );
  return out.subarray(0, size);
}

/** Contrast that a kernel passes at cycles per mm along rows and columns. */
function transferOf(kernel: Float32Array, [fx, fy]: readonly [number, number]): number {
  const wide = 2 * REACH + 1;
  let [real, imaginary] = [0, 0];
  for (const [i, value] of kernel.entries()) {
    const [x, y] = [(i % wide) - REACH, Math.floor(i / wide) - REACH];
    const phase = 2 * Math.PI * PITCH_MM * (fx * x + fy * y);
    real += value * Math.cos(phase);
    imaginary += value * Math.sin(phase);
  }
  return Math.hypot(real, imaginary) / kernel.reduce((sum, value) => sum + value, 0);
}

/** Kernels end where 3 % of the light is left (measured: 1.1e-3). */
const CUT = 2e-3;

describe.each<readonly [number, number]>([
  [0, 1],
  [0.6, 0.8],
  [-0.8, 0.6],
])('towards %f, %f', (ex, ey) => {
  test.each<readonly [number, number]>([
    [0.8, 0.8],
    [1.2, 0.3],
    [0, 0.9],
  ])('a core of %f and %f µm² blurs along and across the field', async (along, across) => {
    const sharp = await kernelOf(designWith([0, 0]), [ex, ey]);
    const blurred = await kernelOf(designWith([along, across]), [ex, ey]);
    for (const frequency of [
      [150, 0],
      [0, 150],
      [110, 110],
      [110, -110],
    ] as const) {
      const alongUm = 1e-3 * (frequency[0] * ex + frequency[1] * ey);
      const acrossUm = 1e-3 * (frequency[0] * ey - frequency[1] * ex);
      const passed = Math.exp(-2 * Math.PI ** 2 * (along * alongUm ** 2 + across * acrossUm ** 2));
      const [one, other] = [transferOf(blurred, frequency), transferOf(sharp, frequency)];
      expect(Math.abs(one - passed * other)).toBeLessThan(CUT);
    }
  });
});

test('places along a core blur as the core does', () => {
  const cutoff = 600;
  for (const variance of [1e-8, 1e-6, 4e-5])
    for (const frequency of [0, 30, 200, cutoff]) {
      const passed = coreShifts(variance, cutoff).reduce(
        (sum, { atMm, weight }) => sum + weight * Math.cos(2 * Math.PI * frequency * atMm),
        0,
      );
      const wanted = Math.exp(-2 * Math.PI ** 2 * variance * frequency ** 2);
      expect(Math.abs(passed - wanted)).toBeLessThan(SHIFTED);
    }
});

/** What lies beyond four deviations (measured: 1.2e-4). */
const SHIFTED = 3e-4;

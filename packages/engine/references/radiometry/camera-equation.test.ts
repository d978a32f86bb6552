import { describe, expect, test } from 'vitest';
import { lightScene, nativeLight } from '../../src/illuminants/light.ts';
import { irradiancePerRadiance } from '../../src/optics/ideal-lens.ts';
import { ISETCAM_PLANCK } from '../isetcam.ts';
import { whiteCard } from '../white-card.ts';
import { expectHeld } from '../held.ts';
import golden from './irradiance_vs_fnumber.json' with { type: 'json' };

/**
 * The baseline is a mean over a region of ISETCam's blurred and vignetted picture, not the value on
 * the axis. Falloff reduces it by a factor that does not depend on the f-number N. The width of the
 * blur is proportional to λN, so it moves an amount of light proportional to N beyond the scene's
 * edge. Hence baseline / camera equation = a + b·N, with a between the falloff at the corner and 1,
 * and b small and negative.
 */
const FOCAL_LENGTH = 3.8627550992e-3;
const DISTANCE = 1.2;
const LUMINANCE = 10;
const CORNER_FALLOFF = Math.cos(Math.atan(Math.SQRT2 * Math.tan((5 * Math.PI) / 180))) ** 4;
/**
 * At f/2 and f/3 the blur is narrower than ISETCam's sample spacing, so the straight line begins at
 * f/4.
 */
const NARROWEST = 4;

const magnification = -FOCAL_LENGTH / (DISTANCE - FOCAL_LENGTH);
const radiance = lightScene(
  whiteCard,
  nativeLight('equal-photons').energy,
  { of: 'white', value: LUMINANCE },
  ISETCAM_PLANCK,
).white.reduce((sum, photons) => sum + photons, 0);

/**
 * Fits a straight line to baseline / prediction over the f-number.
 * @returns its coefficients and the largest residual.
 */
function residual(predict: (fNumber: number) => number): {
  readonly at0: number;
  readonly slope: number;
  readonly largest: number;
} {
  const points = golden.fnumbers.flatMap((fNumber, index) =>
    fNumber < NARROWEST
      ? []
      : [
          [
            fNumber,
            golden.sum_irradiance_quanta_s_m2_nm_over_31_bands[index]! /
              (predict(fNumber) * radiance),
          ] as const,
        ],
  );
  const mean = (pick: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const slope = mean(([x, y]) => (x - meanX) * (y - meanY)) / mean(([x]) => (x - meanX) ** 2);
  const at0 = meanY - slope * meanX;
  return {
    at0,
    slope,
    largest: Math.max(...points.map(([x, y]) => Math.abs((at0 + slope * x) / y - 1))),
  };
}

describe('irradiance_vs_fnumber', () => {
  test('the camera equation follows 13 f-numbers', () => {
    const { at0, slope, largest } = residual((fNumber) =>
      irradiancePerRadiance(fNumber, magnification),
    );
    expectHeld('camera-equation', largest, golden.tolerance.rel);
    expect(at0).toBeGreaterThan(CORNER_FALLOFF);
    expect(at0).toBeLessThan(1);
    expect(slope).toBeLessThan(0);
    expect(slope).toBeGreaterThan(-1e-3);
  });
  test('the simpler forms do not: the comparison can fail', () => {
    expect(residual((fNumber) => Math.PI / (4 * fNumber ** 2)).largest).toBeGreaterThan(
      100 * golden.tolerance.rel,
    );
    expect(residual((fNumber) => irradiancePerRadiance(fNumber, 0)).largest).toBeGreaterThan(
      golden.tolerance.rel,
    );
  });
  test('an object at infinity through f/4: 4.83 lux per 100 cd/m² (docs/reference/physics.md#p1)', () => {
    expect(100 * irradiancePerRadiance(4)).toBeCloseTo(4.83, 2);
  });
});

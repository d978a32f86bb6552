import { expect, test } from 'vitest';
import { CAMERA_MODELS, fitCameraModel } from './camera-models.ts';

const angles = Array.from({ length: 200 }, (_, i) => ((i + 1) / 200) * 0.9);
const rays = (radius: (angle: number) => number) =>
  angles.map((angle) => ({ angle, radius: radius(angle) }));

test('a lens that is the model gives its coefficients', () => {
  const pinhole = fitCameraModel(
    'opencv',
    rays((angle) => {
      const t = Math.tan(angle);
      return 800 * t * (1 - 0.2 * t ** 2 + 0.05 * t ** 4 - 0.004 * t ** 6);
    }),
  );
  expect(pinhole.focal).toBeCloseTo(800, 8);
  [-0.2, 0.05, 0, 0, -0.004].forEach((k, i) => {
    expect(pinhole.coefficients[i]).toBeCloseTo(k, 10);
  });
  const fisheye = fitCameraModel(
    'kannala-brandt',
    rays((angle) => 500 * angle * (1 + 0.01 * angle ** 2 - 0.02 * angle ** 4 + 0.003 * angle ** 8)),
  );
  expect(fisheye.focal).toBeCloseTo(500, 8);
  [0.01, -0.02, 0, 0.003].forEach((k, i) => {
    expect(fisheye.coefficients[i]).toBeCloseTo(k, 8);
  });
  expect(fisheye.worstPx).toBeLessThan(1e-9);
});

test('a quotient: OpenCV of eight coefficients', () => {
  const radius = (angle: number): number => {
    const u = Math.tan(angle) ** 2;
    const over = 1 + 0.3 * u + 0.02 * u ** 2 + 0.001 * u ** 3;
    return (700 * Math.tan(angle) * over) / (1 + 0.6 * u + 0.1 * u ** 2 + 0.01 * u ** 3);
  };
  const model = fitCameraModel('opencv-rational', rays(radius));
  expect(model.coefficients.length).toBe(8);
  expect(model.worstPx).toBeLessThan(1e-6);
});

test.each(CAMERA_MODELS)('%s: residuals of a lens that no model is', (name) => {
  // Equisolid projection.
  const model = fitCameraModel(
    name,
    rays((angle) => 1000 * Math.sin(angle / 2)),
  );
  expect(model.rmsPx).toBeLessThanOrEqual(model.worstPx);
  expect(model.worstPx).toBeLessThan(name === 'opencv' ? 1 : 1e-3);
  expect(model.worstPx).toBeGreaterThan(0);
});

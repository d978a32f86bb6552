/**
 * Worlds through a lens against what a lens does to light (docs/reference/world.md#w8): nothing of
 * the expected values is computed by the product.
 */
import { toPlan } from '@lumenloom/contract';
import { irradianceOf, loadLens, withWorld, type SimulationPlan } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { expect, test } from 'vitest';

const host = nodeHost(1);
const quiet = { stopped: () => false, progress: () => undefined };
const PITCH = 4.4e-6;
const FOCAL = 8.2e-3;
const APERTURE = FOCAL / 4;
const sensor = { sensor: 'Bayer-grbg', sensorParams: { rows: 48, cols: 64, pixel_size: 4.4 } };

/** Photons of a picture: data[row * 64 + column]. */
async function pictureOf(world: object, focusDistance?: number) {
  const decoded = toPlan({
    ...sensor,
    world: { version: 1, ...world },
    worldParams: { samples: 16 },
    ...(focusDistance !== undefined && { opticsParams: { focusDistance } }),
  });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  const plan = await withWorld(decoded.value.plan!, host, quiet);
  return { plan, light: await irradianceOf(plan, host, quiet.stopped) };
}

/** A surface that shines and sends nothing back. */
const shining = (luminance: number) => ({
  model: 'diffuse',
  reflectance: 0,
  emission: { spectrum: 'D65', luminance },
});
const sensorDistance = (focus: number) => (FOCAL * focus) / (focus - FOCAL);

test('even light everywhere is an even picture with the irradiance of the camera equation', async () => {
  const { plan, light } = await pictureOf(
    {
      environment: { uniform: { luminance: 100 } },
      materials: { white: { model: 'diffuse', reflectance: 1 } },
      objects: [
        {
          name: 'near',
          shape: { box: { size: [0.05, 0.2, 0.01] } },
          position: [0, 0, -0.3],
          material: 'white',
        },
        {
          name: 'ball',
          shape: { sphere: { radius: 0.1 } },
          position: [0.2, 0, -2],
          material: 'white',
        },
      ],
    },
    0.6,
  );
  const white = plan.illuminant.energy!;
  const perRadiance = Math.PI / (1 + 4 * (sensorDistance(0.6) / APERTURE) ** 2);
  const [planck, speed] = [6.62607015e-34, 299792458];
  const photons = white.reduce(
    (sum, energy, band) => sum + (energy * (400 + 10 * band) * 1e-9 * 10) / (planck * speed),
    0,
  );
  for (const value of light)
    expect(Math.abs(value / (photons * perRadiance) - 1)).toBeLessThan(5e-3);
});

/** Centroid from the middle, and diameter of an even disc with that plateau, pixels. */
function spotOf(light: Float64Array) {
  let [sum, x, y] = [0, 0, 0];
  for (const [at, value] of light.entries()) {
    sum += value;
    x += value * ((at % 64) + 0.5 - 32);
    y += value * (Math.floor(at / 64) + 0.5 - 24);
  }
  [x, y] = [x / sum, y / sum];
  const middle = Math.floor(y + 24) * 64 + Math.floor(x + 32);
  const plateau = [-65, -64, -63, -1, 0, 1, 63, 64, 65].reduce(
    (total, step) => total + light[middle + step]! / 9,
    0,
  );
  return { x, y, diameter: 2 * Math.sqrt(sum / plateau / Math.PI) };
}

test('a marker stands where the pinhole has it, and out of focus is as wide as its blur disc', async () => {
  const [across, up, away, radius] = [0.008, -0.005, 1, 0.0006];
  const marker = (focus: number) =>
    pictureOf(
      {
        materials: { lamp: shining(1000) },
        objects: [
          {
            name: 'marker',
            shape: { disc: { radius } },
            position: [across, up, -away],
            material: 'lamp',
          },
        ],
      },
      focus,
    );
  const sharp = spotOf((await marker(away)).light);
  const scale = sensorDistance(away) / PITCH;
  expect(Math.hypot(sharp.x - across * scale, sharp.y + up * scale)).toBeLessThan(0.1);

  const near = 0.25;
  const { light } = await marker(near);
  const spot = spotOf(light);
  const far = (FOCAL * away) / (away - FOCAL);
  const blur = (APERTURE * (sensorDistance(near) - far)) / far / PITCH;
  expect(Math.abs(spot.diameter / blur - 1)).toBeLessThan(0.02);
});

test('a near edge before a far plane, both blurred, is what a gather of rays has', async () => {
  const [near, far, focus] = [0.3, 3, 0.6];
  const { light, plan } = await pictureOf(
    {
      materials: { bright: shining(300), dark: shining(100) },
      objects: [
        {
          name: 'edge',
          shape: { plane: { size: [1, 1] } },
          position: [-0.5, 0, -near],
          material: 'bright',
        },
        {
          name: 'wall',
          shape: { plane: { size: [4, 4] } },
          position: [0, 0, -far],
          material: 'dark',
        },
      ],
    },
    focus,
  );
  const row = light.subarray(24 * 64, 25 * 64);
  const [bright, dark] = [row[0]!, row[63]!];
  let squares = 0;
  for (let column = 0; column < 64; column += 1) {
    // Where the ray through the middle of the aperture meets the plane in focus.
    const inFocus = ((column + 0.5 - 32) * PITCH * focus) / sensorDistance(focus);
    const limit = (-inFocus * near) / focus / (1 - near / focus);
    const share = Math.max(-1, Math.min(1, limit / (APERTURE / 2)));
    const hit = 0.5 + (share * Math.sqrt(1 - share * share) + Math.asin(share)) / Math.PI;
    squares += ((row[column]! - dark) / (bright - dark) - hit) ** 2;
  }
  expect(Math.sqrt(squares / 64)).toBeLessThan(0.02);
  expect(Math.abs(bright / dark / 3 - 1)).toBeLessThan(5e-3);
  expect(plan.depth!.hidden!.isRendered).toBe(true);
});

const depthsOf = (plan: SimulationPlan, column: number) =>
  plan.depth!.distances[(plan.depth!.rows / 2) * plan.depth!.columns + column]!;

test('the pinhole is the entrance pupil, or stands behind the first vertex', async () => {
  const photographed = async (origin: string) => {
    const decoded = toPlan({
      ...sensor,
      optics: 'Double-Gauss',
      world: {
        version: 1,
        environment: { uniform: { luminance: 100 } },
        objects: [{ name: 'wall', shape: { plane: { size: [9, 9] } }, position: [0, 0, -0.5] }],
        camera: { origin },
      },
      worldParams: { samples: 1, sampling: 0.5 },
    });
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    return withWorld(decoded.value.plan!, host, quiet);
  };
  const pupil = (await loadLens('double-gauss')).chiefRays!.entrancePupil;
  expect(depthsOf(await photographed('pupil'), 10)).toBeCloseTo(0.5 - pupil, 6);
  expect(depthsOf(await photographed('vertex'), 10)).toBeCloseTo(0.5, 6);
  expect(pupil).toBeGreaterThan(1e-3);
});

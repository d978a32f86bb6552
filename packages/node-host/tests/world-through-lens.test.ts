/**
 * Worlds ray by ray through the surfaces of a lens, against layers, against closed forms of the
 * thin lens, and against the map of a lens without symmetry (docs/reference/world.md#w8).
 */
import { toPlan } from '@lumenloom/contract';
import {
  irradianceOf,
  loadLens,
  loadLensFile,
  withWorld,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { expect, test } from 'vitest';

const host = nodeHost(1);
const quiet = { stopped: () => false, progress: () => undefined };
const [COLUMNS, ROWS] = [40, 24];
const usual = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: ROWS, cols: COLUMNS, pixel_size: 4.4 },
};

function planOf(recipe: object, own?: Parameters<typeof toPlan>[3]): SimulationPlan {
  const decoded = toPlan({ ...usual, ...recipe }, undefined, undefined, own);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value.plan!;
}

/** Photons of a picture: data[row * COLUMNS + column]. */
async function lightOf(plan: SimulationPlan): Promise<Float64Array> {
  const rendered = await withWorld(plan, host, quiet);
  return irradianceOf(rendered, host, quiet.stopped);
}

const through = (way: 'layers' | 'lens', samples = 64, lensBands = 1) => ({
  worldParams: { through: way, samples, lensBands },
});
const shining = (luminance: number) => ({
  model: 'diffuse',
  reflectance: 0,
  emission: { spectrum: 'D65', luminance },
});
const plane = (name: string, size: readonly number[], position: readonly number[]) => ({
  name,
  shape: { plane: { size } },
  position,
  material: name,
});

test.each([
  ['', 16],
  ['Double-Gauss', 256],
])(
  'even light everywhere is the same picture by layers and through the lens %#',
  async (optics, samples) => {
    const world = {
      version: 1,
      environment: { uniform: { luminance: 100 } },
      materials: { near: { model: 'diffuse', reflectance: 1 } },
      objects: [plane('near', [0.03, 1], [0.005, 0, -0.3])],
    };
    const recipe = { optics, opticsParams: { focusDistance: 0.6 }, world };
    const mean = (light: Float64Array) =>
      light.reduce((sum, value) => sum + value, 0) / light.length;
    const lens = mean(await lightOf(planOf({ ...recipe, ...through('lens', samples, 8) })));
    const layers = mean(await lightOf(planOf({ ...recipe, ...through('layers', 16) })));
    expect(Math.abs(lens / layers - 1)).toBeLessThan(5e-3);
  },
);

/** Centroid from the middle, and the diameter of an even disc of that spread, pixels. */
function spotOf(light: Float64Array) {
  let [sum, x, y, squares] = [0, 0, 0, 0];
  for (const [at, value] of light.entries()) {
    const right = (at % COLUMNS) + 0.5 - COLUMNS / 2;
    const down = Math.floor(at / COLUMNS) + 0.5 - ROWS / 2;
    sum += value;
    x += value * right;
    y += value * down;
    squares += value * (right * right + down * down);
  }
  [x, y] = [x / sum, y / sum];
  return {
    x,
    y,
    diameter: 2 * Math.sqrt(2 * (squares / sum - x * x - y * y)),
  };
}

const [AWAY, RADIUS, FOCUS] = [1, 0.0015, 0.25];
const marker = {
  version: 1,
  materials: { lamp: shining(1000) },
  objects: [
    {
      name: 'm',
      shape: { disc: { radius: RADIUS } },
      position: [0.0015, -0.001, -AWAY],
      material: 'lamp',
    },
  ],
};

test.each(['', 'Double-Gauss'])(
  'a marker out of focus has the place and the width of layers %#',
  async (optics) => {
    const recipe = { optics, opticsParams: { focusDistance: FOCUS }, world: marker };
    const layers = spotOf(await lightOf(planOf({ ...recipe, ...through('layers') })));
    const lens = spotOf(await lightOf(planOf({ ...recipe, ...through('lens', 256) })));
    expect(Math.hypot(lens.x - layers.x, lens.y - layers.y)).toBeLessThan(0.1);
    if (optics !== '') {
      expect(Math.abs(lens.diameter / layers.diameter - 1)).toBeLessThan(0.02);
      return;
    }
    // Layers have diffraction; here the disc of geometry, the marker's own image and the box of a
    // pixel are all: their squares add.
    const [focal, aperture, pitch] = [8.2e-3, 8.2e-3 / 4, 4.4e-6];
    const image = (distance: number) => (focal * distance) / (distance - focal);
    const blur = (aperture * (image(FOCUS) - image(AWAY))) / image(AWAY) / pitch;
    const own = (2 * RADIUS * image(FOCUS)) / AWAY / pitch;
    const expected = Math.sqrt(blur ** 2 + own ** 2 + 8 / 6);
    expect(Math.abs(lens.diameter / expected - 1)).toBeLessThan(0.02);
    expect(lens.x).toBeCloseTo((0.0015 * image(FOCUS)) / pitch, 1);
  },
);

test('an edge before a far plane, both blurred, is the same by layers and through the lens', async () => {
  const world = {
    version: 1,
    materials: { edge: shining(300), wall: shining(100) },
    objects: [plane('edge', [1, 1], [-0.5, 0, -0.3]), plane('wall', [4, 4], [0, 0, -3])],
  };
  const recipe = { opticsParams: { focusDistance: 0.6 }, world };
  const profile = async (way: 'layers' | 'lens') => {
    const light = await lightOf(planOf({ ...recipe, ...through(way, way === 'lens' ? 256 : 16) }));
    return Array.from({ length: COLUMNS }, (_, column) => {
      let sum = 0;
      for (let row = 0; row < ROWS; row += 1) sum += light[row * COLUMNS + column]!;
      return sum / ROWS;
    });
  };
  const [layers, lens] = [await profile('layers'), await profile('lens')];
  const step = layers[0]! - layers.at(-1)!;
  const rms = Math.sqrt(
    layers.reduce((sum, value, at) => sum + ((value - lens[at]!) / step) ** 2, 0) / COLUMNS,
  );
  expect(rms).toBeLessThan(0.02);
});

/** The double Gauss with its last lens turned and shifted by moves of the axis: class none. */
async function skewLens() {
  const file = await loadLensFile('double-gauss');
  const last = file.surfaces.length - 2;
  return {
    ...file,
    surfaces: file.surfaces.map((surface, at) =>
      at === last
        ? {
            ...surface,
            before: [{ tilt: [0.2, 0.3, 0] as const, decentre: [0.01, 0.02, 0] as const }],
          }
        : surface,
    ),
  };
}

test('a lens without symmetry images a marker where its chief ray goes, and layers are refused', async () => {
  const opticsFile = await skewLens();
  const recipe = {
    opticsParams: { fNumber: 8 },
    world: {
      ...marker,
      objects: [
        { ...marker.objects[0], position: [1, 0.5, -400], shape: { disc: { radius: 0.15 } } },
      ],
    },
  };
  const own = { optics: opticsFile };
  const plan = planOf({ ...recipe, ...through('lens', 256) }, own);
  const lens = await loadLens(plan.optics);
  const light = spotOf(await lightOf(plan));
  const length = Math.hypot(1, 0.5);
  const [x, y] = lens.imagePoint!(Math.atan(length / 400), [1 / length, -0.5 / length]);
  expect(Math.hypot(light.x - x / 4.4e-6, light.y - y / 4.4e-6)).toBeLessThan(0.3);
  await expect(lightOf(planOf({ ...recipe, ...through('layers') }, own))).rejects.toThrow(
    'use through: lens',
  );
});

test.each([
  [{ opticsParams: { scatter: 1 } }, 'through lens has no scatter: use layers.'],
  [
    { opticsParams: { coating: 'mgf2' }, optics: 'Double-Gauss' },
    'through lens has no coatings: use layers.',
  ],
  [{ sensorParams: { rows: 4000, cols: 6000, pixel_size: 1 } }, '3.07e9 paths; at most 2e9'],
] as const)('refuses what is not traced through the lens %#', async (recipe, sentence) => {
  await expect(
    lightOf(planOf({ ...recipe, world: marker, ...through('lens', 128) })),
  ).rejects.toThrow(sentence);
});

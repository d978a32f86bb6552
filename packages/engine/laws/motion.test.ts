import { describe, expect, test } from 'vitest';
import type { SimulationPlan } from '../src/index.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { readMotion } from '../src/pipeline/read-motion.ts';
import { sensorFields } from '../src/sensors/bayer/descriptor.ts';
import { readSensorFile } from '../src/sensors/read-sensor-file.ts';
import { sensorOfFile } from '../src/sensors/sensor-file.ts';
import { planOf, runWatched } from './run.ts';
import { testHost } from './test-host.ts';

/** Of the reference, pixels: an edge over the picture; and the share of a step of a moved edge. */
const SKEW = 0.02;
const STEP = 0.01;
/** Light is kept in 32-bit floats; pixels that would be negative are 0 in each picture. */
const ROUNDING = 2e-5;
/**
 * Places of points, pixels: each is a square of 1 px, whose light counts in the middles of pixels,
 * which moves its centroid by some hundredths; over the points that is nothing.
 */
const [PLACE, MEAN_PLACE] = [0.05, 0.01];
const EXPOSURE = 0.01;
/** Focal length of the ideal lens, m. */
const FOCAL = 8.2e-3;

interface Camera {
  readonly rows: number;
  readonly columns: number;
  readonly pixelMicrometres: number;
  readonly shutter?: object;
}

/** A monochrome camera without noise, its full pixels collecting light. */
async function cameraOf(
  { rows, columns, pixelMicrometres, shutter }: Camera,
  rest: Partial<SimulationPlan>,
): Promise<SimulationPlan> {
  const values = { rows, cols: columns, pixel_size: pixelMicrometres, well_capacity: 1e6 };
  const { sensor } = await readSensorFile(
    JSON.stringify({
      pattern: 'mono',
      bits: 12,
      sensorParams: values,
      ...(shutter && { shutter }),
    }),
    'own',
  );
  return planOf(
    {
      scene: 'slantedEdge',
      sensorParameters: { rows, cols: columns, pixel_size: pixelMicrometres },
    },
    {
      sensor: sensorOfFile(sensor, toEngineUnits(sensorFields, sensor.parameters)),
      noise: false,
      exposureSeconds: EXPOSURE,
      ...rest,
    },
  );
}

/** An edge far larger than the sensor, degrees wide. */
const edge = (slope: number, hfov = 40): SimulationPlan['scene'] => ({
  id: 'slantedEdge',
  parameters: { hfov: (hfov * Math.PI) / 180, imageSize: 999, edgeAngle: slope, darkLevel: 0 },
});

const pixels = (right: number, down: number): NonNullable<SimulationPlan['motion']> =>
  readMotion({ pixelsPerSecond: [right, down] }).motion!;

async function electronsOf(plan: SimulationPlan): Promise<Float64Array> {
  const { arrays } = await runWatched(plan);
  return arrays.electrons.data as Float64Array;
}

/** Where the edge is in each row, from the light of the row, pixels from the dark side. */
function edgePlaces(electrons: Float64Array, { rows, columns }: Camera): number[] {
  const bright = Math.max(...electrons);
  return Array.from({ length: rows }, (_, row) =>
    electrons
      .subarray(row * columns, (row + 1) * columns)
      .reduce((sum, value) => sum + value / bright, 0),
  );
}

test.each([
  ['down', 400, 1],
  ['up', -700, -1],
])(
  'a rolling shutter that reads %s skews an edge of an image that moves %f px/s',
  async (direction, speed, way) => {
    const lineSeconds = 1e-4;
    const camera: Camera = {
      rows: 40,
      columns: 96,
      pixelMicrometres: 6,
      shutter: { kind: 'rolling', lineSeconds, direction },
    };
    const scene = edge(1000);
    const still = edgePlaces(await electronsOf(await cameraOf(camera, { scene })), camera);
    const plan = await cameraOf(camera, { scene, motion: pixels(speed, 0) });
    const moving = edgePlaces(await electronsOf(plan), camera);
    const first = direction === 'down' ? 0 : camera.rows - 1;
    for (const [row, place] of moving.entries()) {
      const middle = EXPOSURE / 2 + Math.abs(row - first) * lineSeconds;
      // The lower left is bright: light grows along a row where the edge moves right.
      expect(Math.abs(place - still[row]! - speed * middle)).toBeLessThan(SKEW);
    }
    expect(Math.sign(moving.at(-1)! - moving[0]! - (still.at(-1)! - still[0]!))).toBe(
      way * Math.sign(speed),
    );
  },
);

test('an edge that moves 8 px is the mean of finer pictures, shifted and binned', async () => {
  const [fine, path] = [4, 8];
  const camera: Camera = { rows: 24, columns: 48, pixelMicrometres: 8 };
  const finer: Camera = {
    rows: camera.rows * fine,
    columns: camera.columns * fine,
    pixelMicrometres: camera.pixelMicrometres / fine,
  };
  const scene = edge(4);
  const { arrays, report } = await runWatched(
    await cameraOf(camera, { scene, motion: pixels(path / EXPOSURE, 0) }),
  );
  const moved = arrays.electrons.data as Float64Array;
  expect(report.sensor!.motion).toEqual({
    pathPixels: expect.closeTo(path, 9) as number,
    subFrames: 2 * path,
  });
  const still = await electronsOf(await cameraOf(finer, { scene }));
  const bright = Math.max(...moved);
  const brightFine = Math.max(...still);
  const shifts = path * fine;
  let [worst, stillWorst] = [0, 0];
  for (let row = 0; row < camera.rows; row += 1)
    // What enters from the left has left the fine picture.
    for (let column = path + 1; column < camera.columns; column += 1) {
      let [sum, middle] = [0, 0];
      for (let down = 0; down < fine; down += 1)
        for (let across = 0; across < fine; across += 1) {
          const at = (row * fine + down) * finer.columns + column * fine + across;
          middle += still[at - shifts / 2]! / fine ** 2;
          for (let shift = 0; shift <= shifts; shift += 1)
            sum +=
              (still[at - shift]! * (shift === 0 || shift === shifts ? 0.5 : 1)) /
              (shifts * fine ** 2);
        }
      const value = moved[row * camera.columns + column]! / bright;
      worst = Math.max(worst, Math.abs(value - sum / brightFine));
      stillWorst = Math.max(stillWorst, Math.abs(middle - sum) / brightFine);
    }
  expect(worst).toBeLessThan(STEP);
  // The edge is smeared at all.
  expect(stillWorst).toBeGreaterThan(0.2);
});

test.each([
  ['the ideal lens', undefined],
  ['Double-Gauss', 'double-gauss'],
] as const)(
  'an exposure through %s is the sum of its sub-frames, each exposed by itself',
  async (_, optics) => {
    const subFrames = 4;
    const camera: Camera = { rows: 96, columns: 128, pixelMicrometres: 6 };
    const motion = { ...pixels(12 / EXPOSURE, 5 / EXPOSURE), subFrames };
    const shared = { scene: edge(4), ...(optics && { optics }) };
    const whole = await electronsOf(await cameraOf(camera, { ...shared, motion }));
    const sum = new Float64Array(whole.length);
    const exposureSeconds = EXPOSURE / subFrames;
    for (let index = 0; index < subFrames; index += 1) {
      const part = await electronsOf(
        await cameraOf(camera, {
          ...shared,
          exposureSeconds,
          motion: { ...motion, subFrames: 1 },
          frame: { index, hertz: 1 / exposureSeconds },
        }),
      );
      for (let at = 0; at < sum.length; at += 1) sum[at]! += part[at]!;
    }
    const bright = Math.max(...sum);
    const worst = Math.max(...whole.map((value, at) => Math.abs(value - sum[at]!) / bright));
    expect(worst).toBeLessThan(ROUNDING);
    expect(bright).toBeGreaterThan(0);
  },
);

type Spot = readonly [number, number];

describe('directions', () => {
  const camera: Camera = { rows: 96, columns: 96, pixelMicrometres: 20 };
  const scene = {
    id: 'pointArray',
    parameters: { hfov: 0.16, arraySize: 64, pointSpacing: 16 },
  } as const;
  const [seconds, centre] = [2, 48];

  /** Centroids of the spots that lie in the picture as a whole. */
  function spots(electrons: Float64Array): Spot[] {
    const { rows, columns } = camera;
    const visited = new Uint8Array(electrons.length);
    const most = Math.max(...electrons);
    const found: Spot[] = [];
    for (let at = 0; at < electrons.length; at += 1) {
      if (visited[at] || electrons[at]! < 1e-4 * most) continue;
      const queue = [at];
      visited[at] = 1;
      let [light, x, y, isCut] = [0, 0, 0, false];
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const [row, column] = [Math.floor(next / columns), next % columns];
        light += electrons[next]!;
        x += electrons[next]! * (column + 0.5);
        y += electrons[next]! * (row + 0.5);
        if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) isCut = true;
        for (const [down, right] of [
          [0, 1],
          [1, 0],
          [0, -1],
          [-1, 0],
        ] as const) {
          const [r, c] = [row + down, column + right];
          const to = r * columns + c;
          if (r < 0 || c < 0 || r >= rows || c >= columns || visited[to]) continue;
          if (electrons[to]! < 1e-4 * most) continue;
          visited[to] = 1;
          queue.push(to);
        }
      }
      if (!isCut) found.push([x / light, y / light]);
    }
    return found;
  }

  /** How the same points lie after `seconds`, by turning directions one axis after the other. */
  function turned([x, y]: Spot, [yaw, pitch, roll]: readonly number[]): Spot {
    const radians = (degrees: number) => (degrees * seconds * Math.PI) / 180;
    const scale = FOCAL / (camera.pixelMicrometres * 1e-6);
    let [right, down, forward] = [(x - centre) / scale, (y - centre) / scale, 1];
    // The camera turns right: what it sees turns left.
    const heading = Math.atan2(right, forward) - radians(yaw!);
    const flat = Math.hypot(right, forward);
    [right, forward] = [flat * Math.sin(heading), flat * Math.cos(heading)];
    // The camera turns up: what it sees moves down.
    const dip = Math.atan2(down, forward) + radians(pitch!);
    const steep = Math.hypot(down, forward);
    [down, forward] = [steep * Math.sin(dip), steep * Math.cos(dip)];
    // The camera rolls clockwise: what it sees turns the other way.
    const angle = Math.atan2(down, right) - radians(roll!);
    const wide = Math.hypot(right, down);
    [right, down] = [wide * Math.cos(angle), wide * Math.sin(angle)];
    return [centre + (scale * right) / forward, centre + (scale * down) / forward];
  }

  /** Whether every spot is where one of those before has moved. */
  function expectMoved(
    before: readonly Spot[],
    after: readonly Spot[],
    move: (spot: Spot) => Spot,
  ) {
    expect(after.length).toBeGreaterThan(6);
    const moved = before.map(move);
    const errors = after.map(([x, y]) => {
      const away = moved.map((to): Spot => [x - to[0], y - to[1]]);
      return away.reduce((one, other) => (Math.hypot(...other) < Math.hypot(...one) ? other : one));
    });
    for (const error of errors) expect(Math.hypot(...error)).toBeLessThan(PLACE);
    for (const axis of [0, 1] as const)
      expect(
        Math.abs(errors.reduce((sum, error) => sum + error[axis], 0) / errors.length),
      ).toBeLessThan(MEAN_PLACE);
  }

  test.each([
    { degreesPerSecond: [0.4, 0, 0] },
    { degreesPerSecond: [0, -0.3, 0] },
    { degreesPerSecond: [0, 0, 6] },
    { degreesPerSecond: [0.5, 0.35, -9] },
  ])('the camera that turns $degreesPerSecond degrees per second', async ({ degreesPerSecond }) => {
    const still = spots(await electronsOf(await cameraOf(camera, { scene, quality: 'normal' })));
    // The second frame of a series begins when the camera has turned for two seconds.
    const plan = await cameraOf(camera, {
      scene,
      exposureSeconds: 1e-9,
      motion: readMotion({ degreesPerSecond, subFrames: 1 }).motion!,
      frame: { index: 1, hertz: 1 / seconds },
    });
    expectMoved(still, spots(await electronsOf(plan)), (spot) => turned(spot, degreesPerSecond));
  });

  test('homographies move points of the picture as they say, between two of them by shares', async () => {
    const plain = { scene, exposureSeconds: 1e-9, frame: { index: 1, hertz: 1 } };
    const matrices = [
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      [1.1, 0.04, -9, -0.02, 0.96, 7, 1e-4, -5e-5, 1],
    ];
    const still = spots(await electronsOf(await cameraOf(camera, plain)));
    const plan = await cameraOf(camera, {
      ...plain,
      motion: readMotion({ homographies: { seconds: [0, 2], matrices }, subFrames: 1 }).motion!,
    });
    const half = matrices[0]!.map((value, at) => (value + matrices[1]![at]!) / 2);
    expectMoved(still, spots(await electronsOf(plan)), ([x, y]) => {
      const depth = half[6]! * x + half[7]! * y + half[8]!;
      return [
        (half[0]! * x + half[1]! * y + half[2]!) / depth,
        (half[3]! * x + half[4]! * y + half[5]!) / depth,
      ];
    });
  });
});

test.each([undefined, 'cooke-triplet'] as const)(
  'the order of the parts changes no bit, lens %s',
  async (optics) => {
    const camera: Camera = { rows: 32, columns: 48, pixelMicrometres: 6 };
    const plan = await cameraOf(camera, {
      scene: edge(3),
      optics,
      noise: true,
      motion: readMotion({ degreesPerSecond: [5, 3, 60], subFrames: 3 }).motion!,
    });
    const [one, other] = await Promise.all([
      runWatched(plan, testHost()),
      runWatched(plan, testHost({ order: 'backwards' })),
    ]);
    expect(other.raw).toEqual(one.raw);
  },
);

test('an image that hardly moves has one sub-frame, a long read-out few cells', async () => {
  const camera: Camera = {
    rows: 400,
    columns: 8,
    pixelMicrometres: 6,
    shutter: { kind: 'rolling', lineSeconds: 1e-4 },
  };
  const quick = { scene: edge(1000), exposureSeconds: 1e-5, motion: pixels(100, 0) };
  const { report } = await runWatched(await cameraOf(camera, quick));
  expect(report.sensor!.motion).toMatchObject({ subFrames: 1 });
  const fast = { ...quick, exposureSeconds: 1e-3, motion: pixels(1e5, 0) };
  await expect(runWatched(await cameraOf(camera, fast))).rejects.toThrow(/at most 2048 are formed/);
});

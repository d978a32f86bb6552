import { expect, test } from 'vitest';
import { edgeLight } from '../../src/twin/edge-light.ts';
import { estimateLens, lensDocument, sfrOf } from '../../src/twin/estimate-lens.ts';
import { estimateSensor } from '../../src/twin/estimate-sensor.ts';
import { readTwinManifest } from '../../src/twin/manifest.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { SESSION, hiddenCamera } from './hidden-camera.ts';

const [ROWS, COLUMNS] = [96, 128];
const LENS = { focal: 118.4, centre: [66.3, 46.9], k1: -0.18, k2: 0.04 } as const;
const GRID = { columns: 9, rows: 7, spacing: 10, distance: 112 } as const;
const [DOT, EDGE_BLUR, SIDE, LEVEL] = [1.4, 0.9, 34, 5000];
const SECONDS = 0.05;
/** Px; of the 63 dots of each of three views without noise but whole codes. */
const CENTRE_TOLERANCE = 0.5;
const FOCAL_TOLERANCE = 0.003;
const SHADE_TOLERANCE = 0.005;
const SFR_TOLERANCE = 0.02;

/** Abramowitz and Stegun, 7.1.26. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const sum =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - sum * Math.exp(-x * x));
}

/** Places of the dots of a grid that is tilted about y and x, degrees. */
function dotsAt([aboutY, aboutX]: readonly [number, number]): (readonly [number, number])[] {
  const [a, b] = [(aboutY * Math.PI) / 180, (aboutX * Math.PI) / 180];
  return Array.from({ length: GRID.columns * GRID.rows }, (_, i) => {
    const x = ((i % GRID.columns) - (GRID.columns - 1) / 2) * GRID.spacing;
    const y = (Math.floor(i / GRID.columns) - (GRID.rows - 1) / 2) * GRID.spacing;
    const [y1, z1] = [y * Math.cos(b), y * Math.sin(b)];
    const [x2, z2] = [x * Math.cos(a) + z1 * Math.sin(a), z1 * Math.cos(a) - x * Math.sin(a)];
    const depth = GRID.distance + z2;
    const [u, v] = [x2 / depth, y1 / depth];
    const r2 = u * u + v * v;
    const scale = LENS.focal * (1 + LENS.k1 * r2 + LENS.k2 * r2 * r2);
    return [LENS.centre[0] + u * scale, LENS.centre[1] + v * scale] as const;
  });
}

test('turned flats, grids and edges give falloff, distortion and sharpness apart', async () => {
  const camera = hiddenCamera({
    ...{ seed: 8, gain: 0.4, black: 150, read: 3, dsnu: 2, prnu: 0.01, dark: 6, doubling: 6 },
    ...{ rowNoise: 0, rowOffset: 0, columnOffset: 0, well: 8000, rate: 1e5 },
  });
  const turned = { kind: 'flat', exposure: 0.03, turned: 90, frames: 12 } as const;
  const sensor = await estimateSensor(
    camera.stacks([...SESSION, turned, { ...turned, turned: 0 }]),
    camera.layout,
    25,
  );
  const frame = (share: (x: number, y: number) => number): Uint16Array =>
    Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => {
      const [x, y] = [(i % COLUMNS) + 0.5, Math.floor(i / COLUMNS) + 0.5];
      const [u, v] = [(x - 64) / COLUMNS, (y - 48) / COLUMNS];
      const light = LEVEL * (1 - 0.8 * (u * u + v * v));
      return Math.round(150 + 0.4 * light * (1 + camera.prnu[i]!) * share(x, y));
    });
  const tilts = [
    [1, -1],
    [20, 0],
    [0, 19],
  ] as const;
  const grids = tilts.map((tilt) => {
    const dots = dotsAt(tilt);
    return frame((x, y) => {
      const dip = dots.reduce(
        (sum, [a, b]) => sum + Math.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * DOT ** 2)),
        0,
      );
      return 1 - 0.8 * Math.min(dip, 1);
    });
  });
  const angle = (5 * Math.PI) / 180;
  const edges = frame((x, y) => {
    const [dx, dy] = [x - 64, y - 48];
    const inside = [
      dx * Math.cos(angle) + dy * Math.sin(angle),
      dy * Math.cos(angle) - dx * Math.sin(angle),
    ].map((at) => {
      const width = Math.SQRT2 * EDGE_BLUR;
      return (erf((at + SIDE / 2) / width) - erf((at - SIDE / 2) / width)) / 2;
    });
    return 1 - 0.75 * inside[0]! * inside[1]!;
  });
  const manifest = readTwinManifest({
    ...{ version: 1, name: 'Hidden', pattern: 'mono', bits: 12, pixelMicrometres: 5 },
    lens: { focalLengthMm: 0.6, fNumber: 4 },
    frames: [
      ...grids.map((_, at) => ({
        ...{ kind: 'grid', file: `grid-${at}.npy`, exposure: SECONDS, spacingMm: GRID.spacing },
        ...{ columns: GRID.columns, rows: GRID.rows },
      })),
      { kind: 'edges', file: 'edges.npy', exposure: SECONDS, squares: [[64, 48]], sidePx: SIDE },
    ],
  });
  const shots = manifest.frames.map((entry) => ({
    ...{ entry, exposure: SECONDS },
    frames: async function* () {
      yield await Promise.resolve([...grids, edges][entry.at]!);
    },
  }));
  const lens = await estimateLens(shots, sensor, manifest);
  const { calibration, shading, figures } = lens;
  const sfr = sfrOf(lens);
  expect(Math.abs(calibration!.focal / LENS.focal - 1)).toBeLessThan(FOCAL_TOLERANCE);
  expect(calibration!.source).toBe('views');
  for (const i of [0, 1] as const) {
    expect(Math.abs(calibration!.centre[i] - LENS.centre[i])).toBeLessThan(CENTRE_TOLERANCE);
    expect(Math.abs(shading!.centre[i] - [64, 48][i]!)).toBeLessThan(1);
  }
  // r of the falloff is counted in half diagonals here, in widths there.
  const half = (COLUMNS ** 2 + ROWS ** 2) / 4 / COLUMNS ** 2;
  expect(Math.abs(shading!.a2 + shading!.a4 + 0.8 * half)).toBeLessThan(SHADE_TOLERANCE);
  expect(figures['light.gradientX']!.value).toBeCloseTo(0.05, 2);
  expect(sfr.map(({ direction }) => direction)).toEqual(['horizontal', 'vertical']);
  for (const { frequencies, values } of sfr)
    for (const [i, f] of frequencies.entries()) {
      const expected = Math.exp(-2 * (Math.PI * EDGE_BLUR * f) ** 2);
      expect(Math.abs(values[i]! - expected), `${f}`).toBeLessThan(SFR_TOLERANCE);
    }
  const document = lensDocument(lens, manifest, {
    layout: sensor.layout,
    light: edgeLight({ sensor, lens, colour: undefined, isp: undefined }),
  })!;
  expect(() => readMeasuredLens(document)).not.toThrow();
});

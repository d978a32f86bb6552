import { expect, test } from 'vitest';
import { estimateSensor } from '../../src/twin/estimate-sensor.ts';
import { SESSION, hiddenCamera, type HiddenFigures } from './hidden-camera.ts';

const CAMERAS: readonly HiddenFigures[] = [
  {
    ...{ seed: 3, gain: 0.31, black: 130, read: 3.2, dsnu: 2.4, prnu: 0.011, dark: 9 },
    ...{ doubling: 6.3, rowNoise: 0.7, rowOffset: 0.3, columnOffset: 0.4, well: 7000, rate: 1e5 },
  },
  {
    ...{ seed: 4, gain: 0.55, black: 210, read: 2.6, dsnu: 4.1, prnu: 0.007, dark: 17 },
    ...{ doubling: 5.7, rowNoise: 0, rowOffset: 0.1, columnOffset: 0, well: 6300, rate: 1e5 },
  },
  {
    ...{ seed: 5, gain: 0.42, black: 180, read: 5.4, dsnu: 1.7, prnu: 0.014, dark: 5 },
    ...{ doubling: 6.9, rowNoise: 1, rowOffset: 0.5, columnOffset: 0.5, well: 8500, rate: 1e5 },
  },
  {
    ...{ seed: 6, pattern: 'rggb', gain: 0.37, black: 160, read: 4, dsnu: 3, prnu: 0.01 },
    ...{ dark: 8, doubling: 6, rowNoise: 0.4, rowOffset: 0.2, columnOffset: 0.3, well: 7500 },
    rate: 1e5,
  },
];
/** Figures whose intervals must cover, with the relative tolerance of docs/reference/twin.md. */
const TOLERANCES = {
  'sensor.systemGain': 0.005,
  'sensor.readNoise': 0.02,
  'sensor.dsnu': 0.03,
  'sensor.prnu': 0.03,
  'sensor.darkCurrent': 0.03,
  'sensor.saturation': 0.01,
} as const;
/** Per pixel in all flats of a session, about, of the darkest colour. */
const ELECTRONS = 5e4;
/** Codes. */
const BLACK_TOLERANCE = 0.1;
/** Of 4 cameras with 6 figures, 95 % of which are to be covered: fewer come once in 5000 tries. */
const LEAST_COVERED = 19;

test('a full session gives the figures, the maps and every defect; intervals cover', async () => {
  let covered = 0;
  for (const figures of CAMERAS) {
    const camera = hiddenCamera(figures);
    const estimate = await estimateSensor(camera.stacks(SESSION), camera.layout, 25);
    for (const [key, tolerance] of Object.entries(TOLERANCES)) {
      const { value } = estimate.figures[key]!;
      const truth = camera.truth[key as keyof typeof TOLERANCES];
      expect(Math.abs(value! / truth - 1), `${key} of ${figures.seed}`).toBeLessThan(tolerance);
    }
    const black = estimate.figures['sensor.blackLevel']!.value!;
    expect(Math.abs(black - camera.truth['sensor.blackLevel'])).toBeLessThan(BLACK_TOLERANCE);
    for (const key of [...Object.keys(TOLERANCES).slice(0, 5), 'sensor.blackLevel']) {
      const [low, high] = estimate.figures[key]!.interval!;
      const truth = camera.truth[key as keyof typeof camera.truth];
      covered += Number(low <= truth && truth <= high);
    }
    expect(Array.from(estimate.maps.defects)).toEqual(Array.from(camera.kinds));
    // Shot noise of so many electrons stands beside the map.
    const noise = 1 / (ELECTRONS * figures.prnu ** 2);
    expect(correlation(estimate.maps.prnu!, camera.prnu, camera.good)).toBeGreaterThan(
      0.98 / Math.sqrt(1 + noise),
    );
  }
  expect(covered).toBeGreaterThanOrEqual(LEAST_COVERED);
});

test('what few frames do not say is not determined, and nothing is made up', async () => {
  const camera = hiddenCamera(CAMERAS[0]!);
  const { figures } = await estimateSensor(
    camera.stacks([
      { kind: 'dark', exposure: 0.001, celsius: 25, frames: 2 },
      { kind: 'flat', exposure: 0.01, frames: 2 },
      { kind: 'flat', exposure: 0.02, frames: 2 },
    ]),
    camera.layout,
    25,
  );
  const open = ['darkCurrent', 'darkCurrentDoubling', 'saturation', 'hot', 'linearityError'];
  for (const [key, { status, value }] of Object.entries(figures)) {
    const isOpen = open.includes(key.replace('sensor.', ''));
    expect(status, key).toBe(isOpen ? 'not determined' : 'measured');
    expect(value === null, key).toBe(isOpen);
  }
});

test('a dark that is clipped at 0 leaves the gain, and says what it hides', async () => {
  const camera = hiddenCamera({ ...CAMERAS[0]!, black: 0 });
  const { figures, notes } = await estimateSensor(camera.stacks(SESSION), camera.layout, 25);
  expect(figures['sensor.readNoise']!.status).toBe('not determined');
  expect(figures['sensor.blackLevel']!.value).toBeNull();
  expect(figures['sensor.systemGain']!.value).toBeCloseTo(0.31, 2);
  expect(notes[0]).toBe('The dark is clipped at code 0: an offset in the camera would show it.');
});

function correlation(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  pixels: readonly number[],
): number {
  let [xy, xx, yy] = [0, 0, 0];
  for (const i of pixels) {
    xy += one[i]! * other[i]!;
    xx += one[i]! ** 2;
    yy += other[i]! ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

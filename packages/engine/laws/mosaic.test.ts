import { describe, expect, test } from 'vitest';
import type { SimulationPlan } from '../src/index.ts';
import { planOf, runWatched } from './run.ts';

/** Odd in both directions, so that the last tiles of 2 and 4 pixels are incomplete. */
const plan = planOf(
  { sensorParameters: { rows: 61, cols: 83, pixel_size: 14 } },
  { noise: false, exposureSeconds: 0.02 },
);
const sensing = (sensor: object, rest: Partial<SimulationPlan> = {}): SimulationPlan => ({
  ...plan,
  ...rest,
  sensor: { ...plan.sensor!, ...sensor },
});

describe.each(['ideal', 'cooke-triplet'] as const)('colour filters behind the %s lens', (lens) => {
  const rest = lens === 'ideal' ? {} : { optics: lens };

  test('a Bayer array written as a tile of 4 x 4 gives the same light, to the bit', async () => {
    const bayer = await runWatched(sensing({ order: 'rggb' }, rest));
    const tile = ['rgrg', 'gbgb', 'rgrg', 'gbgb'];
    const tiled = await runWatched(sensing({ order: undefined, tile }, rest));
    expect(tiled.arrays.electrons.data).toEqual(bayer.arrays.electrons.data);
    expect(tiled.arrays.raw.data).toEqual(bayer.arrays.raw.data);
    expect(tiled.report.sensor).toMatchObject({
      channels: ['red', 'green', 'blue'],
      electronsAtWhite: bayer.report.sensor!.electronsAtWhite,
      clippedPercent: bayer.report.sensor!.clippedPercent,
    });
  });

  test('a quad array has at each pixel what arrays of one colour have there', async () => {
    const tile = ['rrgg', 'rrgg', 'ggbb', 'ggbb'];
    const lightOf = async (rows: readonly string[]) =>
      (await runWatched(sensing({ order: undefined, tile: rows }, rest))).arrays.electrons.data;
    const [quad, ...single] = await Promise.all([tile, ['r'], ['g'], ['b']].map(lightOf));
    const most = Math.max(...quad!);
    for (let i = 0; i < quad!.length; i += 1) {
      const [row, column] = [Math.floor(i / 83), i % 83];
      const own = single['rgb'.indexOf(tile[row % 4]![column % 4]!)]![i]!;
      if (!(Math.abs(quad![i]! - own) <= FOLDING * most))
        expect.fail(`pixel ${row}, ${column}: ${quad![i]!} and ${own}`);
    }
  });
});

/**
 * Of the brightest pixel: a lens folds the bands for all channels of an array at once
 * (fold-bands.ts), within this error.
 */
const FOLDING = 5e-3;

test('the meter brings the brightest channel of any tile to 95 % of the range', async () => {
  for (const tile of [['w'], ['rw', 'wb'], ['rrgg', 'rrgg', 'ggbb', 'ggbb']]) {
    const { arrays, report } = await runWatched(
      sensing({ order: undefined, tile }, { exposureSeconds: undefined }),
    );
    const most = Math.max(...arrays.raw.data);
    expect(most / 1023, tile.join(' ')).toBeGreaterThan(0.9);
    expect(report.sensor!.clippedPercent.every((percent) => percent === 0)).toBe(true);
  }
  const short = await runWatched(
    sensing({ longestExposureSeconds: 1e-3 }, { exposureSeconds: undefined }),
  );
  expect(short.report.sensor).toMatchObject({ exposureSeconds: 1e-3 });
  expect(short.report.sensor!.exposureReason).toMatch(/the longest exposure is 0\.001 s$/);
});

/** Of the SFR up to Nyquist, measured on all pixels without interpolation. */
const MONO_SFR_ERROR = 0.03;

test('a mono sensor has one white curve on the true one, and a histogram of all its pixels', async () => {
  const { report } = await runWatched({
    ...sensing({ order: undefined, tile: ['w'] }),
    ...edgePlan,
    sensor: { ...edgePlan.sensor!, order: undefined, tile: ['w'] },
  });
  const edges = report.measurements.find(({ name }) => name === 'sfr');
  if (!edges || !('edges' in edges)) throw new Error('no edge');
  const [edge] = edges.edges;
  expect(edge!.colour).toBe('white');
  if (!edge!.raw || 'problem' in edge!.raw) throw new Error('no curve');
  for (const [i, frequency] of edges.frequencies.entries())
    if (frequency <= 0.5)
      expect(Math.abs(edge!.raw.sfr[i]! - edge!.true.sfr[i]!)).toBeLessThan(MONO_SFR_ERROR);
  const [counts] = report.measurements.flatMap((one) =>
    one.name === 'histogram' && !('problem' in one) ? [one] : [],
  );
  if (!counts?.raw) throw new Error('no histogram');
  expect(Object.keys(counts.raw)).toEqual(['largestCode', 'white']);
  const { rows, columns } = edgePlan.grid;
  expect(counts.raw.white!.reduce((sum, count) => sum + count, 0)).toBe(rows * columns);
  expect(report.measurements.map(({ name }) => name)).toEqual(['sfr', 'histogram']);
});

const edgePlan = planOf(
  { scene: 'slantedEdge', sceneParameters: { hfov: 3 }, sensorParameters: { rows: 96, cols: 96 } },
  { noise: false },
);

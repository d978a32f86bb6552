import { describe, expect, it } from 'vitest';
import { lensModel } from '../../engine/src/optics/form-image/lens-model.ts';
import type { RadialMap } from '../../engine/src/optics/form-image/radial-map.ts';
import { sampleTiles } from '../../engine/src/optics/form-image/sample-tiles.ts';
import { tilingFor } from '../../engine/src/optics/form-image/tiling.ts';
import { lensFiles } from '../../engine/references/optics/lens-files.ts';
import { lensDesign } from '../../engine/src/optics/ray-trace/lens-design.ts';
import type { Formula, Pattern } from '../../engine/src/scenes/patterns/pattern.ts';
import { placeTiles } from '../src/form-image/place-tiles.ts';
import { sampleSome, sceneOnGpu } from '../src/form-image/sample-some.ts';
import { skipped, testGpu } from './adapter.ts';
import { differenceOf } from './pictures.ts';

/** As a picture of 1920 x 1080 pixels through the Double-Gauss has them. */
const lens = lensModel(lensDesign(lensFiles['double-gauss']));
const map = lens.mapOf(lens.table.reference) as RadialMap;
const tiling = {
  ...tilingFor({ rows: 1080, columns: 1920, pitch: 2.2e-6 }, 2, 35e-3, map.radiusMm),
  sides: [
    { share: 1, spread: 0 },
    { share: 1, spread: 0 },
  ] as const,
};

const edge = { kind: 'edge', slope: Math.tan(5 * (Math.PI / 180)), dark: 0.2 } as const;
const stripes = { kind: 'stripes', first: 0.1, spacing: 0.02, tilt: 0.087, dark: 0.05 } as const;
const squares: Formula = {
  kind: 'squares',
  count: 24,
  side: 0.6 / 24,
  tilt: 0.087,
  background: 0.18,
  level: 0.045,
};
const rays = (frequency: number): Formula => ({
  kind: 'rays',
  frequency,
  low: 1 / 256,
  centre: 127 / 256,
  disc: { centre: 0.5, radius: 5 / 128, value: 0.5 },
});
const weighted = (formula: Formula): Pattern => ({
  kind: 'weighted',
  formula,
  cells: {
    kind: 'cells',
    rows: 300,
    columns: 300,
    planes: [0, 1].map((plane) =>
      Float32Array.from({ length: 300 * 300 }, (_, at) => ((at * (plane + 7)) % 31) / 31),
    ),
  },
});

describe.skipIf(skipped)(`formulas on a GPU${skipped ? ` (${skipped})` : ''}`, () => {
  it.each<[string, Pattern, number, readonly (readonly [number, number])[]]>([
    // In the middle, across the border of the scene, and across the rim of the image circle.
    [
      'edge',
      edge,
      14,
      [
        [0, 0],
        [-1, 4],
        [8, 4],
        [-9, -2],
      ],
    ],
    [
      'edge, scene in a part of the picture',
      edge,
      6,
      [
        [0, -1],
        [3, 2],
        [4, 4],
      ],
    ],
    [
      'stripes',
      stripes,
      14,
      [
        [1, 0],
        [-8, 4],
      ],
    ],
    [
      'squares',
      squares,
      14,
      [
        [0, 0],
        [5, -4],
        [8, 4],
      ],
    ],
    [
      'rays',
      rays(8),
      14,
      [
        [2, 1],
        [9, 0],
        [6, -6],
      ],
    ],
    [
      '64 rays',
      rays(64),
      14,
      [
        [5, 0],
        [-6, 4],
      ],
    ],
    [
      'weighted edge',
      weighted(edge),
      14,
      [
        [0, 0],
        [8, 4],
      ],
    ],
  ])('%s: samples within 1e-5', async (_, pattern, degrees, tiles) => {
    const placement = { halfWidth: Math.tan((degrees * Math.PI) / 180), aspect: 1 };
    const layer = { map, pattern, terms: [] };
    const task = {
      tiling,
      placement,
      tiles,
      sample: () => Promise.reject(new Error('all are for the device')),
    };
    const length = tiles.length * (tiling.side * tiling.oversampling) ** 2;
    const [truth, samples] = [new Float32Array(length), new Float32Array(length)];
    sampleTiles({ tiling, placement, layer, tiles, out: truth, at: 0 });
    await testGpu().session.run(async (gpu) => {
      const scene = sceneOnGpu(gpu, task, layer);
      const held = await sampleSome(gpu, task, layer, scene, [0, tiles.length]);
      await gpu.read([{ from: held, to: samples }]);
    });
    expect(truth.some((value) => value !== 0)).toBe(true);
    expect(differenceOf(truth, samples)).toBeLessThan(1e-5);
  });

  it('leaves rays to the threads where single precision would decide otherwise', () => {
    const task = {
      tiling,
      placement: { halfWidth: Math.tan(0.245), aspect: 1 },
      tiles: [
        [0, 0],
        [1, 0],
        [5, 5],
      ] as const,
    };
    const placed = (frequency: number) =>
      placeTiles(task, { map, pattern: rays(frequency), terms: [] }).isPlaced;
    // The disc, rays that bend, and far rays; then too many of them, and half of one.
    expect(placed(8)).toEqual([false, false, true]);
    expect(placed(65)).toEqual([false, false, false]);
    expect(placed(7.5)).toEqual([false, false, false]);
  });
});

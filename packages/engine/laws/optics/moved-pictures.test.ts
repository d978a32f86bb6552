/** Pictures through lenses with tilted and decentred surfaces (docs/lens-design.md#pictures). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import type { LensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { BANDS, WAVELENGTHS, type Spectrum } from '../../src/quantities/wavelengths.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand } from './lens-scenes.ts';

/** Share of the maximum by which a picture may differ (C4 of the rules of optimisation). */
const PICTURE = 1e-3;
const PITCH = 4e-6;
const GREEN = oneBand(WAVELENGTHS.indexOf(550));
const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };

const triplet = lensFiles['cooke-triplet'];
const last = triplet.surfaces.length - 1;
/** Mm of the file per mm of the lens, which is scaled to 8.2 mm. */
const FILE_MM = 50.02135 / 8.2;

/** Spokes, without symmetry in any direction. */
const scene = litPattern({
  kind: 'cells',
  rows: 48,
  columns: 64,
  planes: [Float32Array.from({ length: 48 * 64 }, (_, i) => ((i * 7919) % 101) / 100)],
});

const picture = (lens: Lens, grid: PixelGrid, response: Spectrum = GREEN): Promise<Float32Array> =>
  lens.formImage(
    { lit: scene, hfov: (36 * Math.PI) / 180 },
    { grid, receptors: uniform(response) },
    host,
    watch,
  );

const differenceOf = (one: Float32Array, other: Float32Array): number => {
  const most = other.reduce((a, b) => Math.max(a, b));
  expect(most).toBeGreaterThan(0);
  return one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i]!)), 0) / most;
};

const moved = (keys: Partial<LensFile>): Lens => realLens({ ...triplet, ...keys });
const straight = realLens(triplet);
/** The middle, and a place towards a corner, where the lens is not symmetric. */
const grids: readonly PixelGrid[] = [
  { rows: 96, columns: 128, pitch: PITCH },
  { rows: 96, columns: 128, pitch: PITCH, offset: [200, 120] },
];

describe('a lens with moved surfaces', () => {
  it('as one body with its image plane forms the picture of the lens', async () => {
    const decentre = [0.6, -0.4, 0] as const;
    const body = moved({ groups: [{ surfaces: [0, last], decentre }], image: { decentre } });
    for (const grid of grids)
      expect(differenceOf(await picture(body, grid), await picture(straight, grid))).toBeLessThan(
        PICTURE,
      );
  });

  it('the same in the light of all bands', async () => {
    const decentre = [-0.3, 0.5, 0] as const;
    const body = moved({ groups: [{ surfaces: [0, last], decentre }], image: { decentre } });
    const all = new Float64Array(BANDS).fill(1);
    const grid = { rows: 64, columns: 64, pitch: PITCH, offset: [150, -100] as const };
    expect(
      differenceOf(await picture(body, grid, all), await picture(straight, grid, all)),
    ).toBeLessThan(PICTURE);
  });

  it('with its image plane moved by whole pixels forms the picture so many pixels further', async () => {
    const pixels = [3, -2] as const;
    const image = {
      decentre: [
        pixels[0] * PITCH * 1e3 * FILE_MM,
        pixels[1] * PITCH * 1e3 * FILE_MM,
        0,
      ] as const,
    };
    for (const grid of grids) {
      const [right, down] = grid.offset ?? [0, 0];
      const there = { ...grid, offset: [right + pixels[0], down + pixels[1]] as const };
      expect(
        differenceOf(await picture(moved({ image }), grid), await picture(straight, there)),
      ).toBeLessThan(PICTURE);
    }
  });
});

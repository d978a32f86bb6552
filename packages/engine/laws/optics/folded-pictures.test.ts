/** Pictures of lenses whose axis is folded, and of lenses without symmetry. */
import { describe, expect, it, test } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { lensAnalyses } from '../../src/optics/lens-analyses.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import {
  readLensFile,
  type LensFile,
  type SurfaceRow,
} from '../../src/optics/ray-trace/lens-file.ts';
import { picturedDesign, straightDesign } from '../../src/optics/ray-trace/pictured-design.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import type { SeidelSums } from '../../src/optics/seidel-sums.ts';
import { ghostsOf } from '../../src/optics/stray/ghosts.ts';
import { BANDS, WAVELENGTHS, type Spectrum } from '../../src/quantities/wavelengths.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand } from './lens-scenes.ts';

/** Share of the maximum by which a picture may differ. */
const PICTURE = 1e-3;
const PITCH = 4e-6;
const GREEN = oneBand(WAVELENGTHS.indexOf(550));
const ALL = new Float64Array(BANDS).fill(1);
const HFOV = (36 * Math.PI) / 180;
const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };

/** Cells without symmetry in any direction. */
const scene = litPattern({
  kind: 'cells',
  rows: 48,
  columns: 64,
  planes: [Float32Array.from({ length: 48 * 64 }, (_, i) => ((i * 7919) % 101) / 100)],
});
/** The middle, and a place towards a corner. */
const grids: readonly PixelGrid[] = [
  { rows: 48, columns: 64, pitch: PITCH },
  { rows: 48, columns: 64, pitch: PITCH, offset: [200, 120] },
];

const picture = (lens: Lens, grid: PixelGrid, response: Spectrum): Promise<Float32Array> =>
  lens.formImage({ lit: scene, hfov: HFOV }, { grid, receptors: uniform(response) }, host, watch);

const differenceOf = (one: Float32Array, other: Float32Array): number => {
  const most = other.reduce((a, b) => Math.max(a, b));
  expect(most).toBeGreaterThan(0);
  return one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i]!)), 0) / most;
};

const triplet = lensFiles['cooke-triplet'];
const { focalLengthMm: _, ...native } = triplet;
const straight = realLens(native);
const distanceMm = native.imageDistance ?? native.surfaces.at(-1)!.thickness;

/** The lens behind a mirror at 45 degrees that folds its axis towards an azimuth, degrees. */
function folded(azimuth: number, keys: Partial<SurfaceRow> = {}): LensFile {
  const { imageDistance: __, ...file } = native;
  const mirror = {
    radius: null,
    thickness: -60,
    glass: null,
    semiDiameter: 90,
    mirror: true,
    before: [{ tilt: [0, 0, azimuth] }, { tilt: [45, 0, 0] }],
    after: { tilt: [45, 0, 0] },
  };
  const behind = file.surfaces.map((row, i) => ({
    ...row,
    radius: row.radius === null ? null : -row.radius,
    thickness: -(i === file.surfaces.length - 1 ? distanceMm : row.thickness),
    ...(i === 0 && { before: [{ tilt: [0, 0, -azimuth] }], ...keys }),
  }));
  return readLensFile({
    ...file,
    stopIndex: file.stopIndex + 1,
    surfaces: [mirror, ...behind],
  });
}

/** An opening that stops nothing, but makes a lens one without symmetry. */
const WIDE = { apertures: [{ kind: 'rectangle', halfX: 40, halfY: 50, turn: 7 }] } as const;

test('a lens without symmetry by its map forms the picture of the round lens', async () => {
  const surfaces = native.surfaces.map((row, i) => (i === 0 ? { ...row, ...WIDE } : row));
  const free = realLens(readLensFile({ ...native, surfaces }));
  for (const grid of grids)
    for (const response of [GREEN, ALL])
      expect(
        differenceOf(await picture(free, grid, response), await picture(straight, grid, response)),
      ).toBeLessThan(PICTURE);
});

describe.each([0, 90, 130, 250])('folded towards %s degrees', (azimuth) => {
  it('forms the picture of the straight lens, without its folds and by the map', async () => {
    const [plain, wide] = [folded(azimuth), folded(azimuth, WIDE)];
    expect(picturedDesign(lensDesign(plain))).toMatchObject({ symmetry: 'folded', isFree: false });
    expect(picturedDesign(lensDesign(wide))).toMatchObject({ isFree: true, orientation: 1 });
    const [, grid] = grids as [PixelGrid, PixelGrid];
    const expected = await picture(straight, grid, GREEN);
    expect(differenceOf(await picture(realLens(plain), grid, GREEN), expected)).toBeLessThan(
      PICTURE,
    );
    expect(differenceOf(await picture(realLens(wide), grid, GREEN), expected)).toBeLessThan(
      PICTURE,
    );
  });
});

test('a picture stands like the scene, however the sensor is turned', async () => {
  const [, grid] = grids as [PixelGrid, PixelGrid];
  const expected = await picture(straight, grid, GREEN);
  for (const [degrees, orientation] of [
    [90, 8],
    [180, 3],
  ] as const)
    for (const keys of [{}, WIDE]) {
      const surfaces = native.surfaces.map((row, i) => (i === 0 ? { ...row, ...keys } : row));
      const image = { before: [{ tilt: [0, 0, degrees] as const }] };
      const file = readLensFile({ ...native, surfaces, image });
      const { isFree, ...pictured } = picturedDesign(lensDesign(file));
      expect(pictured.orientation).toBe(orientation);
      expect(isFree).toBe(keys === WIDE);
      expect(differenceOf(await picture(realLens(file), grid, GREEN), expected)).toBeLessThan(
        PICTURE,
      );
    }
});

test('Seidel sums and ghosts of a folded lens are those of the straight one', () => {
  const [design, plain] = [folded(130), native].map((file) => lensDesign(file)) as [
    LensDesign,
    LensDesign,
  ];
  const lines = { wavelengths: [486, 588, 656], fractions: [], frequencies: [] };
  const sums = (one: LensDesign): number[] => {
    const { sum }: SeidelSums = lensAnalyses.seidel(one, lines);
    return Object.values(sum) as number[];
  };
  for (const [i, value] of sums(plain).entries()) expect(sums(design)[i]).toBeCloseTo(value, 9);
  const how = { coating: 'mgf2' as const, sensor: 0, wavelength: 550 };
  const ghosts = (one: LensDesign) => ghostsOf(one, 0.2, how);
  // The grids of rays begin at other first surfaces.
  expect(ghosts(straightDesign(design)).totalShare / ghosts(plain).totalShare).toBeCloseTo(1, 3);
  expect(() => ghosts(design)).toThrow(
    'Ghosts and coatings are traced through refracting surfaces',
  );
});

test('scenes with depth are refused where the lens has no symmetry', async () => {
  const surfaces = native.surfaces.map((row, i) => (i === 0 ? { ...row, ...WIDE } : row));
  const lens = realLens(readLensFile({ ...native, surfaces }));
  const depth = { rows: 1, columns: 1, metres: Float32Array.of(2) };
  const lit = { ...scene, scene: { ...scene.scene, depth } } as unknown as typeof scene;
  await expect(
    lens.formImage(
      { lit, hfov: HFOV },
      { grid: grids[0]!, receptors: uniform(GREEN) },
      host,
      watch,
    ),
  ).rejects.toThrow('no symmetry');
});

/** Pictures through lenses with tilted and decentred surfaces (docs/lens-design.md#pictures). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { BANDS, WAVELENGTHS, type Spectrum } from '../../src/quantities/wavelengths.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand, whiteCard } from './lens-scenes.ts';

/** Share of the maximum by which a picture may differ (C4 of the rules of optimisation). */
const PICTURE = 1e-3;
/**
 * The same for a picture whose nodes lie at other places of the scene, so that kernels are
 * interpolated otherwise (docs/decisions/033-moved-lenses-form-pictures-by-kernels.md).
 */
const OTHER_NODES = 2.5e-3;
/**
 * Kernels end at the same distance to both sides of the place that the straight lens has, and the
 * light beyond, 3 %, is spread evenly: a shift of 4 µm moves a centroid by less than this, µm.
 */
const CENTROID_UM = 0.2;
/** Share of the shift of a picture by which labels may miss it. */
const LABELS = 0.2;
/** Share of the light that a count of rays leaves open at the edge of a beam. */
const LIGHT = 3e-3;
/** Step of tangents between rays, for the derivatives of their places. */
const STEP = 0.01;
const PITCH = 4e-6;
const GREEN = oneBand(WAVELENGTHS.indexOf(550));
const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };

const triplet = lensFiles['cooke-triplet'];
const last = triplet.surfaces.length - 1;
/** Mm of the file per mm of the lens, which is scaled to 8.2 mm. */
const FILE_MM = 50.02135 / 8.2;

/** Cells without symmetry in any direction. */
const cells = {
  ...({ kind: 'cells', rows: 48, columns: 64 } as const),
  planes: [Float32Array.from({ length: 48 * 64 }, (_, i) => ((i * 7919) % 101) / 100)],
} as const;
const scene = litPattern(cells);
const HFOV = (36 * Math.PI) / 180;

const picture = (
  lens: Lens,
  grid: PixelGrid,
  response: Spectrum = GREEN,
  lit = scene,
): Promise<Float32Array> =>
  lens.formImage({ lit, hfov: HFOV }, { grid, receptors: uniform(response) }, host, watch);

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
      decentre: [pixels[0] * PITCH * 1e3 * FILE_MM, pixels[1] * PITCH * 1e3 * FILE_MM, 0] as const,
    };
    for (const grid of grids) {
      const [right, down] = grid.offset ?? [0, 0];
      const there = { ...grid, offset: [right + pixels[0], down + pixels[1]] as const };
      expect(
        differenceOf(await picture(moved({ image }), grid), await picture(straight, there)),
      ).toBeLessThan(OTHER_NODES);
    }
  });

  it('mirrored forms the mirrored picture of the mirrored scene', async () => {
    const lens = (sign: 1 | -1): Lens =>
      moved({
        groups: [
          { surfaces: [2, 3], tilt: [0.1, sign * 0.15, 0], decentre: [sign * 0.05, -0.03, 0] },
        ],
        image: { tilt: [0.1, sign * -0.2, 0] },
      });
    const flipped = (plane: ArrayLike<number>, columns: number): Float32Array =>
      Float32Array.from({ length: plane.length }, (_, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        return plane[(row + 1) * columns - 1 - column]!;
      });
    const mirrored = litPattern({ ...cells, planes: [flipped(cells.planes[0], cells.columns)] });
    const [one, other] = await Promise.all([
      picture(lens(1), grids[0]!),
      picture(lens(-1), grids[0]!, GREEN, mirrored),
    ]);
    expect(differenceOf(flipped(other, 128), one)).toBeLessThan(PICTURE);
    expect(differenceOf(one, await picture(straight, grids[0]!))).toBeGreaterThan(20 * PICTURE);
  });

  it('images a point where its rays meet the sensor', async () => {
    const file = {
      ...triplet,
      groups: [{ surfaces: [2, 3], tilt: [0.2, -0.3, 0], decentre: [0.06, 0.04, 0] }] as const,
      image: { tilt: [0.2, 0.3, 0] as const },
    };
    const [count, row, column] = [301, 190, 230];
    const plane = new Float32Array(count * count);
    plane[row * count + column] = 1;
    const half = Math.tan(HFOV / 2);
    const at = [column, row].map((cell) => half * ((2 * (cell + 0.5)) / count - 1));
    const lit = litPattern({ kind: 'cells', rows: count, columns: count, planes: [plane] });
    const found = await Promise.all(
      [moved(file), straight].map(async (lens) => {
        const place = at.map((tangent) => tangent * 8.2e3);
        const grid = {
          rows: 96,
          columns: 96,
          pitch: PITCH,
          offset: place.map((um) => Math.round(um / 4)) as unknown as readonly [number, number],
        };
        const light = await picture(lens, grid, GREEN, lit);
        let [sum, x, y] = [0, 0, 0];
        for (const [i, value] of light.entries()) {
          sum += value;
          x += value * ((i % 96) + 0.5 - 48 + grid.offset[0]);
          y += value * (Math.floor(i / 96) + 0.5 - 48 + grid.offset[1]);
        }
        return { light: sum, xUm: (4 * x) / sum, yUm: (4 * y) / sum };
      }),
    );
    const rays = [file, triplet].map((one) => raysTo(one, at));
    for (const [i, { xUm, yUm }] of found.entries()) {
      expect(Math.abs(xUm - rays[i]!.xUm)).toBeLessThan(CENTROID_UM);
      expect(Math.abs(yUm - rays[i]!.yUm)).toBeLessThan(CENTROID_UM);
    }
    // Labels follow the picture by the shift of the axis: what is left is a share of it.
    const [shiftX, shiftY] = moved(file).axisShift!.map((metres) => 1e6 * metres);
    const shift = [found[0]!.xUm - found[1]!.xUm, found[0]!.yUm - found[1]!.yUm] as const;
    expect(Math.hypot(shift[0] - shiftX!, shift[1] - shiftY!)).toBeLessThan(
      LABELS * Math.hypot(...shift),
    );
    // Far from where the straight lens images it.
    expect(
      Math.hypot(found[0]!.xUm - found[1]!.xUm, found[0]!.yUm - found[1]!.yUm),
    ).toBeGreaterThan(1);
  });

  it('is as bright on its sensor as its rays are dense there', async () => {
    const file = {
      ...triplet,
      groups: [{ surfaces: [2, 3], tilt: [0.2, -0.3, 0], decentre: [0.06, 0.04, 0] }] as const,
      image: { tilt: [1, 2, 0] as const },
    };
    const at = [0.16, 0.12];
    const [ours, rays] = [
      await Promise.all(
        [moved(file), straight].map(async (lens, i) => {
          const { xUm, yUm } = raysTo([file, triplet][i]!, at);
          const grid = {
            rows: 32,
            columns: 32,
            pitch: PITCH,
            offset: [Math.round(xUm / 4), Math.round(yUm / 4)] as const,
          };
          const light = await picture(lens, grid, GREEN, whiteCard());
          return light.reduce((sum, value) => sum + value, 0) / light.length;
        }),
      ),
      [file, triplet].map((one) => {
        const [right, left, below, above] = [
          [STEP, 0],
          [-STEP, 0],
          [0, STEP],
          [0, -STEP],
        ].map(([x, y]) => raysTo(one, [at[0]! + x!, at[1]! + y!]));
        const [xx, yx] = [right!.xUm - left!.xUm, right!.yUm - left!.yUm];
        const [xy, yy] = [below!.xUm - above!.xUm, below!.yUm - above!.yUm];
        return raysTo(one, at).light / Math.abs(xx * yy - xy * yx);
      }),
    ];
    expect(Math.abs(rays[0]! / rays[1]! - 1)).toBeGreaterThan(2 * LIGHT);
    expect(Math.abs(ours[0]! / ours[1]! / (rays[0]! / rays[1]!) - 1)).toBeLessThan(LIGHT);
  });
});

/** Mean place of the rays of a distant point that pass a lens at 550 nm, and their number. */
function raysTo(file: LensFile, [tx, ty]: readonly number[]) {
  const length = Math.hypot(tx!, ty!, 1);
  const [L, M, N] = [tx! / length, ty! / length, 1 / length];
  const steps = 241;
  const across = Array.from({ length: steps }, (_, i) => 2.4 * (i / (steps - 1)) - 1.2);
  // A square grid on the plane wavefront through the first vertex.
  const u = [N / Math.hypot(L, N), 0, -L / Math.hypot(L, N)] as const;
  const v = [M * u[2] - N * u[1], N * u[0] - L * u[2], L * u[1] - M * u[0]] as const;
  const design = lensDesign(readLensFile(file));
  const rays = across.flatMap((b) =>
    across.map((a) => ({
      x: a * u[0] + b * v[0] - 5 * L,
      y: a * u[1] + b * v[1] - 5 * M,
      z: a * u[2] + b * v[2] - 5 * N,
      L,
      M,
      N,
      wavelengthNm: 550,
    })),
  );
  const passed = traceRays(design, rays).filter(({ ok }) => ok);
  const mean = (key: 'x' | 'y'): number =>
    passed.reduce((sum, ray) => sum + ray[key]!, 0) / passed.length;
  return { light: passed.length, xUm: 1e3 * mean('x'), yUm: 1e3 * mean('y') };
}

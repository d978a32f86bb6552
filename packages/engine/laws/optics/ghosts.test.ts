/** Light that surfaces reflect, in pictures (docs/reference/depth.md#ghosts-in-pictures). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import { loadLens } from '../../src/optics/load-lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { indicesAt } from '../../src/optics/ray-trace/design-surface.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import type { GhostSettings } from '../../src/optics/stray/ghost-settings.ts';
import { ghostsOf } from '../../src/optics/stray/ghosts.ts';
import { BAND_WIDTH, WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { testHost } from '../test-host.ts';
import { SLOPED, litPattern, oneBand } from './lens-scenes.ts';

/** Tolerances of docs/reference/depth.md#laws: light, radius, and place of a ghost. */
const [LIGHT, RADIUS, PLACE_MM] = [0.01, 0.02, 5e-3];

const NM = 520;
const BAND = WAVELENGTHS.indexOf(NM);
const watch = { stopped: () => false, progress: () => undefined };

interface Ghost {
  /** Area of the wavefront times share of light, mm². */
  light: number;
  x: number;
  y: number;
  squares: number;
}

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: Vector, t: number, b: Vector): Vector => [
  a[0] + t * b[0],
  a[1] + t * b[1],
  a[2] + t * b[2],
];

/** What an uncoated surface reflects, by Fresnel's equations with the two angles. */
function fresnel(cosine: number, before: number, behind: number): number {
  if (before === behind) return 0;
  const [i, t] = [Math.acos(cosine), Math.asin((before / behind) * Math.sin(Math.acos(cosine)))];
  if (i < 1e-6) return ((before - behind) / (before + behind)) ** 2;
  const [s, p] = [Math.sin(i - t) / Math.sin(i + t), Math.tan(i - t) / Math.tan(i + t)];
  return (s * s + p * p) / 2;
}

/**
 * The ghosts of a distant point, ray by ray with vectors, in one order of surfaces: `first` and
 * `second` from 1. The lens has spheres and planes alone.
 *
 * @param towards unit vector of the light.
 */
function ghostByVectors(
  { surfaces, imagePlaneMm }: LensDesign,
  towards: Vector,
  [first, second]: readonly [number, number],
  across: number,
  visit: (x: number, y: number, light: number) => void,
): void {
  const behind = indicesAt(surfaces, NM);
  const all = [...surfaces.keys()];
  const order = [
    ...all.filter((at) => at < first),
    ...all.toReversed().filter((at) => at < first - 1 && at >= second - 1),
    ...all.filter((at) => at >= second),
  ];
  const mirrors = [first - 1, first - 1 + (first - second)];
  const front = surfaces[0]!.semiDiameterMm;
  for (let row = 0; row < across; row += 1) {
    for (let column = 0; column < across; column += 1) {
      // On the plane of the rim of the front.
      const x = front * (2 * ((column + 0.5) / across) - 1);
      const y = front * (2 * ((row + 0.5) / across) - 1);
      let place = along([x, y, 0], -20, towards);
      let ray = towards;
      let light = ((2 * front) / across) ** 2 * towards[2];
      const passes = order.every((at, step) => {
        const { curvature, vertexMm, semiDiameterMm } = surfaces[at]!;
        const centre: Vector = [0, 0, vertexMm + 1 / curvature];
        let meets: Vector;
        let normal: Vector;
        if (curvature === 0) {
          meets = along(place, (vertexMm - place[2]) / ray[2], ray);
          normal = [0, 0, 1];
        } else {
          const from = along(place, -1, centre);
          const half = dot(from, ray);
          const root = Math.sqrt(half * half - dot(from, from) + 1 / curvature ** 2);
          const hits = [-half - root, -half + root].map((t) => along(place, t, ray));
          // The one on the cap beside the vertex.
          const [a, b] = hits as [Vector, Vector];
          meets = Math.abs(a[2] - vertexMm) < Math.abs(b[2] - vertexMm) ? a : b;
          const outwards = along(meets, -1, centre);
          normal = [-outwards[0] * curvature, -outwards[1] * curvature, -outwards[2] * curvature];
        }
        if (!(Math.hypot(meets[0], meets[1]) <= semiDiameterMm)) return false;
        const isForwards = ray[2] > 0;
        if (!isForwards) normal = [-normal[0], -normal[1], -normal[2]];
        const [left, right] = [at === 0 ? 1 : behind[at - 1]!, behind[at]!];
        const [n, m] = isForwards ? [left, right] : [right, left];
        const cosine = dot(ray, normal);
        if (!(cosine > 0)) return false;
        const isMirror = mirrors.includes(step);
        const isTotal = (n / m) ** 2 * (1 - cosine ** 2) >= 1;
        const reflected = isTotal ? 1 : fresnel(Math.min(1, cosine), n, m);
        light *= isMirror ? reflected : 1 - reflected;
        place = meets;
        if (isMirror) ray = along(ray, -2 * cosine, normal);
        else if (isTotal) return false;
        else {
          const [r, c] = [n / m, Math.sqrt(1 - (n / m) ** 2 * (1 - cosine ** 2))];
          ray = along([r * ray[0], r * ray[1], r * ray[2]], c - r * cosine, normal);
        }
        return light > 0;
      });
      if (!passes) continue;
      const end = along(place, (imagePlaneMm - place[2]) / ray[2], ray);
      visit(end[0], end[1], light);
    }
  }
}

/** A square scene with one bright cell among black ones, and the tangents of its place. */
function pointScene(cells: number, row: number, column: number, hfov: number) {
  const plane = new Float32Array(cells * cells);
  plane[row * cells + column] = 1;
  const tangent = (index: number): number => Math.tan(hfov / 2) * ((2 * (index + 0.5)) / cells - 1);
  return {
    scene: {
      lit: litPattern({ kind: 'cells', rows: cells, columns: cells, planes: [plane] }),
      hfov,
    },
    tangents: [tangent(column), tangent(row)] as const,
    /** Of the cell, without the cosines. */
    solid: ((2 * Math.tan(hfov / 2)) / cells) ** 2,
  };
}

const formed = (lens: Lens, scene: Parameters<Lens['formImage']>[0], grid: PixelGrid) =>
  lens.formImage(scene, { grid, receptors: uniform(oneBand(BAND)) }, testHost(), watch);

describe.each([
  ['cooke-triplet', 15, 160],
  ['double-gauss', 12, 160],
] as const)('%s: ghosts of one lamp', (id, pairs, across) => {
  const ghosts: GhostSettings = { coating: 'uncoated', pairs, sensor: 0 };
  const design = lensDesign(lensFiles[id]);
  // Wide enough for all of the light, so that none is lost beyond the edge.
  const grid: PixelGrid = { rows: 300, columns: 300, pitch: 60e-6 };

  it.each([
    [100, 100],
    [128, 150],
    [31, 60],
  ] as const)('at row %i and column %i of the scene', async (row, column) => {
    const { scene, tangents, solid } = pointScene(201, row, column, 0.5);
    const at = { lens: id, ghosts };
    const without = await formed(
      await loadLens({ ...at, ghosts: { ...ghosts, pairs: 0 } }),
      scene,
      grid,
    );
    const lens = await loadLens(at);
    const picture = await formed(lens, scene, grid);
    const found: Ghost = { light: 0, x: 0, y: 0, squares: 0 };
    const add = (to: Ghost, x: number, y: number, light: number): void => {
      to.light += light;
      to.x += light * x;
      to.y += light * y;
      to.squares += light * (x * x + y * y);
    };
    const pitchMm = 1e3 * grid.pitch;
    for (const [pixel, value] of picture.entries()) {
      const x = ((pixel % grid.columns) + 0.5 - grid.columns / 2) * pitchMm;
      const y = (Math.floor(pixel / grid.columns) + 0.5 - grid.rows / 2) * pitchMm;
      add(found, x, y, value - without[pixel]!);
    }
    const norm = Math.hypot(tangents[0], tangents[1], 1);
    const towards = [tangents[0] / norm, tangents[1] / norm, 1 / norm] as const;
    const wanted: Ghost = { light: 0, x: 0, y: 0, squares: 0 };
    for (const { first, second } of ghostsOf(design, 0, { ...ghosts, wavelength: 550 }).pairs.slice(
      0,
      pairs,
    ))
      ghostByVectors(design, towards, [first as number, second], across, (x, y, light) => {
        if (Math.max(Math.abs(x), Math.abs(y)) < (grid.rows / 2) * pitchMm)
          add(wanted, x, y, light);
      });
    // Of a square metre of the sensor into mm²; cos³ of the field makes the solid angle.
    const scale = (SLOPED[BAND]! * BAND_WIDTH * solid * 1e-6) / norm ** 3 / grid.pitch ** 2;
    expect(Math.abs(found.light / (scale * wanted.light) - 1)).toBeLessThan(LIGHT);
    const rms = ({ light, x, y, squares }: Ghost): number =>
      Math.sqrt((squares - (x * x + y * y) / light) / light);
    const most = RADIUS * rms(wanted);
    expect(Math.abs(rms(found) - rms(wanted))).toBeLessThan(most);
    expect(Math.abs(found.x / found.light - wanted.x / wanted.light)).toBeLessThan(most + PLACE_MM);
    expect(Math.abs(found.y / found.light - wanted.y / wanted.light)).toBeLessThan(most + PLACE_MM);
  });
});

describe('an even scene through coated glass', () => {
  const even = {
    lit: litPattern({ kind: 'cells', rows: 1, columns: 1, planes: [Float32Array.of(1)] }),
    hfov: 0.4,
  };
  const grid: PixelGrid = { rows: 40, columns: 60, pitch: 60e-6 };
  const ghosts: GhostSettings = { coating: 'uncoated', pairs: 8, sensor: 0.05 };
  const share = 0.1;
  const scatter = { share, shoulder: 0.01, slope: 1.5 };
  const sum = (picture: Float32Array): number => picture.reduce((a, b) => a + b, 0);

  it('has no more light than without losses, with all that is scattered and reflected', async () => {
    const clear = sum(await formed(await loadLens('fisheye'), even, grid));
    const coated = await loadLens({ lens: 'fisheye', ghosts });
    const dim = await loadLens({ lens: 'fisheye', ghosts: { ...ghosts, pairs: 0 } });
    const hazy = await loadLens({ lens: 'fisheye', ghosts, scatter });
    const [direct, all, most] = [
      sum(await formed(dim, even, grid)),
      sum(await formed(coated, even, grid)),
      sum(await formed(hazy, even, grid)),
    ];
    const { transmission, ghostPercent, leftOutPercent } = coated.stray!(grid);
    // The mean share of the field is near the share on the axis.
    expect(Math.abs(direct / clear / transmission - 1)).toBeLessThan(0.02);
    expect(transmission + (ghostPercent + leftOutPercent) / 100).toBeLessThan(1);
    expect(all).toBeGreaterThan(direct);
    expect(all).toBeLessThan(clear);
    // Ghosts are not scattered, and what is scattered is the transmitted light.
    expect(most - (all - direct)).toBeGreaterThan((1 - share) * direct);
    expect(most - (all - direct)).toBeLessThan(direct);
  });

  it('is the same to the bit in whatever order its parts are computed', async () => {
    const at = { lens: 'double-gauss', ghosts: { ...ghosts, pairs: 4 } } as const;
    const pictures = await Promise.all(
      (['forwards', 'backwards'] as const).map(async (order) =>
        (await loadLens(at)).formImage(
          even,
          { grid, receptors: uniform(oneBand(BAND)) },
          testHost({ order }),
          watch,
        ),
      ),
    );
    expect(pictures[1]).toEqual(pictures[0]);
  });
});

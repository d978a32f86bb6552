/** Analyses of lenses with tilted and decentred surfaces (docs/lens-design.md#moved-analyses). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { autofocus } from '../../src/optics/focus/autofocus.ts';
import { lensAnalyses } from '../../src/optics/lens-analyses.ts';
import { lensDirections, lensFields } from '../../src/optics/lens-fields.ts';
import { fitLens } from '../../src/optics/lens-geometry.ts';
import { modulationTransferCurves } from '../../src/optics/lens-report.ts';
import { spotDiagram } from '../../src/optics/lens-sheet.ts';
import { pictureCamera } from '../../src/optics/picture-camera.ts';
import { rayFans } from '../../src/optics/ray-fans.ts';
import { chiefRay } from '../../src/optics/ray-trace/beam.ts';
import { beamOf } from '../../src/optics/ray-trace/field-beam.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import { ghostsOf } from '../../src/optics/stray/ghosts.ts';
import { wavefrontMap } from '../../src/optics/wavefront-map.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';

const file = lensFiles['cooke-triplet'];
const straight = lensDesign(file);
/** Numbers of a move are in mm of the unscaled file. */
const nativeScale =
  straight.surfaces[0]!.curvature === 0
    ? 1
    : 1 / straight.surfaces[0]!.curvature / file.surfaces[0]!.radius!;
const withMoves = (moves: object): LensDesign => lensDesign(readLensFile({ ...file, ...moves }));

const D = 587.5618;
const settings = {
  wavelengths: [486.1327, D, 656.2725],
  fractions: [0, 0.7],
  frequencies: [30, 60, 120],
};
const uncoated = { coating: 'uncoated', sensor: 0.1, wavelength: D } as const;

/** Every number of a value, in one order; of its fields those on the axis or in one direction. */
function numbersOf(value: unknown, direction?: string): number[] {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  const { towards, fieldDegrees } = value as { towards?: string; fieldDegrees?: number };
  if (direction && towards && fieldDegrees !== 0 && towards !== direction) return [];
  return Object.values(value).flatMap((one) => numbersOf(one, direction));
}

describe('a lens decentred as one body with its sensor', () => {
  const decentre = [0.4, -0.3, 0];
  const body = withMoves({ groups: [{ surfaces: [0, 5], decentre }], image: { decentre } });

  it.each([
    ['fieldCurvature', 3],
    ['geometry', 3],
    ['lateralColour', 3],
    ['modulation', 2],
    ['throughFocus', 2],
  ] as const)('has the %s of the lens in every direction', (name, digits) => {
    const wanted = numbersOf(lensAnalyses[name](straight, settings));
    const found = lensAnalyses[name](body, settings);
    for (const direction of ['+y', '-y', '+x', '-x']) {
      const ours = numbersOf(found, direction);
      expect(ours.length).toBe(wanted.length);
      for (const [i, value] of ours.entries()) expect(value).toBeCloseTo(wanted[i]!, digits);
    }
  });

  it('has its spots, fans, wavefronts and ghosts', () => {
    for (const { design, fraction } of lensFields(body, settings.fractions).slice(0, 3)) {
      const spots = [design, straight].map((one) => spotDiagram(one, [D], fraction));
      expect(spots[0]!.rmsUm / spots[1]!.rmsUm).toBeCloseTo(1, 3);
      const fans = [design, straight].map((one) => rayFans(one, [D], fraction).wavelengths);
      for (const [i, value] of numbersOf(fans[0]).entries())
        expect(value).toBeCloseTo(numbersOf(fans[1])[i]!, 4);
      const maps = [design, straight].map((one) => wavefrontMap(one, D, fraction));
      expect(maps[0]!.peakToValleyWaves).toBeCloseTo(maps[1]!.peakToValleyWaves, 2);
      const ghosts = [design, straight].map((one) =>
        ghostsOf(one, fraction * one.halfField, uncoated),
      );
      expect(ghosts[0]!.transmission).toBeCloseTo(ghosts[1]!.transmission, 6);
      expect(ghosts[0]!.totalShare / ghosts[1]!.totalShare).toBeCloseTo(1, 2);
      for (const [i, pair] of ghosts[1]!.pairs.slice(0, 3).entries()) {
        const ours = ghosts[0]!.pairs[i]!;
        expect([ours.first, ours.second]).toEqual([pair.first, pair.second]);
        expect(ours.share / pair.share).toBeCloseTo(1, 1);
        expect(ours.centroidXMm).toBeCloseTo(0, 3);
        expect(ours.centroidYMm).toBeCloseTo(pair.centroidYMm, 2);
      }
    }
  });

  it('has its camera model, and focuses where it does', () => {
    const [ours, theirs] = [body, straight].map((one) => fitLens(one, 'opencv', 4e-6, 2e-3));
    expect(Math.hypot(...ours!.principal!)).toBeLessThan(1e-4);
    expect(ours!.focal / theirs!.focal).toBeCloseTo(1, 6);
    for (const i of [2, 3]) expect(ours!.coefficients[i]).toBeCloseTo(0, 7);
    expect(ours!.coefficients[0]).toBeCloseTo(theirs!.coefficients[0]!, 3);
    const target = {
      distance: 1,
      angle: 0.2,
      linePairsPerMm: 60,
      weights: Float64Array.from(WAVELENGTHS, () => 1),
    };
    const shifts = [body, straight].map((one) => autofocus(one, {}, target).focusShift!);
    expect(Math.abs(shifts[0]! - shifts[1]!)).toBeLessThan(3e-7);
  });
});

it('a lens tilted as one body with its sensor sees each field where its axis puts it', () => {
  const degrees = 2;
  const a = (degrees * Math.PI) / 180;
  const z = straight.imagePlaneMm / nativeScale;
  const tilt = [degrees, 0, 0];
  const tilted = withMoves({
    groups: [{ surfaces: [0, 5], tilt }],
    image: { tilt, decentre: [0, -z * Math.sin(a), z * (Math.cos(a) - 1)] },
  });
  // The normal turns to −y: a field towards +y lies that much farther from the axis.
  for (const [at, sign] of [
    [0, 1],
    [1, -1],
  ] as const) {
    const { design } = lensDirections(tilted)[at]!;
    const angle = 0.2;
    const equal = angle + sign * a;
    const [here, there] = [angle / straight.halfField, equal / straight.halfField];
    const [spot, wanted] = [spotDiagram(design, [D], here), spotDiagram(straight, [D], there)];
    expect(spot.rmsUm / wanted.rmsUm).toBeCloseTo(1, 2);
    const [ours, theirs] = [
      modulationTransferCurves(design, D, here, settings.frequencies),
      modulationTransferCurves(straight, D, there, settings.frequencies),
    ];
    for (const [i, value] of numbersOf(ours).entries())
      expect(value).toBeCloseTo(numbersOf(theirs)[i]!, 2);
    expect(ghostsOf(design, angle, uncoated).totalShare).toBeCloseTo(
      ghostsOf(straight, equal, uncoated).totalShare,
      3,
    );
  }
});

it('modulation of coarse frequencies is that of the rays of a lens whose flint is tilted', () => {
  const flint = withMoves({
    groups: [{ surfaces: [2, 3], tilt: [1, 0.5, 0], decentre: [0.2, 0, 0] }],
  });
  for (const { design, fraction } of lensFields(flint, [0, 0.5])) {
    const angle = fraction * design.halfField;
    const { centreUMm, centreMm, radiiMm, wavefront } = beamOf(design, D, angle, {
      azimuths: 64,
      tolerance: 1e-8,
    });
    const reach = Math.max(...radiiMm);
    const grid = Array.from({ length: 60 }, (_, i) => (reach * (2 * i + 1 - 60)) / 60);
    const rays = traceRays(
      design,
      grid.flatMap((v) =>
        grid.map((u) => ({
          x: centreUMm + u,
          y: (centreMm + v) * wavefront.cosine,
          z: wavefront.originMm - (centreMm + v) * wavefront.sine,
          L: 0,
          M: wavefront.sine,
          N: wavefront.cosine,
          wavelengthNm: D,
        })),
      ),
    ).filter(({ ok }) => ok);
    const lpmm = 8;
    const geometric = (along: (ray: (typeof rays)[number]) => number): number => {
      const phases = rays.map((ray) => 2 * Math.PI * lpmm * along(ray));
      const mean = (wave: (phase: number) => number): number =>
        phases.reduce((sum, phase) => sum + wave(phase), 0) / phases.length;
      return Math.hypot(mean(Math.cos), mean(Math.sin));
    };
    const { tangential, sagittal } = modulationTransferCurves(design, D, fraction, [lpmm]);
    // Diffraction takes as much as a lens without aberrations loses.
    const limit = modulationTransferCurves(straight, D, 0, [lpmm]).tangential[0]!;
    for (const [found, rayOnly] of [
      [tangential[0]!, geometric(({ y }) => y!)],
      [sagittal[0]!, geometric(({ x }) => x!)],
    ])
      expect(Math.abs(found! - rayOnly! * limit)).toBeLessThan(0.02);
  }
});

it('the camera model of a picture has its axis where a decentred lens puts it', async () => {
  const [decentre, pitch] = [[0.4, -0.3, 0], 4e-6];
  const grid = { rows: 300, columns: 400, pitch };
  const optics = readLensFile({ ...file, groups: [{ surfaces: [0, 5], decentre }] });
  const [ours, theirs] = [
    await pictureCamera({ optics, grid }),
    await pictureCamera({ optics: file, grid }),
  ];
  const shiftPx = (mm: number): number => (mm * nativeScale) / 1e3 / pitch;
  expect(ours.cx - theirs.cx).toBeCloseTo(shiftPx(0.4), 3);
  expect(ours.cy - theirs.cy).toBeCloseTo(shiftPx(-0.3), 3);
  expect(ours.focal / theirs.focal).toBeCloseTo(1, 5);
  expect(ours.worstPx).toBeLessThan(0.05);
});

it('a camera model of a tilted sensor errs by no more than it says', () => {
  const degrees = 1;
  const a = (degrees * Math.PI) / 180;
  const tilted = withMoves({ image: { tilt: [degrees, 0, 0] } });
  const pitch = 4e-6;
  const { focal, coefficients, principal, worstPx, validToDegrees } = fitLens(
    ...([tilted, 'opencv', pitch, 2e-3] as const),
  );
  const [k1, k2, p1, p2, k3] = coefficients as [number, number, number, number, number];
  for (let i = 0; i < 24; i += 1) {
    const [ex, ey] = [Math.sin(i), Math.cos(i)];
    const angle = ((validToDegrees * Math.PI) / 180) * ((i % 8) / 8 + 0.1);
    const { yMm, M, N } = chiefRay(beamOf(straight, 550, angle, { azimuths: 8, tolerance: 1e-9 }));
    // The ray of the straight lens meets the plane whose normal is (0, −sin a, cos a).
    const [dx, dy] = [(M / N) * ex, (M / N) * ey];
    const t = (yMm * ey * Math.sin(a)) / (Math.cos(a) - dy * Math.sin(a));
    const [X, Y, Z] = [yMm * ex + t * dx, yMm * ey + t * dy, t];
    const place = [X, Y * Math.cos(a) + Z * Math.sin(a)].map((mm) => mm / 1e3 / pitch);
    const [x, y] = [Math.tan(angle) * ex, Math.tan(angle) * ey];
    const r2 = x * x + y * y;
    const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    const [u, v] = [
      x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
      y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
    ];
    const off = Math.hypot(
      principal![0] + focal * u - place[0]!,
      principal![1] + focal * v - place[1]!,
    );
    expect(off).toBeLessThan(1.02 * worstPx);
  }
  expect(worstPx).toBeGreaterThan(0.01);
});

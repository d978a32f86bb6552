import { describe, expect, it } from 'vitest';
import { GLASSES } from '../../src/optics/glass/refractive-index.ts';
import { modulationTransferCurves, pointSpreadImage } from '../../src/optics/lens-report.ts';
import { indicesAt } from '../../src/optics/ray-trace/design-surface.ts';
import { fieldFigures, firstOrderFigures } from '../../src/optics/ray-trace/field-figures.ts';
import { newRay, traceRay, tracedLens, type Ray } from '../../src/optics/ray-trace/trace-ray.ts';
import {
  GOLDEN_LENSES,
  design,
  goldenGlasses,
  goldenLens,
  goldenPointSpreads,
  goldenRays,
  goldenTolerances,
} from './golden-lens.ts';

/**
 * The three lenses against optiland 0.6.0 (rays), and against a tracer of our own that optiland and
 * ray-optics confirmed (the rest). Every tolerance is golden/tolerances.json as it came;
 * docs/reference/optics.md#agreement says how the tools agree.
 */
const tolerance = (name: string): number => {
  const value = goldenTolerances[name];
  if (value === undefined) throw new Error(`no tolerance ${name}`);
  return value;
};
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Largest difference of a list of pairs. */
const farthest = (pairs: readonly (readonly [number, number])[]): number =>
  pairs.reduce(
    (most, [ours, theirs]) =>
      Math.max(most, Number.isNaN(ours) ? Infinity : Math.abs(ours - theirs)),
    0,
  );
const farthestRelative = (pairs: readonly (readonly [number, number])[]): number =>
  farthest(pairs.map(([ours, theirs]) => [ours / theirs, 1]));

it('keeps the glass catalogue of the goldens', () => {
  for (const [name, [b1, c1, b2, c2, b3, c3]] of Object.entries(goldenGlasses.coefs_B1C1B2C2B3C3))
    expect(GLASSES[name], name).toEqual({ B: [b1, b2, b3], C: [c1, c2, c3] });
});

describe.each(GOLDEN_LENSES)('%s', (id, name) => {
  const lens = design(id);
  const golden = goldenLens(name);

  it('has the golden refractive indices and first order', () => {
    expect(lens.imageDistanceMm).toBeCloseTo(golden.image_distance_mm, 9);
    const rows = golden.first_order.map((theirs) => ({
      theirs,
      ours: firstOrderFigures(lens, theirs.wl_um * 1e3),
      indices: indicesAt(lens.surfaces, theirs.wl_um * 1e3),
    }));
    const glass = lens.surfaces.flatMap((surface, index) => (surface.glass ? [index] : []));
    expect(
      farthest(
        rows.flatMap(({ theirs, indices }) =>
          glass.map((surface, k) => [indices[surface]!, theirs.glass_n[k]!] as const),
        ),
      ),
    ).toBeLessThan(tolerance('glass_index_abs'));
    expect(
      farthestRelative(
        rows.flatMap(
          ({ ours, theirs }) =>
            [
              [ours.focalLengthMm, theirs.efl],
              [ours.backFocalLengthMm, theirs.bfl],
              [ours.entrancePupilMm, theirs.enp_z],
              [ours.exitPupilMm, theirs.exp_z],
              [ours.entrancePupilDiameterMm, theirs.enp_diam_parax],
              [ours.exitPupilDiameterMm, theirs.exp_diam_parax],
              [ours.workingFNumber, theirs.fno_working],
            ] as const,
        ),
      ),
    ).toBeLessThan(tolerance('first_order_rel'));
  });

  it('traces the golden rays', () => {
    const rows = goldenRays(name);
    const [places, directions, paths] = [[], [], []] as [
      (readonly [number, number])[],
      (readonly [number, number])[],
      (readonly [number, number])[],
    ];
    let wrongFlags = 0;
    for (const { wl_um, row_start, rows: count } of golden.rays.blocks) {
      const traced = tracedLens(lens, wl_um * 1e3);
      for (let row = row_start; row < row_start + count; row += 1) {
        const [x = 0, y = 0, z = 0, L = 0, M = 0, N = 0, ...theirs] = rows.subarray(
          15 * row,
          15 * row + 15,
        );
        const ray = Object.assign(newRay(), {
          xMm: x,
          yMm: y,
          zMm: z,
          L,
          M,
          N,
        } satisfies Partial<Ray>);
        const arrives = traceRay(traced, ray) === 0;
        // No golden ray lies so near an aperture's edge that rounding decides.
        if (arrives !== (theirs[8] === 1)) wrongFlags += 1;
        if (!arrives) continue;
        places.push(
          [ray.xMm, theirs[0]!],
          [ray.yMm, theirs[1]!],
          [ray.stopXMm, theirs[6]!],
          [ray.stopYMm, theirs[7]!],
        );
        directions.push([ray.L, theirs[2]!], [ray.M, theirs[3]!], [ray.N, theirs[4]!]);
        paths.push([ray.opticalPathMm, theirs[5]!]);
      }
    }
    expect(wrongFlags).toBe(0);
    expect(paths.length).toBeGreaterThan(2500);
    expect(farthest(places)).toBeLessThan(tolerance('ray_xy_abs_mm'));
    expect(farthest(directions)).toBeLessThan(tolerance('ray_dircos_abs'));
    expect(farthest(paths)).toBeLessThan(tolerance('ray_opl_abs_mm'));
  });

  it('has the golden field table', () => {
    const rows = golden.fields.map((theirs) => ({
      theirs,
      ours: fieldFigures(lens, theirs.wl_um * 1e3, radians(theirs.field_deg)),
    }));
    expect(
      farthest(rows.map(({ ours, theirs }) => [ours.chiefHeightMm, theirs.chief_y])),
    ).toBeLessThan(tolerance('chief_y_abs_mm'));
    expect(
      farthest(rows.map(({ ours, theirs }) => [ours.distortionPercent, theirs.distortion_pct])),
    ).toBeLessThan(tolerance('distortion_abs_pct'));
    expect(
      farthest(rows.map(({ ours, theirs }) => [ours.relativeIllumination, theirs.rel_illum])),
    ).toBeLessThan(tolerance('rel_illum_abs'));
    expect(
      farthestRelative(rows.map(({ ours, theirs }) => [ours.projectedSolidAngle, theirs.pq_area])),
    ).toBeLessThan(tolerance('pq_area_rel'));
    // Relative where the figure is large, absolute where it is next to nothing.
    const within = (ours: number, theirs: number, relative: string, absolute: string): boolean =>
      Math.abs(ours - theirs) <= Math.max(tolerance(relative) * theirs, tolerance(absolute));
    expect(
      rows.filter(
        ({ ours, theirs }) =>
          !within(ours.rmsSpotUm, theirs.rms_spot_um, 'rms_spot_rel', 'rms_spot_abs_um'),
      ),
    ).toEqual([]);
    expect(
      rows.filter(
        ({ ours, theirs }) =>
          !within(ours.rmsWavefrontWaves, theirs.wave_rms, 'wave_rms_rel', 'wave_rms_abs_waves'),
      ),
    ).toEqual([]);
  });

  it('has the golden point spread functions', () => {
    const theirs = goldenPointSpreads(name);
    const rows = golden.psf.blocks.map(({ wl_um, field_deg, energy_in_window, peak }, block) => {
      const { data } = pointSpreadImage(lens, wl_um * 1e3, radians(field_deg) / lens.halfField);
      const difference =
        data.reduce(
          (sum, value, cell) => sum + Math.abs(value - theirs[block * data.length + cell]!),
          0,
        ) / 2;
      return {
        difference,
        energy: [data.reduce((sum, value) => sum + value, 0), energy_in_window] as const,
        peak: [Math.max(...data), peak] as const,
      };
    });
    expect(Math.max(...rows.map(({ difference }) => difference))).toBeLessThan(
      tolerance('psf_half_L1'),
    );
    expect(farthest(rows.map(({ energy }) => energy))).toBeLessThan(
      tolerance('psf_energy_in_window_abs'),
    );
    expect(farthestRelative(rows.map((row) => row.peak))).toBeLessThan(tolerance('psf_peak_rel'));
  });

  it('has the golden modulation transfer', () => {
    const pairs = golden.mtf.flatMap(({ wl_um, field_deg, freq_lpmm, mtf_tan, mtf_sag }) => {
      // Every fifth frequency: 0, 50, … 300 lp/mm.
      const chosen = freq_lpmm.flatMap((_, index) => (index % 5 === 0 ? [index] : []));
      const { tangential, sagittal } = modulationTransferCurves(
        lens,
        wl_um * 1e3,
        radians(field_deg) / lens.halfField,
        chosen.map((index) => freq_lpmm[index]!),
      );
      return chosen.flatMap(
        (index, k) =>
          [
            [tangential[k]!, mtf_tan[index]!],
            [sagittal[k]!, mtf_sag[index]!],
          ] as const,
      );
    });
    expect(farthest(pairs)).toBeLessThan(tolerance('mtf_abs'));
  });
});

import { describe, expect, it } from 'vitest';
import { GLASSES } from '../../src/optics/glass/refractive-index.ts';
import { modulationTransferCurves, pointSpreadImage } from '../../src/optics/lens-report.ts';
import { indicesAt } from '../../src/optics/ray-trace/design-surface.ts';
import { fieldFigures, firstOrderFigures } from '../../src/optics/ray-trace/field-figures.ts';
import { newRay, type Ray } from '../../src/optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../../src/optics/ray-trace/trace-ray.ts';
import {
  GOLDEN_LENSES,
  design,
  goldenGlasses,
  goldenLens,
  goldenPointSpreads,
  goldenRays,
  goldenTolerances,
} from './golden-lens.ts';
import { expectHeld, recordPoints } from '../held.ts';

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
    expectHeld(
      'first-order',
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
      tolerance('first_order_rel'),
    );
  });

  it('traces the golden rays', () => {
    const rows = goldenRays(name);
    const [places, stops, directions, paths] = [[], [], [], []] as [
      (readonly [number, number])[],
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
        places.push([ray.xMm, theirs[0]!], [ray.yMm, theirs[1]!]);
        stops.push([ray.stopXMm, theirs[6]!], [ray.stopYMm, theirs[7]!]);
        directions.push([ray.L, theirs[2]!], [ray.M, theirs[3]!], [ray.N, theirs[4]!]);
        paths.push([ray.opticalPathMm, theirs[5]!]);
      }
    }
    expect(wrongFlags).toBe(0);
    expect(paths.length).toBeGreaterThan(2500);
    expectHeld('ray-place', farthest(places), tolerance('ray_xy_abs_mm'));
    expectHeld('ray-stop', farthest(stops), tolerance('ray_xy_abs_mm'));
    expectHeld('ray-direction', farthest(directions), tolerance('ray_dircos_abs'));
    expectHeld('ray-path', farthest(paths), tolerance('ray_opl_abs_mm'));
  });

  it('has the golden field table', () => {
    const rows = golden.fields.map((theirs) => ({
      theirs,
      ours: fieldFigures(lens, theirs.wl_um * 1e3, radians(theirs.field_deg)),
    }));
    expectHeld(
      'chief-height',
      farthest(rows.map(({ ours, theirs }) => [ours.chiefHeightMm, theirs.chief_y])),
      tolerance('chief_y_abs_mm'),
    );
    expectHeld(
      'distortion',
      farthest(rows.map(({ ours, theirs }) => [ours.distortionPercent, theirs.distortion_pct])),
      tolerance('distortion_abs_pct'),
    );
    expectHeld(
      'illumination',
      farthest(rows.map(({ ours, theirs }) => [ours.relativeIllumination, theirs.rel_illum])),
      tolerance('rel_illum_abs'),
    );
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
    expectHeld(
      'psf',
      Math.max(...rows.map(({ difference }) => difference)),
      tolerance('psf_half_L1'),
    );
    expect(farthest(rows.map(({ energy }) => energy))).toBeLessThan(
      tolerance('psf_energy_in_window_abs'),
    );
    expect(farthestRelative(rows.map((row) => row.peak))).toBeLessThan(tolerance('psf_peak_rel'));
  });

  it('has the golden modulation transfer', () => {
    // Every fifth frequency: 0, 50, … 300 lp/mm.
    const curves = golden.mtf.map(({ wl_um, field_deg, freq_lpmm, mtf_tan, mtf_sag }) => {
      const chosen = freq_lpmm.flatMap((_, index) => (index % 5 === 0 ? [index] : []));
      const frequencies = chosen.map((index) => freq_lpmm[index]!);
      const ours = modulationTransferCurves(
        lens,
        wl_um * 1e3,
        radians(field_deg) / lens.halfField,
        frequencies,
      );
      const theirs = [mtf_tan, mtf_sag].map((curve) => chosen.map((index) => curve[index]!));
      return { wl_um, field_deg, frequencies, ours, theirs };
    });
    expectHeld(
      'mtf',
      farthest(
        curves.flatMap(({ ours: { tangential, sagittal }, theirs }) =>
          [tangential, sagittal].flatMap((curve, k) =>
            Array.from(curve, (value, i) => [value, theirs[k]![i]!] as const),
          ),
        ),
      ),
      tolerance('mtf_abs'),
    );
    // The third field of four, in green.
    const { field_deg, frequencies, ours, theirs } = curves.filter(
      ({ wl_um }) => wl_um === 0.55,
    )[2]!;
    recordPoints(
      'mtf',
      frequencies.map((frequency, i) => ({
        lens: lens.name,
        fieldDegrees: Number(field_deg.toFixed(1)),
        frequency,
        ours: [ours.tangential[i], ours.sagittal[i]],
        theirs: [theirs[0]![i], theirs[1]![i]],
      })),
    );
  });
});

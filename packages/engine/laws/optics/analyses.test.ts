/**
 * The analyses of a lens against second computations: another tracer, the equations of Coddington,
 * differences of traced rays, closed forms.
 */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { focusDesign } from '../../src/optics/focus/focus-design.ts';
import { throughFocus } from '../../src/optics/focus/through-focus.ts';
import { lensAnalyses } from '../../src/optics/lens-analyses.ts';
import { lateralColour } from '../../src/optics/lens-geometry.ts';
import { modulationTransferCurves } from '../../src/optics/lens-report.ts';
import { fieldFoci } from '../../src/optics/lens-sheet.ts';
import { rayFans } from '../../src/optics/ray-fans.ts';
import { indicesAt } from '../../src/optics/ray-trace/design-surface.ts';
import { fieldFigures } from '../../src/optics/ray-trace/field-figures.ts';
import { firstOrder } from '../../src/optics/ray-trace/first-order.ts';
import { lensDesign, type LensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { readLensFile } from '../../src/optics/ray-trace/lens-file.ts';
import { newRay } from '../../src/optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../../src/optics/ray-trace/trace-ray.ts';
import { seidelSums, type SeidelTerms } from '../../src/optics/seidel-sums.ts';
import { wavefrontMap } from '../../src/optics/wavefront-map.ts';
import { plainRay, zeroBetween, type PlainRay } from './plain-trace.ts';

const [F, D, C] = [486.1327, 587.5618, 656.2725] as const;
const LENSES = (['cooke-triplet', 'double-gauss', 'fisheye'] as const).map(
  (id) => [id, lensDesign(lensFiles[id])] as const,
);
const FIELDS = [0, 0.4, 0.7, 1] as const;

/** Two tracers in double precision, and bisections to the last digit: nm. */
const TRACED_MM = 1e-9;
/** The engine finds a beam's edge to 1e-9 of itself, a map's to 1e-6. */
const EDGE = 1e-5;
/** The same in waves of path. */
const WAVES = 1e-4;

/** Rays to each side that are looked at first. */
const SCANNED = 500;

/** A ray of a field that passes all apertures, and the limits of v between which such rays lie. */
function beamBy(design: LensDesign, wavelength: number, angle: number) {
  const origin = firstOrder(design, wavelength).entrancePupilMm;
  const ray = (u: number, v: number): PlainRay | undefined =>
    plainRay(design, wavelength, angle, [u, v, origin]);
  const reach = 2 * design.surfaces[0]!.semiDiameterMm;
  const vs = Array.from({ length: 2 * SCANNED + 1 }, (_, i) => (reach * (i - SCANNED)) / SCANNED);
  const passing = vs.filter((v) => ray(0, v)?.passes);
  const step = reach / SCANNED;
  const edge = (inside: number, outside: number): number =>
    zeroBetween(inside, outside, (v) => (ray(0, v)?.passes ? -1 : 1));
  const low = edge(passing[0]!, passing[0]! - step);
  const high = edge(passing.at(-1)!, passing.at(-1)! + step);
  const chief = zeroBetween(passing[0]!, passing.at(-1)!, (v) => ray(0, v)!.stopY);
  return { ray, low, high, chief };
}

describe.each(LENSES)('%s', (_, design) => {
  const stopMm = design.surfaces[design.stopIndex]!.semiDiameterMm;

  it.each(FIELDS)('ray fans at %f of the field are those of another tracer', (fraction) => {
    const angle = fraction * design.halfField;
    const { wavelengths } = rayFans(design, [F, D, C], fraction);
    const middle = beamBy(design, D, angle);
    const originMm = middle.ray(0, middle.chief)!.y;
    for (const { wavelengthNm, tangential, sagittal } of wavelengths) {
      const { ray, low, high, chief } = beamBy(design, wavelengthNm, angle);
      const ends = [tangential.pupil[0]!, tangential.pupil.at(-1)!];
      for (const [i, v] of [low, high].entries())
        expect(Math.abs(ends[i]! - ray(0, v)!.stopY / stopMm)).toBeLessThan(EDGE);
      for (const [i, place] of tangential.pupil.entries()) {
        const at = place * stopMm;
        const [from, to] = [low - EDGE * (high - low), high + EDGE * (high - low)];
        const { y } = ray(
          0,
          zeroBetween(from, to, (v) => ray(0, v)!.stopY - at),
        )!;
        expect(Math.abs(tangential.aberrationUm[i]! / 1e3 - (y - originMm))).toBeLessThan(
          TRACED_MM,
        );
      }
      for (const [i, place] of sagittal.pupil.entries()) {
        const at = place * stopMm;
        const across = ray(0, chief)!.passes ? chief : (low + high) / 2;
        const side = zeroBetween(0, 2 * stopMm, (u) => (ray(u, across)?.passes ? -1 : 1));
        const reach = side * (1 + EDGE);
        const { x } = ray(
          zeroBetween(-reach, reach, (u) => ray(u, across)!.stopX - at),
          across,
        )!;
        expect(Math.abs(sagittal.aberrationUm[i]! / 1e3 - x)).toBeLessThan(TRACED_MM);
      }
    }
  });

  it.each(FIELDS)(
    'the wavefront map at %f of the field is the path of another tracer',
    (fraction) => {
      const angle = fraction * design.halfField;
      const { waves, reachMm, peakToValleyWaves, rmsWaves } = wavefrontMap(design, D, fraction);
      const { ray, low, high, chief } = beamBy(design, D, angle);
      const main = ray(0, chief)!;
      const half = (waves.length - 1) / 2;
      const known: number[] = [];
      for (const [row, values] of waves.entries())
        for (const [column, value] of values.entries()) {
          const [u, v] = [column, row].map((step) => ((step - half) * reachMm) / half);
          const traced = ray(u!, (low + high) / 2 + v!);
          if (value === null) continue;
          known.push(value);
          const { path, L, M, x, y } = traced!;
          const wanted = (path - main.path - L * x - M * (y - main.y)) / (D * 1e-6);
          expect(Math.abs(value - wanted)).toBeLessThan(WAVES);
          // Rays at the very edge may be on either side of it.
          expect(traced!.passes || Math.hypot(u!, v!) > (1 - EDGE) * reachMm).toBe(true);
        }
      expect(peakToValleyWaves).toBe(Math.max(...known) - Math.min(...known));
      // A square grid has a coarse rim: the mean over it differs by some per cent.
      const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
      const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length;
      expect(Math.abs(Math.sqrt(squares) / rmsWaves - 1)).toBeLessThan(0.06);
    },
  );

  it.each(FIELDS)('field curvature at %f of the field follows Coddington', (fraction) => {
    const angle = fraction * design.halfField;
    const { ray, chief } = beamBy(design, D, angle);
    const { tangentialMm, sagittalMm } = fieldFoci(design, D, [fraction])[0]!;
    const foci = coddington(design, ray(0, chief)!);
    // A pencil of a thousandth of the beam has aberrations of its own, of its square.
    const tolerance = 1e-5 * design.focalLengthMm;
    expect(Math.abs(tangentialMm - foci.tangential)).toBeLessThan(tolerance);
    expect(Math.abs(sagittalMm - foci.sagittal)).toBeLessThan(tolerance);
  });

  it('lateral colour is the difference of chief rays of another tracer', () => {
    const shifts = lateralColour(design, [F, D, C], FIELDS);
    expect(shifts[0]!.shiftsUm).toEqual([0, 0, 0]);
    for (const [i, fraction] of FIELDS.entries()) {
      const heights = [F, D, C].map((wavelength) => {
        const { ray, chief } = beamBy(design, wavelength, fraction * design.halfField);
        return ray(0, chief)!.y;
      });
      for (const [k, shift] of shifts[i]!.shiftsUm.entries())
        expect(Math.abs(shift / 1e3 - (heights[k]! - heights[1]!))).toBeLessThan(TRACED_MM);
    }
  });
});

/** Two samplings of the pupil, of the modulation. */
const SAMPLED = 0.01;

it.each(LENSES)('%s: all frequencies at once have the modulation of each by itself', (_, lens) => {
  const frequencies = [0, 30, 100, 170];
  const fields = lensAnalyses.modulation(lens, {
    wavelengths: [D],
    fractions: [0, 0.7],
    frequencies,
  });
  for (const { fieldDegrees, tangential, sagittal } of fields) {
    const fraction = (fieldDegrees * Math.PI) / 180 / lens.halfField;
    const single = modulationTransferCurves(lens, D, fraction, frequencies);
    for (const i of frequencies.keys()) {
      expect(Math.abs(tangential[i]! - single.tangential[i]!)).toBeLessThan(SAMPLED);
      expect(Math.abs(sagittal[i]! - single.sagittal[i]!)).toBeLessThan(SAMPLED);
    }
  }
});

/** Aberrations of f/12 and the pupil's sampling, of the modulation. */
const NEARLY_PERFECT = 0.005;

it('a lens that is stopped down has the modulation of the diffraction limit', () => {
  const [, lens] = LENSES[1]!;
  const surfaces = lens.surfaces.map((surface, i) =>
    i === lens.stopIndex ? { ...surface, semiDiameterMm: surface.semiDiameterMm / 4 } : surface,
  );
  const frequencies = [0, 20, 50, 100, 140, 200];
  const settings = { wavelengths: [D], fractions: [0], frequencies };
  const [{ tangential, diffraction }] = lensAnalyses.modulation(
    { ...lens, surfaces },
    settings,
  ) as [ReturnType<typeof lensAnalyses.modulation>[0]];
  expect(diffraction.at(-1)).toBe(0);
  for (const [i, value] of tangential.entries())
    expect(Math.abs(value - diffraction[i]!)).toBeLessThan(NEARLY_PERFECT);
});

/** Foci of a thin pencil along a traced chief ray, along the axis from the sensor, mm. */
function coddington({ surfaces, imagePlaneMm }: LensDesign, { meetings, N }: PlainRay) {
  // Vergences n/t and n/s, 0 for the object at infinity.
  let [tangential, sagittal] = [0, 0];
  for (const [i, { cosine, refractedCosine, before, behind, way }] of meetings.entries()) {
    const moved = (vergence: number): number =>
      i === 0 ? 0 : vergence / (1 - (way * vergence) / before);
    const power = surfaces[i]!.curvature * (behind * refractedCosine - before * cosine);
    tangential = (moved(tangential) * cosine ** 2 + power) / refractedCosine ** 2;
    sagittal = moved(sagittal) + power;
  }
  const last = imagePlaneMm - surfaces.at(-1)!.vertexMm - meetings.at(-1)!.place[2];
  return { tangential: N / tangential - last, sagittal: N / sagittal - last };
}

/** The triplet with conics and aspheres, one with a term of r² too. */
const { focalLengthMm: _, imageDistance: __, ...cooke } = lensFiles['cooke-triplet'];
const aspheric = lensDesign(
  readLensFile({
    ...cooke,
    surfaces: cooke.surfaces.map((row, i) => ({
      ...row,
      ...(i === 5 && { thickness: 42.2 }),
      ...(i === 1 && { conic: -0.5 }),
      ...(i === 4 && { conic: 0.3, aspheric: [1e-4, -1.5e-6, 2e-9] }),
    })),
  }),
);
/** Near fields: the tangent of 85 degrees is 11, far from any third order. */
const NARROW = LENSES.map(([id, design]) => [id, { ...design, halfField: 0.3 }] as const);

const MONOCHROMATIC = [
  ...(['sphericalUm', 'comaUm', 'astigmatismUm', 'petzvalUm', 'distortionUm'] as const),
];
/** Limits are taken from steps e and 2e: what is left is of the fourth order. */
const STEP = 0.01;
const limit = (value: (e: number) => number): number => (4 * value(STEP) - value(2 * STEP)) / 3;
/** Share of the largest sum: fourth order of the step, and digits lost in differences. */
const THIRD_ORDER = 2e-4;
/** Share of the sum: digits lost in the difference of neighbouring wavelengths. */
const COLOUR = 1e-4;

describe.each([...NARROW, ['aspheric', aspheric] as const])('Seidel sums: %s', (_id, lens) => {
  const near = 1e-3;
  const { sum, surfaces } = seidelSums(lens, D, [D - near, D + near]);
  const scale = Math.max(
    ...surfaces.flatMap((terms) => MONOCHROMATIC.map((key) => Math.abs(terms[key]))),
  );
  const close = (value: number, wanted: number): void =>
    expect(Math.abs(value - wanted), `${value}, not ${wanted}`).toBeLessThan(THIRD_ORDER * scale);
  const pupil = firstOrder(lens, D);

  /** Rays by shares of the field's tangent and of the pupil, on a plane behind the sensor. */
  const heightOf = (wavelength: number, planeMm: number) => {
    const traced = tracedLens(lens, wavelength);
    return (field: number, across: number, along: number) => {
      const tangent = field * Math.tan(lens.halfField);
      const N = 1 / Math.hypot(1, tangent);
      const radius = pupil.entrancePupilDiameterMm / 2;
      const ray = {
        ...newRay(),
        xMm: across * radius,
        yMm: along * radius,
        zMm: pupil.entrancePupilMm,
        L: 0,
        M: tangent * N,
        N,
      };
      expect(traceRay(traced, ray, false)).toBe(0);
      return [
        ray.xMm + (planeMm * ray.L) / ray.N,
        ray.yMm + (planeMm * ray.M) / ray.N,
        ray.M / ray.N,
      ] as const;
    };
  };
  // The slope of the marginal ray, and the image behind the sensor, from rays near the axis.
  const onSensor = heightOf(D, 0);
  const slope = limit((e) => onSensor(0, 0, e)[2] / e);
  const focusMm = limit((e) => -onSensor(0, 0, e)[1] / onSensor(0, 0, e)[2]);
  const at = heightOf(D, focusMm);
  /** Transverse aberrations are sums over 2u'; µm. */
  const twice = 2e3 * slope;

  it('are the third order of traced rays', () => {
    close(limit((e) => at(0, 0, e)[1] / e ** 3) * twice, sum.sphericalUm);
    const coma = limit(
      (e) => (at(e, 0, e)[1] + at(e, 0, -e)[1] - 2 * at(e, 0, 0)[1]) / (2 * e ** 3),
    );
    close((coma * twice) / 3, sum.comaUm);
    const ring = STEP / 20;
    const tangential = limit((e) => (at(e, 0, ring)[1] - at(e, 0, -ring)[1]) / (2 * ring * e ** 2));
    const sagittal = limit((e) => at(e, ring, 0)[0] / (ring * e ** 2));
    // Spherical aberration of the narrow pencil remains in both.
    const own = limit((e) => at(0, 0, ring)[1] / (ring * e ** 2));
    close((tangential - own) * twice, 3 * sum.astigmatismUm + sum.petzvalUm);
    close((sagittal - own) * twice, sum.astigmatismUm + sum.petzvalUm);
    const [height] = [limit((e) => at(e, 0, 0)[1] / e)];
    close(limit((e) => (at(e, 0, 0)[1] / e - height) / e ** 2) * twice, sum.distortionUm);
  });

  it('have the colour of paraxial rays of neighbouring wavelengths', () => {
    const focus = (wavelength: number): number => {
      const ray = heightOf(wavelength, 0);
      return limit((e) => -ray(0, 0, e)[1] / ray(0, 0, e)[2]);
    };
    const axial = -1e3 * slope ** 2 * (focus(D - near) - focus(D + near));
    expect(Math.abs(axial / sum.axialColourUm - 1)).toBeLessThan(COLOUR);
    const image = (wavelength: number): number => {
      const ray = heightOf(wavelength, focusMm);
      return limit((e) => ray(e, 0, 0)[1] / e);
    };
    const lateral = 1e3 * slope * (image(D - near) - image(D + near));
    const most = Math.max(...surfaces.map(({ lateralColourUm }) => Math.abs(lateralColourUm)));
    expect(Math.abs(lateral - sum.lateralColourUm)).toBeLessThan(COLOUR * most);
  });
});

/** @see W. T. Welford, Aberrations of Optical Systems, chapter 12. */
it('Seidel sums of a thin lens are those of its closed forms', () => {
  const [curvature, radius] = [1 / 80, 4];
  const lens = lensDesign(
    readLensFile({
      name: 'Thin lens',
      source: 'a test',
      halfFieldDegrees: 5,
      stopIndex: 0,
      surfaces: [
        { radius: 1 / curvature, thickness: 1e-9, glass: 'N-BK7', semiDiameter: radius },
        { radius: -1 / curvature, thickness: 77, glass: null, semiDiameter: radius },
      ],
    }),
  );
  const [n, short, long] = [D, F, C].map((at) => indicesAt(lens.surfaces, at)[0]!) as [
    number,
    number,
    number,
  ];
  const power = 2 * (n - 1) * curvature;
  const lagrange = radius * Math.tan(lens.halfField);
  const { sum } = seidelSums(lens, D, [F, C]);
  // Stop at the lens, equal radii, object at infinity: the shape is 0, the conjugate variable -1.
  const wanted: SeidelTerms = {
    sphericalUm:
      ((radius ** 4 * power ** 3) / 4) *
      ((n / (n - 1)) ** 2 +
        ((n + 2) / (n * (n - 1) ** 2)) * ((2 * (n ** 2 - 1)) / (n + 2)) ** 2 -
        n / (n + 2)),
    comaUm: -((radius ** 2 * power ** 2 * lagrange) / 2) * ((2 * n + 1) / n),
    astigmatismUm: lagrange ** 2 * power,
    petzvalUm: (lagrange ** 2 * power) / n,
    distortionUm: 0,
    axialColourUm: (radius ** 2 * power * (short - long)) / (n - 1),
    lateralColourUm: 0,
  };
  for (const [key, value] of Object.entries(wanted) as [keyof SeidelTerms, number][])
    expect(sum[key] / 1e3, key).toBeCloseTo(value, 7);
});

it('spots through focus, of rays traced once, are those of rays traced to each place', () => {
  for (const [, design] of LENSES)
    for (const settings of [{}, { objectDistance: 0.2 }]) {
      const lens = focusDesign(design, settings);
      const angle = 0.7 * lens.halfField;
      const shifts = [-60e-6, -5e-6, 0, 20e-6, 60e-6];
      for (const [i, { rmsSpotUm }] of throughFocus(lens, D, angle, shifts, [50]).entries()) {
        const there = focusDesign(design, { ...settings, focusShift: shifts[i]! });
        const plain = fieldFigures(there, D, angle).rmsSpotUm;
        expect(Math.abs(rmsSpotUm / plain - 1)).toBeLessThan(1e-9);
      }
    }
});

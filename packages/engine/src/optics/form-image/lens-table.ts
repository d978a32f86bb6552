import { findBeam, chiefRay, projectedSolidAngle } from '../ray-trace/beam.ts';
import { atFocus, type LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { SimulationError } from '../../simulation-error.ts';

/** Image height and transmitted light of a lens over the field, per band. */
export interface LensTable {
  /** One per band, nanometres. */
  readonly wavelengths: readonly number[];
  /** Index of the band nearest to 550 nm, at which figures that need one wavelength are given. */
  readonly reference: number;
  /** Field angles from 0 to the half field, radians, equally spaced. */
  readonly angles: Float64Array;
  /** Image height of the chief ray, per band and angle. */
  readonly heightsMm: readonly Float64Array[];
  /** Irradiance per radiance, steradians, per band and angle. */
  readonly solidAngles: readonly Float64Array[];
}

/** Wavelength of figures that need one, nm. */
export const REFERENCE_NM = 550;
/**
 * Steps of the field: interpolated heights are within 1e-6 mm and illumination within 1e-4, also
 * where vignetting begins.
 */
const STEPS = 64;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

/**
 * Traces the chief ray and the edge of the beam over the field.
 *
 * @throws SimulationError when a field of the lens gets no light, or when the image folds back on
 * itself.
 */
export function lensTable(design: LensDesign, wavelengths: readonly number[]): LensTable {
  const angles = Float64Array.from({ length: STEPS + 1 }, (_, i) => (design.halfField * i) / STEPS);
  const rows = wavelengths.map((wavelength) => {
    const traced = tracedLens(design, wavelength);
    const [heights, solidAngles] = [new Float64Array(STEPS + 1), new Float64Array(STEPS + 1)];
    let [before, last] = [0, 0];
    for (let i = 0; i <= STEPS; i += 1) {
      const beam = findBeam(traced, angles[i]!, EDGE, 2 * last - before);
      [before, last] = [last, beam.chiefMm];
      heights[i] = i === 0 ? 0 : chiefRay(beam).yMm;
      solidAngles[i] = projectedSolidAngle(beam);
      if (i > 0 && !(heights[i]! > heights[i - 1]!))
        throw new SimulationError(
          'bad-parameter',
          `The picture folds back on itself at ${((angles[i]! * 180) / Math.PI).toFixed(1)}° (${wavelength} nm): reduce halfFieldDegrees.`,
          'halfFieldDegrees',
        );
    }
    return { heights, solidAngles };
  });
  const distances = wavelengths.map((wavelength) => Math.abs(wavelength - REFERENCE_NM));
  const table = {
    wavelengths,
    reference: distances.indexOf(Math.min(...distances)),
    angles,
    heightsMm: rows.map(({ heights }) => heights),
    solidAngles: rows.map(({ solidAngles }) => solidAngles),
  };
  const focused = atFocus(design);
  return focused === design ? table : withLightOf(lightTable(focused, wavelengths), table);
}

/** The table whose light was used last, which the layers of a scene share. */
let lastLight: { readonly key: string; readonly table: LensTable } | undefined;

function lightTable(focused: LensDesign, wavelengths: readonly number[]): LensTable {
  const key = JSON.stringify([focused, wavelengths]);
  if (lastLight?.key !== key) lastLight = { key, table: lensTable(focused, wavelengths) };
  return lastLight.table;
}

/**
 * A table with the light of another one at the same heights: the light at a place of the sensor
 * depends on the focus, not on the object's distance (docs/reference/depth.md#light).
 */
function withLightOf(light: LensTable, table: LensTable): LensTable {
  return {
    ...table,
    solidAngles: table.heightsMm.map((heights, band) =>
      heights.map((heightMm) => solidAngleAt(light, band, angleAt(light, band, heightMm))),
    ),
  };
}

/**
 * Image height at a field angle and its derivative, mm per radian, by cubic interpolation; beyond
 * the field extrapolated linearly. Heights are odd in the angle.
 */
export function heightAt(
  { angles, heightsMm }: LensTable,
  band: number,
  angle: number,
): { readonly heightMm: number; readonly slope: number } {
  const values = heightsMm[band]!;
  const last = values.length - 1;
  const step = angles[1]!;
  const valueAt = (i: number): number => (i < 0 ? -values[-i]! : values[i]!);
  // Fourth-order differences; second-order ones at the end of the table.
  const slopeAt = (i: number): number =>
    i >= last - 1
      ? i === last
        ? (3 * valueAt(i) - 4 * valueAt(i - 1) + valueAt(i - 2)) / 2
        : (valueAt(i + 1) - valueAt(i - 1)) / 2
      : (8 * (valueAt(i + 1) - valueAt(i - 1)) - (valueAt(i + 2) - valueAt(i - 2))) / 12;
  const place = Math.abs(angle) / step;
  const sign = angle < 0 ? -1 : 1;
  if (place >= last)
    return {
      heightMm: sign * (values[last]! + slopeAt(last) * (place - last)),
      slope: slopeAt(last) / step,
    };
  const i = Math.floor(place);
  const t = place - i;
  const [a, b, da, db] = [valueAt(i), valueAt(i + 1), slopeAt(i), slopeAt(i + 1)];
  const height = a + t * (da + t * (3 * (b - a) - 2 * da - db + t * (2 * (a - b) + da + db)));
  const slope = da + t * (2 * (3 * (b - a) - 2 * da - db) + 3 * t * (2 * (a - b) + da + db));
  return { heightMm: sign * height, slope: slope / step };
}

/** The field angle that is imaged at a height, radians; beyond the field extrapolated linearly. */
export function angleAt(table: LensTable, band: number, heightMm: number): number {
  const target = Math.abs(heightMm);
  let [low, high] = [0, table.angles.at(-1)!];
  if (target >= table.heightsMm[band]!.at(-1)!) {
    const rim = heightAt(table, band, high);
    return Math.sign(heightMm) * (high + (target - rim.heightMm) / rim.slope);
  }
  let angle = (high * target) / table.heightsMm[band]!.at(-1)!;
  for (let step = 0; step < 60; step += 1) {
    const { heightMm: reached, slope } = heightAt(table, band, angle);
    if (reached > target) high = angle;
    else low = angle;
    const next = angle - (reached - target) / slope;
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - angle) < 1e-15) break;
    angle = inside;
  }
  return heightMm < 0 ? -angle : angle;
}

/** Irradiance per radiance at a field angle, steradians; beyond the field the value at its rim. */
export function solidAngleAt(
  { angles, solidAngles }: LensTable,
  band: number,
  angle: number,
): number {
  const values = solidAngles[band]!;
  const place = Math.min(values.length - 1, Math.abs(angle) / angles[1]!);
  const i = Math.min(values.length - 2, Math.floor(place));
  return values[i]! + (values[i + 1]! - values[i]!) * (place - i);
}

/**
 * Irradiance at an image height over that on the axis, in mixed light; 0 outside the image circle.
 *
 * @param weights of the bands.
 */
export function mixedLightAt(
  table: LensTable,
  heightMm: number,
  weights: ArrayLike<number>,
): number {
  if (Math.abs(heightMm) > table.heightsMm[table.reference]!.at(-1)!) return 0;
  let [there, axis] = [0, 0];
  for (let band = 0; band < weights.length; band += 1) {
    const weight = weights[band]!;
    if (weight === 0) continue;
    there += weight * solidAngleAt(table, band, angleAt(table, band, heightMm));
    axis += weight * table.solidAngles[band]![0]!;
  }
  return axis > 0 ? there / axis : 1;
}

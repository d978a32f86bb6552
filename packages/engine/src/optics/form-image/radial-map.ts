import { allocateShared } from '../../images/shared-array.ts';
import { angleAt, solidAngleAt, type LensTable } from './lens-table.ts';

/** A lens's map from image to scene at one wavelength, as a table over distance from the axis that a thread can read. */
export interface RadialMap {
  /** Radius of the image circle, mm. */
  readonly radiusMm: number;
  /** Entries per mm; entry i is at i/density. */
  readonly density: number;
  /** tan(angle)/distance, 1/mm: times a place in the image it gives the place in a scene at unit distance. */
  readonly stretch: Float64Array;
  /** Irradiance per radiance, steradians. */
  readonly solidAngle: Float64Array;
}

const ENTRIES = 4096;
/** A little beyond the rim, for pixels that straddle it. */
const BEYOND = 1.05;
/** A flat scene has no points at 90° from the axis. */
const STEEPEST = (89.9 * Math.PI) / 180;

export function radialMap(table: LensTable, band: number): RadialMap {
  const radiusMm = table.heightsMm[band]!.at(-1)!;
  const density = ENTRIES / (radiusMm * BEYOND);
  const entries = ENTRIES + 2;
  const stretch = new Float64Array(allocateShared(entries * 8));
  const solidAngle = new Float64Array(allocateShared(entries * 8));
  for (let i = 0; i < entries; i += 1) {
    const distanceMm = Math.max(i, 1e-3) / density;
    const angle = Math.min(STEEPEST, angleAt(table, band, distanceMm));
    stretch[i] = Math.tan(angle) / distanceMm;
    solidAngle[i] = solidAngleAt(table, band, angle);
  }
  return { radiusMm, density, stretch, solidAngle };
}

/** A table's value at a distance from the axis, mm. */
export function lookUp({ density }: RadialMap, values: Float64Array, distanceMm: number): number {
  const place = Math.min(values.length - 1.001, distanceMm * density);
  const i = Math.floor(place);
  return values[i]! + (values[i + 1]! - values[i]!) * (place - i);
}

import { tan } from '../../quantities/elementary.ts';
import { allocateShared } from '../../images/shared-array.ts';
import { angleAt, solidAngleAt, type LensTable } from './lens-table.ts';
import type { PlaneMap } from './plane-map.ts';

/**
 * The map of a lens from image to scene in one band: tables over the distance from the axis, in
 * shared memory.
 */
export interface RadialMap {
  /** Radius of the image circle. */
  readonly radiusMm: number;
  /** Entries per mm: entry i is for the distance i/density. */
  readonly density: number;
  /**
   * tan(field angle)/distance, 1/mm: a place in the image times this is the place in a scene at
   * unit distance.
   */
  readonly stretch: Float64Array;
  /** Irradiance per radiance, steradians. */
  readonly solidAngle: Float64Array;
}

/** The map of a lens: over the distance from its axis, or over the plane of the picture. */
export type ImageMap = RadialMap | PlaneMap;

export const isPlaneMap = (map: ImageMap): map is PlaneMap => 'tanX' in map;

const ENTRIES = 4096;
/** The tables extend a little beyond the rim, for pixels that lie across it. */
const BEYOND = 1.05;
/** Largest field angle: a flat scene has no point at 90° from the axis. */
const STEEPEST = (89.9 * Math.PI) / 180;

/** Tabulates the map of a band from image to scene. */
export function radialMap(table: LensTable, band: number): RadialMap {
  const radiusMm = table.heightsMm[band]!.at(-1)!;
  const density = ENTRIES / (radiusMm * BEYOND);
  const entries = ENTRIES + 2;
  const stretch = new Float64Array(allocateShared(entries * 8));
  const solidAngle = new Float64Array(allocateShared(entries * 8));
  for (let i = 0; i < entries; i += 1) {
    const distanceMm = Math.max(i, 1e-3) / density;
    const angle = Math.min(STEEPEST, angleAt(table, band, distanceMm));
    stretch[i] = tan(angle) / distanceMm;
    solidAngle[i] = solidAngleAt(table, band, angle);
  }
  return { radiusMm, density, stretch, solidAngle };
}

/** The map of a lens without distortion or falloff. */
export function evenMap(radiusMm: number, stretch: number, solidAngle: number): RadialMap {
  const values = (value: number): Float64Array =>
    new Float64Array(allocateShared((ENTRIES + 2) * 8)).fill(value);
  return {
    radiusMm,
    density: ENTRIES / (radiusMm * BEYOND),
    stretch: values(stretch),
    solidAngle: values(solidAngle),
  };
}

/** Value of one of a map's tables at a distance from the axis, by linear interpolation. */
export function lookUp({ density }: RadialMap, values: Float64Array, distanceMm: number): number {
  const place = Math.min(values.length - 1.001, distanceMm * density);
  const i = Math.floor(place);
  return values[i]! + (values[i + 1]! - values[i]!) * (place - i);
}

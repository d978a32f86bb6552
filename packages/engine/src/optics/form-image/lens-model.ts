import { SimulationError } from '../../simulation-error.ts';
import { isMoved, straightened, type LensDesign } from '../ray-trace/lens-design.ts';
import { picturedDesign } from '../ray-trace/pictured-design.ts';
import type { Orientation } from '../ray-trace/lens-symmetry.ts';
import { freeSpreads, freeTable } from './free-table.ts';
import { tracedNodes } from './traced-nodes.ts';
import { WAVELENGTHS } from '../../quantities/wavelengths.ts';
import { digestOf } from '../../digest.ts';
import { REFERENCE_NM, heightAt, lensTable, type LensTable } from './lens-table.ts';
import type { FieldSpread } from './field-spread.ts';
import { axisShiftMm, movedSpreads } from './moved-spreads.ts';
import { pupilsOf, type PupilSource } from './pupil-source.ts';
import { planeMap, type ImageNodes } from './plane-map.ts';
import { evenMap, radialMap, type ImageMap } from './radial-map.ts';
import { tan } from '../../quantities/elementary.ts';
import {
  thinFNumber,
  thinPupil,
  thinSolidAngle,
  type ThinDesign,
} from '../point-spread/thin-pupil.ts';

/** A lens and what the formation of images needs of it, per band of `WAVELENGTHS`. */
export interface LensModel {
  /** What its pupils come from. */
  readonly design: PupilSource;
  /** Hash of the whole design: part of the names of its tables in caches. */
  readonly digest: string;
  /** Hash of what changes the light of its bands alone, not its kernels; absent: nothing. */
  readonly light?: string;
  readonly table: LensTable;
  /** Map from image to scene in a band; computed on first use. */
  readonly mapOf: (band: number) => ImageMap;
  /** Of a lens whose map is one over the plane of the picture; traced on first use. */
  readonly nodesOf?: (band: number) => ImageNodes;
  /**
   * How far moved surfaces shift the image of the axis along rows and columns of the picture, mm;
   * absent where none are moved.
   */
  readonly axisShiftMm?: readonly [across: number, down: number];
  /** How far light spreads at some fields, from the axis outwards; computed on first use. */
  readonly spreads: () => readonly FieldSpread[];
  /** The same at any field, radians; absent where surfaces are tilted or decentred. */
  readonly spreadAt?: (angle: number) => FieldSpread;
}

/** A lens of glass. */
export interface RealLensModel extends LensModel {
  readonly design: LensDesign;
}

/** Largest field angle of the tables of a thin lens, whose image has no end. */
const WIDEST_THIN = (80 * Math.PI) / 180;
const THIN_STEPS = 64;

/** What the formation of images needs of a thin lens, whose pupil is the same for all fields. */
export function thinModel(design: ThinDesign): LensModel {
  const angles = Float64Array.from(
    { length: THIN_STEPS + 1 },
    (_, i) => (WIDEST_THIN * i) / THIN_STEPS,
  );
  const heightsMm = angles.map((angle) => design.sensorMm * tan(angle));
  const solidAngles = angles.map(() => thinSolidAngle(design));
  const table: LensTable = {
    wavelengths: WAVELENGTHS,
    reference: WAVELENGTHS.indexOf(REFERENCE_NM),
    angles,
    heightsMm: WAVELENGTHS.map(() => heightsMm),
    solidAngles: WAVELENGTHS.map(() => solidAngles),
  };
  const ends = [0, WAVELENGTHS.length - 1].map((band) => thinPupil(design, WAVELENGTHS[band]!));
  const cutoff = 2 * ends[0]!.scale;
  const spread = {
    angle: 0,
    reachMm: ends[1]!.extentMm + 6 * ends[1]!.wavelengthMm * thinFNumber(design),
    blurMm: ends[0]!.extentMm,
    cutoff: cutoff / ends[0]!.wavelengthMm,
  };
  const map = evenMap(heightsMm.at(-1)!, 1 / design.sensorMm, solidAngles[0]!);
  return {
    design,
    digest: digestOf([TABLE_VERSION, WAVELENGTHS, design]),
    table,
    mapOf: () => map,
    spreads: () => [spread],
  };
}

/** To be raised with every change of what the cached tables contain. */
export const TABLE_VERSION = 6;

/**
 * Traces what the formation of images needs of a lens.
 *
 * @throws SimulationError when a field of the lens gets no light, or when the image folds back on
 * itself.
 */
export function lensModel(nominal: LensDesign, orientation?: Orientation): RealLensModel {
  const pictured = picturedDesign(nominal, orientation);
  if (pictured.isFree) return freeModel(pictured.design, pictured.symmetry === 'plane');
  const { design } = pictured;
  // Maps and light are those of the straight lens; kernels have the differences of a moved one.
  const straight = straightened(design);
  const table = lensTable(straight, WAVELENGTHS);
  const shiftMm = isMoved(design) ? axisShiftMm(design) : undefined;
  const maps = new Map<number, ImageMap>();
  let spreads: readonly FieldSpread[] | undefined;
  return {
    design,
    digest: digestOf([TABLE_VERSION, WAVELENGTHS, design]),
    table,
    ...(shiftMm && { axisShiftMm: shiftMm }),
    mapOf: (band) => {
      const map = maps.get(band) ?? radialMap(table, band);
      maps.set(band, map);
      return map;
    },
    ...(!isMoved(design) && { spreadAt: (angle: number) => fieldSpread(design, table, angle) }),
    spreads: () =>
      (spreads ??= isMoved(design)
        ? movedSpreads(design, table, shiftMm!, fieldSpreads(straight, table))
        : fieldSpreads(design, table)),
  };
}

/** What the formation of images needs of a lens without symmetry. */
function freeModel(design: LensDesign, isPlane: boolean): RealLensModel {
  if (design.halfField > WIDEST_FREE)
    throw new SimulationError(
      'bad-parameter',
      'Pictures of lenses without symmetry reach to 85° from the axis: reduce halfFieldDegrees.',
      'halfFieldDegrees',
    );
  const table = freeTable(design, WAVELENGTHS);
  const traced = kept((band: number) => tracedNodes(design, isPlane, WAVELENGTHS[band]!));
  // Mirrors send all wavelengths the same way.
  const isAchromatic = design.surfaces.every(({ glass, phase }) => !glass && !phase);
  const nodesOf = isAchromatic ? () => traced(0) : traced;
  let spreads: readonly FieldSpread[] | undefined;
  return {
    design,
    digest: digestOf([TABLE_VERSION, WAVELENGTHS, design]),
    table,
    nodesOf,
    mapOf: kept((band: number) => planeMap(nodesOf(band))),
    spreads: () => (spreads ??= freeSpreads(design, table)),
  };
}

/** A function of few numbers, whose values are kept. */
export function kept<Value>(make: (band: number) => Value): (band: number) => Value {
  const known = new Map<number, Value>();
  return (band) => {
    const value = known.get(band) ?? make(band);
    known.set(band, value);
    return value;
  };
}

/** Largest half field of a square of tangents, radians. */
const WIDEST_FREE = (85 * Math.PI) / 180;

const FIELDS = 6;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

/** How far light spreads at some fields, from the axis outwards. */
export function fieldSpreads(design: PupilSource, table: LensTable): FieldSpread[] {
  const { angles } = table;
  return Array.from({ length: FIELDS }, (_, i) =>
    fieldSpread(design, table, angles[Math.round(((angles.length - 1) * i) / (FIELDS - 1))]!),
  );
}

/** How far light spreads at a field, radians. */
export function fieldSpread(design: PupilSource, table: LensTable, angle: number): FieldSpread {
  const { wavelengths, reference } = table;
  const bands = [0, reference, wavelengths.length - 1];
  const pupils = bands.map((band) => pupilsOf(design, EDGE)(wavelengths[band]!, angle));
  const middle = heightAt(table, reference, angle);
  const reachMm = Math.max(
    ...bands.map((band, k) => {
      const { extentMm, wavelengthMm, scale, edge } = pupils[k]!;
      const fNumber = 1 / (2 * scale * Math.max(...edge));
      const asideMm = Math.abs(heightAt(table, band, angle).heightMm - middle.heightMm);
      return asideMm + extentMm + 6 * wavelengthMm * fNumber;
    }),
  );
  const cutoff = Math.max(
    ...pupils.map(
      ({ scale, edge, wavelengthMm }) => (2 * scale * Math.max(...edge)) / wavelengthMm,
    ),
  );
  return { angle, reachMm, blurMm: Math.min(...pupils.map((one) => one.extentMm)), cutoff };
}

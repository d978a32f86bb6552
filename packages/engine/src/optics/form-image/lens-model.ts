import type { LensDesign } from '../ray-trace/lens-design.ts';
import { beamOf } from '../ray-trace/beam.ts';
import { pupilFunction } from '../point-spread/pupil-function.ts';
import { WAVELENGTHS } from '../../quantities/wavelengths.ts';
import { digestOf } from '../../digest.ts';
import { lensTable, type LensTable } from './lens-table.ts';
import { radialMap, type RadialMap } from './radial-map.ts';

/** A lens and what the formation of images needs of it, per band of `WAVELENGTHS`. */
export interface LensModel {
  readonly design: LensDesign;
  /** Hash of the whole design: part of the names of its tables in caches. */
  readonly digest: string;
  readonly table: LensTable;
  /** Map from image to scene in a band; computed on first use. */
  readonly mapOf: (band: number) => RadialMap;
  /** How far light spreads at some fields, from the axis outwards; computed on first use. */
  readonly spreads: () => readonly FieldSpread[];
}

/** How far the light of a field spreads round the chief ray of the reference band. */
export interface FieldSpread {
  /** Field angle, radians. */
  readonly angle: number;
  /**
   * Lateral colour plus blur plus diffraction up to about the sixth dark ring, the largest of the
   * bands.
   */
  readonly reachMm: number;
  /** Highest spatial frequency that the lens transmits in any of the bands, cycles per mm. */
  readonly cutoff: number;
}

/** To be raised with every change of what the cached tables contain. */
const TABLE_VERSION = 5;

/**
 * Traces what the formation of images needs of a lens.
 *
 * @throws SimulationError when a field of the lens gets no light, or when the image folds back on
 * itself.
 */
export function lensModel(design: LensDesign): LensModel {
  const table = lensTable(design, WAVELENGTHS);
  const maps = new Map<number, RadialMap>();
  let spreads: readonly FieldSpread[] | undefined;
  return {
    design,
    digest: digestOf([TABLE_VERSION, WAVELENGTHS, design]),
    table,
    mapOf: (band) => {
      const map = maps.get(band) ?? radialMap(table, band);
      maps.set(band, map);
      return map;
    },
    spreads: () => (spreads ??= fieldSpreads(design, table)),
  };
}

const FIELDS = 6;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

function fieldSpreads(design: LensDesign, table: LensTable): FieldSpread[] {
  const { wavelengths, reference, heightsMm, angles } = table;
  const bands = [0, reference, wavelengths.length - 1];
  return Array.from({ length: FIELDS }, (_, i) => {
    const index = Math.round(((angles.length - 1) * i) / (FIELDS - 1));
    const angle = angles[index]!;
    const pupils = bands.map((band) =>
      pupilFunction(beamOf(design, wavelengths[band]!, angle, EDGE), wavelengths[band]!),
    );
    const reachMm = Math.max(
      ...bands.map((band, k) => {
        const { extentMm, wavelengthMm, scale, edge } = pupils[k]!;
        const fNumber = 1 / (2 * scale * Math.max(...edge));
        return (
          Math.abs(heightsMm[band]![index]! - heightsMm[reference]![index]!) +
          extentMm +
          6 * wavelengthMm * fNumber
        );
      }),
    );
    const cutoff = Math.max(
      ...pupils.map(
        ({ scale, edge, wavelengthMm }) => (2 * scale * Math.max(...edge)) / wavelengthMm,
      ),
    );
    return { angle, reachMm, cutoff };
  });
}

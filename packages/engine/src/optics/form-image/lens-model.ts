import type { LensDesign } from '../ray-trace/lens-design.ts';
import { beamOf } from '../ray-trace/beam.ts';
import { pupilFunction } from '../point-spread/pupil-function.ts';
import { WAVELENGTHS } from '../../quantities/wavelengths.ts';
import { digestOf } from './digest.ts';
import { lensTable, type LensTable } from './lens-table.ts';
import { radialMap, type RadialMap } from './radial-map.ts';

/** A lens with what image formation needs of it, per band of `WAVELENGTHS`. */
export interface LensModel {
  readonly design: LensDesign;
  /** Of the whole prescription: names its tables in caches. */
  readonly digest: string;
  readonly table: LensTable;
  /** Map from image to scene of a band; made once. */
  readonly mapOf: (band: number) => RadialMap;
  /** How far light spreads at some fields, from the axis outwards; made once. */
  readonly spreads: () => readonly FieldSpread[];
}

/** How far light spreads round the chief ray of the reference band. */
export interface FieldSpread {
  readonly angle: number;
  /** Lateral colour, blur and diffraction to the sixth dark ring, mm, the worst of the bands. */
  readonly reachMm: number;
  /** Largest frequency that the lens passes at any of the bands, cycles per mm. */
  readonly cutoff: number;
}

/** Raise when anything changes what the tables hold. */
const TABLE_VERSION = 4;

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

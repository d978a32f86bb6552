import { fail, isObject, numberIn } from '../text/json-fields.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import { refractiveIndex } from './glass/refractive-index.ts';
import { lightOf } from './form-image/traced-nodes.ts';
import { traceChief, walkedChief } from './ray-trace/free-chief.ts';
import { REFERENCE_LINE, type LensDesign } from './ray-trace/lens-design.ts';
import {
  linearImage,
  mirrorsOf,
  orientationOf,
  symmetryOf,
  type LensSymmetry,
  type Orientation,
} from './ray-trace/lens-symmetry.ts';
import { STRAIGHT } from './ray-trace/placement.ts';
import { kinoformEfficiency } from './ray-trace/surface-action.ts';
import { kindOf } from './ray-trace/surfaces/shape.ts';
import { tracedLens, type TracedLens } from './ray-trace/trace-ray.ts';

/**
 * Where the parts of a lens stand, and how its picture lies on the sensor. The keys are published.
 */
export interface LensLayout {
  readonly symmetry: LensSymmetry;
  /** EXIF number; null where the base ray does not reach the sensor. */
  readonly orientation: Orientation | null;
  readonly mirrors: number;
  readonly parts: readonly {
    /** From 1. */
    readonly surface: number;
    readonly kind: string;
    /** In the frame of the lens, mm. */
    readonly vertex: readonly [number, number, number];
    /** Columns are the own axes, row by row. */
    readonly turn: readonly number[];
  }[];
  /** Of surfaces that diffract: the share of the light that the traced order carries. */
  readonly diffractive?: readonly {
    readonly surface: number;
    readonly order: number;
    readonly efficiencies: readonly { readonly nm: number; readonly share: number }[];
  }[];
}

/** The layout of a lens. @param primaryNm at which a kinoform is made. */
export function lensLayout(design: LensDesign, primaryNm = REFERENCE_LINE): LensLayout {
  const linear = linearImage(design, primaryNm);
  const diffractive = efficienciesOf(design, primaryNm, SHOWN_NM);
  return {
    symmetry: symmetryOf(design),
    orientation: linear && !linear.some(Number.isNaN) ? orientationOf(linear) : null,
    mirrors: mirrorsOf(design),
    parts: design.surfaces.map((surface, i) => {
      const { shiftMm, turn } = surface.placed ?? STRAIGHT;
      const [x, y, z] = shiftMm;
      const { mirror, thin, phase } = surface;
      const kind = mirror ? 'mirror' : thin ? 'thin' : phase ? phase.kind : kindOf(surface).name;
      return { surface: i + 1, kind, vertex: [x, y, surface.vertexMm + z], turn };
    }),
    ...(diffractive.length > 0 && { diffractive }),
  };
}

/** Ends and middle of the visible light. */
const SHOWN_NM = [WAVELENGTHS[5]!, WAVELENGTHS[15]!, WAVELENGTHS[25]!];

/** Scalar efficiencies of kinoforms, in their glass. */
export const efficienciesOf = (
  { surfaces }: Pick<LensDesign, 'surfaces'>,
  madeForNm: number,
  wavelengths: readonly number[],
): NonNullable<LensLayout['diffractive']> =>
  surfaces.flatMap(({ phase, glass }, i) => {
    const medium = glass ?? surfaces[i - 1]?.glass;
    if (phase?.kind !== 'radial' || !medium) return [];
    const indexAt = (nm: number): number => refractiveIndex(medium, nm);
    return [
      {
        surface: i + 1,
        order: phase.order,
        efficiencies: wavelengths.map((nm) => ({
          nm,
          share: kinoformEfficiency(
            phase.order,
            [nm, indexAt(nm)],
            [madeForNm, indexAt(madeForNm)],
          ),
        })),
      },
    ];
  });

/** A field by the tangents of its direction. The keys are published. */
export interface GivenField {
  readonly tanX: number;
  readonly tanY: number;
  readonly wavelengthNm: number;
}

const MOST_FIELDS = 100_000;

/** Checks a list of fields. @throws SimulationError naming the field that is wrong. */
export function readGivenFields(content: unknown): readonly GivenField[] {
  if (!Array.isArray(content) || content.length > MOST_FIELDS)
    fail('grid', `A grid is a list of at most ${MOST_FIELDS} {tanX, tanY, wavelengthNm}.`);
  return content.map((entry: unknown, at) => {
    const table = isObject(entry) ? entry : {};
    const [path, what] = [`grid[${at}]`, `Field ${at + 1}`];
    return {
      tanX: numberIn(table, 'tanX', path, what),
      tanY: numberIn(table, 'tanY', path, what),
      wavelengthNm: numberIn(table, 'wavelengthNm', path, what),
    };
  });
}

/** A chief ray on the sensor; all null where none gets through. The keys are published. */
export interface GridPoint {
  readonly x: number | null;
  readonly y: number | null;
  readonly L: number | null;
  readonly M: number | null;
  readonly N: number | null;
  /** Irradiance per radiance, steradians. */
  readonly light: number | null;
}

export const NOWHERE: GridPoint = { x: null, y: null, L: null, M: null, N: null, light: null };

/** The chief rays of fields, in two dimensions. */
export function chiefGrid(design: LensDesign, fields: readonly GivenField[]): readonly GridPoint[] {
  const lenses = new Map<number, TracedLens>();
  return fields.map(({ tanX, tanY, wavelengthNm }) => {
    const lens = lenses.get(wavelengthNm) ?? tracedLens(design, wavelengthNm);
    lenses.set(wavelengthNm, lens);
    const tangents = [tanX, tanY] as const;
    const chief = walkedChief(lens, tangents);
    if (!chief) return NOWHERE;
    const { xMm, yMm, L, M, N } = traceChief(lens, tangents, chief);
    return { x: xMm, y: yMm, L, M, N, light: lightOf(design, wavelengthNm, tangents) };
  });
}

import { leastSquares } from '../../analysis/linear-algebra.ts';
import { atan2, cos, sin, tan } from '../../quantities/elementary.ts';
import { degreesOf } from '../../quantities/units.ts';
import { SimulationError } from '../../simulation-error.ts';
import {
  REFERENCE_NM,
  angleAt,
  heightAt,
  lensTable,
  type LensTable,
} from '../form-image/lens-table.ts';
import { metresOf, micrometresOf } from '../millimetres.ts';
import { fieldPupil } from '../point-spread/field-pupil.ts';
import { evaluate } from '../point-spread/polynomial-fit.ts';
import type { PupilFunction } from '../point-spread/pupil-function.ts';
import { chiefRay, workingFNumber } from '../ray-trace/beam.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { firstOrder } from '../ray-trace/first-order.ts';
import { isMoved, type LensDesign } from '../ray-trace/lens-design.ts';
import { valueAt } from '../ray-trace/surfaces/plane-polynomial.ts';
import { zernikeOrder, zernikeTerms } from '../ray-trace/surfaces/zernike-terms.ts';
import { arcsine } from './measured-map.ts';
import { scaleAt } from './measured-optics.ts';
import {
  OUTLINE_RADII,
  ZERNIKE_ORDERINGS,
  type DistortionTable,
  type MeasuredLensFile,
} from './measured-file.ts';

const HEIGHTS = 21;
const WAVELENGTHS = [400, 450, 500, 550, 600, 650, 700] as const;
const EDGE = { azimuths: 96, tolerance: 1e-7 };
const WIDEST = Math.PI / 2;
/** Half field from which distortion refers to an equidistant lens. */
const WIDE = Math.PI / 3;
/** Angles in a sector of an outline, and places of the fit of a wavefront. */
const PER_SECTOR = 16;
const [FIT_ANGLES, FIT_RADII] = [72, 14];
const DIGITS = 9;

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** A field of the box: its angle at 550 nm and its pupils. */
interface BoxField {
  readonly angle: number;
  readonly heightMm: number;
  /** Direction cosine of the chief ray at 550 nm. */
  readonly chiefM: number;
  readonly pupils: readonly PupilFunction[];
}

/**
 * A round lens of glass as a measured one, which tells no radius, thickness or glass.
 *
 * @param design as it is focused and stopped down.
 * @throws SimulationError for a lens that is not round, or whose half field is wider than 90°.
 * @see docs/measured-lenses.md#black-boxes
 */
export function exportedMeasured(design: LensDesign): MeasuredLensFile {
  if (isMoved(design)) throw refusal('A lens without symmetry cannot be a measured one.');
  if (design.halfField > WIDEST)
    throw refusal('Lenses are measured up to 90° from the axis: reduce halfFieldDegrees.');
  const table = lensTable(design, WAVELENGTHS);
  const fields = fieldsOf(design, table);
  const order = firstOrder(design, REFERENCE_NM);
  const at = fields.map(({ heightMm }) => rounded(heightMm));
  const workingN = workingFNumber(fields[0]!.pupils[table.reference]!.area);
  const { focalLengthMm, entrancePupilMm } = order;
  const pupilMagnification = order.exitPupilDiameterMm / order.entrancePupilDiameterMm;
  const { objectDistanceMm } = design;
  const focusDistanceM =
    objectDistanceMm === undefined ? undefined : rounded(metresOf(objectDistanceMm));
  const scale = scaleAt({ entrancePupilMm }, { focalLengthMm, pupilMagnification }, focusDistanceM);
  return {
    kind: 'measured',
    name: `${design.name} (measured)`,
    source: 'exported',
    focalLengthMm: rounded(focalLengthMm),
    fNumber: rounded(workingN / scale),
    workingFNumber: rounded(workingN),
    imageCircleMm: rounded(2 * fields.at(-1)!.heightMm),
    ...(focusDistanceM !== undefined && { focusDistanceM }),
    exitPupilMm: rounded(focalLengthMm * pupilMagnification),
    entrancePupilMm: rounded(entrancePupilMm),
    distortion: distortionOf(design, table, fields),
    illumination: {
      over: 'height',
      at,
      wavelengthsNm: [...WAVELENGTHS],
      share: WAVELENGTHS.map((_, band) =>
        fields.map(({ pupils }) => rounded(pupils[band]!.area / fields[0]!.pupils[band]!.area)),
      ),
    },
    chiefRay: {
      over: 'height',
      at,
      degrees: fields.map(({ chiefM }) => rounded(degreesOf(arcsine(chiefM)))),
    },
    lateralColour: {
      over: 'height',
      at,
      wavelengthsNm: [...WAVELENGTHS],
      micrometres: WAVELENGTHS.map((_, band) =>
        fields.map(({ angle, heightMm }) =>
          angle === 0
            ? 0
            : rounded(micrometresOf(heightAt(table, band, angle).heightMm - heightMm)),
        ),
      ),
      referenceNm: REFERENCE_NM,
    },
    ...pupilsOf(fields, at, table.reference),
  };
}

/** Fields whose images are equally far apart. */
function fieldsOf(design: LensDesign, table: LensTable): readonly BoxField[] {
  const { reference } = table;
  const rimMm = table.heightsMm[reference]!.at(-1)!;
  return Array.from({ length: HEIGHTS }, (_, i) => {
    const heightMm = (rimMm * i) / (HEIGHTS - 1);
    const angle = i === HEIGHTS - 1 ? design.halfField : angleAt(table, reference, heightMm);
    return {
      angle,
      heightMm,
      chiefM: chiefRay(beamOf(design, REFERENCE_NM, angle, EDGE)).M,
      pupils: WAVELENGTHS.map((nm) => fieldPupil(design, nm, angle, EDGE)),
    };
  });
}

/** Distortion over the field; on the axis its limit. */
function distortionOf(
  design: LensDesign,
  table: LensTable,
  fields: readonly BoxField[],
): DistortionTable {
  const { focalLengthMm } = firstOrder(design, REFERENCE_NM);
  const isFar = design.halfField > WIDE;
  const percentAt = (angle: number, heightMm: number): number =>
    rounded(100 * (heightMm / (focalLengthMm * (isFar ? angle : tan(angle))) - 1));
  const near = design.halfField * NEAR_AXIS;
  return {
    over: 'field',
    at: fields.map(({ angle }) => rounded(degreesOf(angle))),
    percent: [
      percentAt(near, heightAt(table, table.reference, near).heightMm),
      ...fields.slice(1).map(({ angle, heightMm }) => percentAt(angle, heightMm)),
    ],
    reference: isFar ? 'equidistant' : 'rectilinear',
  };
}

/** Outlines and wavefronts. */
function pupilsOf(
  fields: readonly BoxField[],
  at: readonly number[],
  reference: number,
): Pick<MeasuredLensFile, 'pupil' | 'blur'> {
  const discs = fields.map((field) => discOf(field, reference));
  return {
    pupil: {
      over: 'height',
      at,
      radii: fields.map((field) => radiiOf(field, reference).map(rounded)),
      ellipse: {
        centreL: discs.map(() => 0),
        centreM: discs.map(({ centreM }) => rounded(centreM)),
        tangential: discs.map(({ tangential }) => rounded(tangential)),
        sagittal: discs.map(({ sagittal }) => rounded(sagittal)),
      },
    },
    blur: {
      zernike: {
        ordering: 'fringe',
        unit: 'micrometres',
        fields: WAVELENGTHS.flatMap((wavelengthNm, band) =>
          fields.map((field, i) => ({
            height: at[i]!,
            wavelengthNm,
            terms: termsOf(field, field.pupils[band]!, discs[i]!).map(rounded),
          })),
        ),
      },
    },
  };
}

/** Share of the half field at which the scale on the axis is taken. */
const NEAR_AXIS = 1e-3;

const refusal = (sentence: string): SimulationError =>
  new SimulationError('bad-parameter', sentence, 'export-measured');

/** The edge of a pupil about the chief ray: angle from +x to +y, and radius, for x ≥ 0. */
function rimOf({ chiefM }: BoxField, { edge, scale, middle }: PupilFunction) {
  const count = edge.length;
  return Array.from(edge, (radius, k) => {
    const angle = (Math.PI * (k + 0.5)) / count;
    const [x, y] = [scale * radius * sin(angle), middle - chiefM + scale * radius * cos(angle)];
    return { angle: atan2(y, x), radius: Math.sqrt(x * x + y * y) };
  }).reverse();
}

/** Radii that have the areas of their sectors, every 10 degrees from +x to +y. */
function radiiOf(field: BoxField, band: number): readonly number[] {
  const rim = rimOf(field, field.pupils[band]!);
  const at = (angle: number): number => {
    // The other half is the mirror image.
    const wanted = arcsine(sin(angle));
    const after = rim.findIndex((one) => one.angle >= wanted);
    if (after <= 0) return rim.at(after === 0 ? 0 : -1)!.radius;
    const [a, b] = [rim[after - 1]!, rim[after]!];
    return a.radius + ((b.radius - a.radius) * (wanted - a.angle)) / (b.angle - a.angle);
  };
  const step = (2 * Math.PI) / OUTLINE_RADII;
  return Array.from({ length: OUTLINE_RADII }, (_, k) => {
    let squares = 0;
    for (let i = 0; i < PER_SECTOR; i += 1)
      squares += at(step * (k - 0.5 + (i + 0.5) / PER_SECTOR)) ** 2;
    return Math.sqrt(squares / PER_SECTOR);
  });
}

/** Twice the second moments of the light of a pupil, in direction cosines about the chief ray. */
function discOf({ pupils, chiefM }: BoxField, band: number) {
  const { edge, scale, middle } = pupils[band]!;
  let [area, first, along, across] = [0, 0, 0, 0];
  for (const [k, radius] of edge.entries()) {
    const angle = (Math.PI * (k + 0.5)) / edge.length;
    const [c, s] = [cos(angle), sin(angle)];
    // Moments of a thin sector.
    area += radius ** 2 / 2;
    first += (radius ** 3 / 3) * c;
    along += (radius ** 4 / 4) * c * c;
    across += (radius ** 4 / 4) * s * s;
  }
  const mean = first / area;
  return {
    tangential: 2 * scale * Math.sqrt(along / area - mean * mean),
    sagittal: 2 * scale * Math.sqrt(across / area),
    centreM: middle - chiefM + scale * mean,
  };
}

/** Fringe terms of a wavefront over a disc, micrometres; those of the other symmetry are 0. */
function termsOf(
  { chiefM }: BoxField,
  { edge, scale, middle, wavefrontMm }: PupilFunction,
  { tangential, sagittal, centreM }: ReturnType<typeof discOf>,
): readonly number[] {
  const count = ZERNIKE_ORDERINGS.fringe;
  const polynomials = zernikeTerms('fringe', count);
  const even = Array.from({ length: count }, (_, i) => i).filter((i) => {
    const { m, isSine } = zernikeOrder('fringe', i + 1);
    return (m % 2 === 1) === isSine;
  });
  const [rows, values]: [number[][], number[]] = [[], []];
  for (let k = 0; k < FIT_ANGLES; k += 1) {
    const rim = edge[Math.floor(((k + 0.5) * edge.length) / FIT_ANGLES)]!;
    const angle = (Math.PI * (k + 0.5)) / FIT_ANGLES;
    for (let i = 0; i < FIT_RADII; i += 1) {
      // Equal areas have equal weight.
      const radius = rim * Math.sqrt((i + 0.5) / FIT_RADII);
      const [p, q] = [radius * sin(angle), radius * cos(angle)];
      const x = (scale * p) / sagittal;
      const y = (middle - chiefM + scale * q - centreM) / tangential;
      rows.push(even.map((term) => rim * valueAt(polynomials[term]!, x, y)));
      values.push(rim * micrometresOf(evaluate(wavefrontMm, p, q)));
    }
  }
  const found = leastSquares(rows, values);
  const terms = Array.from({ length: count }, () => 0);
  for (const [i, term] of even.entries()) terms[term] = found[i]!;
  return terms;
}

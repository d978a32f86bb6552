import { cos } from '../../quantities/elementary.ts';
import { fail } from '../../text/json-fields.ts';
import type {
  IlluminationTable,
  MeasuredLensFile,
  MeasuredPlaces,
  PupilTable,
} from './measured-file.ts';
import { monotoneCurve, onCurve } from './monotone-curve.ts';

/** A field of a lens: its angle at the entrance pupil, radians, and the height of its image. */
export interface FieldPlace {
  readonly angle: number;
  /** At the focus of the tables. */
  readonly heightMm: number;
}

/** A disc of direction cosines, from the chief ray. */
export interface PupilDisc {
  /** Semi-axes, and the middle along the field. */
  readonly tangential: number;
  readonly sagittal: number;
  readonly centreM: number;
}

/** What lets light through, at the focus of the tables. */
export interface MeasuredAperture {
  /** Area in direction cosines, steradians. */
  readonly areaOf: (field: FieldPlace, nm: number) => number;
  /** Unit disc of the wavefront, and the aperture where there is no outline. */
  readonly discOf: (field: FieldPlace, nm: number) => PupilDisc;
  /** The edge of the pupil every 10 degrees from +x to +y; absent where it is the disc. */
  readonly outlineOf?: (field: FieldPlace) => readonly number[];
}

/** A function of the field through the values of a table; `first` stands on the axis. */
export type ValueOver = (
  table: MeasuredPlaces,
  values: readonly number[],
  first?: number,
) => (field: FieldPlace) => number;

interface Tools {
  readonly valueOver: ValueOver;
  readonly chiefOf: (field: FieldPlace) => number;
  readonly workingFNumber: number;
  readonly fieldAt: (angle: number) => FieldPlace;
  readonly halfField: number;
}

/** A table of light and the light of a pupil may differ by this. */
const MOST_OTHER_LIGHT = 0.02;
/** Wavelength at which they are compared, nm. */
const COMPARED_NM = 550;

/**
 * Light and pupil, which are one thing: what is not measured of them follows from the other.
 *
 * @throws SimulationError where both are measured and differ.
 * @see docs/measured-lenses.md#light-and-pupil
 */
export function measuredAperture(file: MeasuredLensFile, tools: Tools): MeasuredAperture {
  const { illumination, pupil } = file;
  const { valueOver, chiefOf, workingFNumber, fieldAt } = tools;
  const openDisc = (field: FieldPlace): PupilDisc => {
    const cosine = cos(chiefOf(field));
    const radius = 1 / (2 * workingFNumber);
    return { tangential: cosine ** 3 * radius, sagittal: cosine * radius, centreM: 0 };
  };
  const lightOf = illumination
    ? lightOver(illumination, valueOver)
    : (field: FieldPlace): number => cos(chiefOf(field)) ** 4;
  if (!pupil) {
    const discOf = (field: FieldPlace, nm: number): PupilDisc =>
      cutDisc(openDisc(field), lightOf(field, nm) / cos(chiefOf(field)) ** 4);
    return { areaOf: (field, nm) => areaOfDisc(discOf(field, nm)), discOf };
  }
  const { radii, ellipse } = pupil;
  const sectors = radii?.[0]!.map((_, k) =>
    valueOver(
      pupil,
      radii.map((row) => row[k]!),
    ),
  );
  const outlineOf =
    sectors && ((field: FieldPlace): readonly number[] => sectors.map((sector) => sector(field)));
  const axes = radii ? ellipse : pupil;
  const discOf = axes ? discOver(axes, (values) => valueOver(pupil, values)) : openDisc;
  const areaOf: MeasuredAperture['areaOf'] = outlineOf
    ? (field: FieldPlace): number => areaOfOutline(outlineOf(field))
    : (field: FieldPlace): number => areaOfDisc(discOf(field));
  const outline = outlineOf && { outlineOf };
  if (!illumination) return { areaOf, discOf, ...outline };
  refuseOtherLight(illumination, pupil, { lightOf, areaOf, tools });
  // The table knows the colours of the light, the pupil its amount.
  const onAxis = areaOf(fieldAt(0), COMPARED_NM);
  return { areaOf: (field, nm) => onAxis * lightOf(field, nm), discOf, ...outline };
}

const areaOfDisc = ({ tangential, sagittal }: PupilDisc): number => Math.PI * tangential * sagittal;
const areaOfOutline = (radii: readonly number[]): number =>
  (Math.PI / radii.length) * radii.reduce((sum, radius) => sum + radius * radius, 0);

/** An open disc with a share of its light: a barrel cuts along the field. */
function cutDisc({ tangential, sagittal }: PupilDisc, share: number): PupilDisc {
  const [along, across] = share < 1 ? [share, 1] : [Math.sqrt(share), Math.sqrt(share)];
  return { tangential: tangential * along, sagittal: sagittal * across, centreM: 0 };
}

function discOver(
  axes: Pick<PupilTable, 'tangential' | 'sagittal'> & { readonly centreM?: readonly number[] },
  over: (values: readonly number[]) => (field: FieldPlace) => number,
): (field: FieldPlace) => PupilDisc {
  const [tangential, sagittal] = [over(axes.tangential!), over(axes.sagittal!)];
  const centre = axes.centreM && over(axes.centreM);
  return (field) => ({
    tangential: tangential(field),
    sagittal: sagittal(field),
    centreM: centre?.(field) ?? 0,
  });
}

/** Light against the axis by a table. */
function lightOver(
  table: IlluminationTable,
  valueOver: ValueOver,
): (field: FieldPlace, nm: number) => number {
  const unit = table.percent ? 100 : 1;
  const values = (table.percent ?? table.share)!;
  const { wavelengthsNm } = table;
  const rows = (wavelengthsNm ? values : [values]) as readonly (readonly number[])[];
  const curves = rows.map((row) =>
    valueOver(
      table,
      row.map((value) => value / unit),
      1,
    ),
  );
  if (!wavelengthsNm) return curves[0]!;
  return (field, nm) =>
    onCurve(
      monotoneCurve(
        wavelengthsNm,
        curves.map((curve) => curve(field)),
      ),
      nm,
    );
}

function refuseOtherLight(
  { at, over = 'height' }: IlluminationTable,
  { radii }: PupilTable,
  {
    lightOf,
    areaOf,
    tools: { fieldAt, halfField },
  }: Pick<MeasuredAperture, 'areaOf'> & {
    readonly lightOf: (field: FieldPlace, nm: number) => number;
    readonly tools: Tools;
  },
): void {
  const onAxis = areaOf(fieldAt(0), COMPARED_NM);
  for (let step = 0; step <= at.length; step += 1) {
    const field = fieldAt((halfField * step) / at.length);
    const [light, area] = [lightOf(field, COMPARED_NM), areaOf(field, COMPARED_NM) / onAxis];
    if (Math.abs(light - area) > MOST_OTHER_LIGHT)
      fail(
        'illumination',
        `illumination (over ${over}) is ${light.toFixed(3)} at ${field.heightMm.toFixed(3)} mm, where the ${radii ? 'outline' : 'axes'} of pupil have ${area.toFixed(3)}: leave one of them out.`,
      );
  }
}

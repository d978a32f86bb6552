import { reachOfAperture } from '../optics/ray-trace/apertures.ts';
import { failAt } from '../text/numbered-lines.ts';
import { openingsOf, type CodeVFile, type CodeVSurface } from './code-v-file.ts';
import {
  DISTANT_MM,
  D_LINE,
  fieldOfAll,
  type DraftSurface,
  type FieldKind,
  type FileField,
  type LensDraft,
} from './lens-draft.ts';
import { axisMoves } from './decentre.ts';

/** The draft of a file, or of one position of it. */
export function codeVDraft(file: CodeVFile, lastLine: number): LensDraft {
  const { surfaces, image, stop, unitMm, wavelengths, reference } = file;
  if (surfaces.length === 0)
    failAt(1, 'this is not a CODE V sequence file: it has no surface (SO, S, SI)');
  if (!image) return failAt(lastLine, 'the file has no image surface (SI): is it complete?');
  if (surfaces.length < 2) failAt(lastLine, 'the file has no surface between object and image');
  if (stop === undefined) return failAt(lastLine, 'no surface is the stop (STO)');
  if (stop === 0) failAt(surfaces[0]!.part.line, 'surface 0, the object, is the stop');
  if (image.part.shape.radius !== null)
    failAt(image.part.line, 'the image surface (SI) is curved; only plane sensors are traced');
  const [object, ...inner] = surfaces as [CodeVSurface, ...CodeVSurface[]];
  const parts = inner.map(partOf);
  // The thickness of the image surface is the distance by which the image is out of focus.
  const last = parts.at(-1)!;
  last.thicknessMm = last.thicknessMm! + image.part.thicknessMm!;
  const notes = [...file.notes];
  const { fields, kind, line } = fieldsOf(file);
  if (fields.some(({ vignetting }) => Object.keys(vignetting).length > 0))
    notes.push('Vignetting factors (VUX, VLX, VUY, VLY) are not used: clear apertures vignette.');
  const primary = wavelengths[(reference?.number ?? 1) - 1];
  if (wavelengths.length > 0 && primary === undefined)
    failAt(reference!.line, `REF names wavelength ${reference!.number} of ${wavelengths.length}`);
  const distance = object.part.thicknessMm!;
  return {
    name: file.name,
    surfaces: parts,
    stopIndex: stop - 1,
    objectDistanceMm: distance >= DISTANT_MM ? Infinity : distance,
    primaryNm: primary ?? D_LINE,
    aperture: file.aperture?.(unitMm) ?? { kind: 'stop' },
    field: fieldOfAll(fields, kind, line, notes),
    imageBefore: axisMoves(image.decentre).before,
    catalogues: [],
    notes,
    facts: {
      format: 'seq',
      fields,
      wavelengths: wavelengths.map((nm, i) => ({ nm, weight: file.weights[i] ?? 1 })),
      passedOver: [...file.passedOver],
      stated: { eflMm: null, epdMm: null, fNumber: null },
    },
  };
}

function partOf(surface: CodeVSurface): DraftSurface {
  const { part, kind, conic, coefficients, radiusX } = surface;
  const { apertures, radius } = openingsOf(surface);
  const open = apertures.find(({ obscures }) => obscures !== true);
  const isToroid = kind === 'toroid';
  if (radiusX !== undefined && !isToroid)
    failAt(
      part.line,
      `surface ${part.number} has a radius in x (RDX, CUX) and is no toroid (CYL, YTO)`,
    );
  if (coefficients.some((value) => value !== 0) && kind !== 'asphere' && !isToroid)
    failAt(part.line, `surface ${part.number} has coefficients and is no asphere (ASP)`);
  const even = coefficients.length > 0 ? [0, ...coefficients] : [];
  return {
    ...part,
    shape: {
      radius: part.shape.radius,
      ...(conic !== 0 && { conic }),
      ...(even.length > 0 && !isToroid && { aspheric: even }),
    },
    ...(isToroid && {
      own: { kind: 'toroid', radiusX: radiusX ?? null, coefficients: even },
    }),
    ...axisMoves(surface.decentre),
    apertures,
    semiDiameterMm: radius ?? (open && reachOfAperture(open)),
  };
}

/** Fields of both axes, which must be of one kind where both are used. */
function fieldsOf(file: CodeVFile): {
  readonly fields: readonly FileField[];
  readonly kind: FieldKind;
  readonly line: number | undefined;
} {
  const [x, y] = [file.fields.get('X'), file.fields.get('Y')];
  const isUsed = (axis: typeof x): boolean => axis?.values.some((value) => value !== 0) ?? false;
  if (x && y && isUsed(x) && isUsed(y) && x.kind !== y.kind)
    failAt(x.line, `fields in x are ${x.kind}s, and those in y ${y.kind}s`);
  const main = isUsed(y) ? y : isUsed(x) ? x : (y ?? x);
  const kind = main?.kind ?? 'angle';
  const scale = kind === 'angle' ? 1 : file.unitMm;
  const count = Math.max(x?.values.length ?? 0, y?.values.length ?? 0);
  const fields = Array.from({ length: count }, (_, i) => ({
    x: (x?.values[i] ?? 0) * scale,
    y: (y?.values[i] ?? 0) * scale,
    kind,
    weight: file.fieldWeights[i] ?? 1,
    vignetting: Object.fromEntries(
      [...file.vignetting].flatMap(([key, values]) => {
        const value = values[i] ?? 0;
        return value === 0 ? [] : [[key, value]];
      }),
    ),
  }));
  return { fields, kind, line: main?.line };
}

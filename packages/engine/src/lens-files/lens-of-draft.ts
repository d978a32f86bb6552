import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import type { Glass } from '../optics/glass/refractive-index.ts';
import { aim } from '../optics/ray-trace/chief-ray.ts';
import { findBeam } from '../optics/ray-trace/beam.ts';
import { firstOrder, type FirstOrder } from '../optics/ray-trace/first-order.ts';
import { launch, wavefrontOf, type Wavefront } from '../optics/ray-trace/launch.ts';
import { lensDesign, scaledSurfaces, type LensDesign } from '../optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile, type SurfaceRow } from '../optics/ray-trace/lens-file.ts';
import { reachOf } from '../optics/ray-trace/surfaces/shape.ts';
import { trimmedShape } from '../optics/ray-trace/surfaces/shape-row.ts';
import {
  describeFailure,
  newRay,
  traceRay,
  tracedLens,
  type TracedLens,
} from '../optics/ray-trace/trace-ray.ts';
import { SimulationError } from '../simulation-error.ts';
import type { DraftSurface, LensDraft } from './lens-draft.ts';
import { failAt } from '../text/numbered-lines.ts';

/** A lens that was read from a file, and what its reader decided, one sentence each. */
export interface ReadLens {
  readonly file: LensFile;
  readonly notes: readonly string[];
}

/** How a lens file is read. */
export interface LensReading {
  readonly catalogue: GlassCatalogue;
  /**
   * The sensor stays where the file puts it, also when the file is focused at a finite distance.
   */
  readonly keepFocus: boolean;
}

/**
 * A clear aperture that the file does not give exceeds the beam by this factor, so that no ray is
 * stopped by rounding.
 */
const CLEARANCE = 1.01;
/**
 * Part of the beam that passes at the rim of the field where the file gives no clear aperture: rays
 * out to this share of the marginal ray's height round the chief ray.
 *
 * Chosen with twenty published lenses: with .3 their corners get 10 to 70 % of the light of the
 * middle, as those of real lenses do, and their blur grows smoothly. With .5 and more, rays that no
 * mount lets pass make the blur of the fastest ones many times wider.
 */
const BEAM_AT_RIM = 0.3;
/** Share of a surface that ends somewhere that an aperture may have at most. */
const WHOLE_SURFACE = 0.999;
/** Clear apertures for the search of the beam, over its paraxial size. */
const GENEROUS = 1.5;
const EDGE = { azimuths: 4, tolerance: 1e-12 };
/** Size of apertures that no ray is asked about, mm. */
const ANY_SIZE = 1e-6;

/**
 * Makes a lens file of a draft: looks up glasses, finds the size of the stop and of the apertures
 * that the file leaves out, turns the field into an angle, and focuses to infinity.
 *
 * @throws SimulationError naming the line at fault.
 */
export function lensOfDraft(draft: LensDraft, { catalogue, keepFocus }: LensReading): ReadLens {
  const notes = [...draft.notes];
  const glasses = glassesOf(draft, catalogue, notes);
  const withSizes = (sizes: readonly number[]): SurfaceRow[] =>
    draft.surfaces.map((surface, i) => rowOf(surface, sizes[i]!));
  const paraxial = firstOrder(
    {
      surfaces: scaledSurfaces(withSizes(draft.surfaces.map(() => 1)), glasses, 1),
      stopIndex: draft.stopIndex,
    },
    draft.primaryNm,
  );
  const unsized = designOf(draft, glasses, withSizes(draft.surfaces.map(() => ANY_SIZE)));
  const stopMm = stopSize(draft, paraxial, tracedLens(unsized, draft.primaryNm));
  notes.push(...pupilNote(draft, stopMm * paraxial.entrancePupilDiameterMm));
  const guess = paraxialAngle(draft, paraxial);
  const sizes = draft.surfaces.map(({ semiDiameterMm }, i) =>
    i === draft.stopIndex ? stopMm : semiDiameterMm,
  );
  const searched = designOf(draft, glasses, withSizes(generousSizes(draft, glasses, sizes, guess)));
  const halfField =
    draft.field.kind === 'real image height' ? angleOfHeight(searched, draft, guess) : guess;
  const missing = draft.surfaces.filter((_, i) => sizes[i] === undefined);
  if (missing.length > 0) {
    const traced = tracedSizes(searched, draft, halfField);
    for (const [i, size] of traced.entries()) sizes[i] ??= size;
    notes.push(
      `The file has no clear aperture for ${missing.length === 1 ? 'surface' : 'surfaces'} ${missing.map(({ number }) => number).join(', ')}: the whole beam passes there on the axis, and ${BEAM_AT_RIM} of its radius at the rim of the field.`,
    );
  }
  const surfaces = withSizes(sizes as number[]);
  const focus = focusOf(draft, paraxial, keepFocus, notes);
  return {
    file: checked(draft, {
      name: draft.name.trim() || 'Lens without a name',
      surfaces,
      stopIndex: draft.stopIndex,
      halfFieldDegrees: (halfField * 180) / Math.PI,
      ...(focus !== undefined && { imageDistance: focus }),
      ...(Object.keys(glasses).length > 0 && { glasses }),
    }),
    notes,
  };
}

const rowOf = (surface: DraftSurface, semiDiameter: number): SurfaceRow => ({
  ...trimmedShape(surface.shape),
  thickness: surface.thicknessMm!,
  glass: surface.glass?.name ?? null,
  semiDiameter,
});

/** The coefficients of every glass of a lens, by the name in its file. */
function glassesOf(
  { surfaces, catalogues }: LensDraft,
  catalogue: GlassCatalogue,
  notes: string[],
): Readonly<Record<string, Glass>> {
  const glasses: Record<string, Glass> = {};
  for (const { number, glass } of surfaces) {
    if (!glass || Object.hasOwn(glasses, glass.name)) continue;
    if (glass.glass) {
      glasses[glass.name] = glass.glass;
      continue;
    }
    // CODE V writes the catalogue behind the name.
    const [, bare, maker] = /^(.+)_([A-Z]+)$/.exec(glass.name.toUpperCase()) ?? [];
    const order = maker === undefined ? catalogues : [maker];
    const outcome = catalogue.find(bare ?? glass.name, order);
    if ('problem' in outcome) failAt(glass.line, `surface ${number}: ${outcome.problem}`);
    else {
      const { found } = outcome;
      glasses[glass.name] = found.glass;
      if (order.length > 0 && !order.some((name) => name.toUpperCase().startsWith(found.maker)))
        notes.push(
          `Glass ${glass.name} is that of ${found.maker}, which is not among the file's catalogues (${order.join(', ')}).`,
        );
    }
  }
  return glasses;
}

/**
 * Semi-diameter of the stop, mm: where the real marginal ray meets it, from the middle of the
 * object to the rim of the aperture that the file gives. Pupil aberrations of fast lenses make it
 * differ from the paraxial size by up to a sixth.
 */
function stopSize(
  { aperture, surfaces, stopIndex, objectDistanceMm }: LensDraft,
  { focalLengthMm, entrancePupilMm }: FirstOrder,
  lens: TracedLens,
): number {
  const { line, number, semiDiameterMm } = surfaces[stopIndex]!;
  if (aperture.kind === 'stop')
    return (
      semiDiameterMm ??
      failAt(line, `surface ${number}, the stop, has no size, and the file gives no other aperture`)
    );
  const { kind, value } = aperture;
  const isDistant = objectDistanceMm === Infinity;
  if (kind === 'object aperture' && isDistant)
    failAt(line, 'the aperture is given in object space, but the object is at infinity');
  const pupilMm = (kind === 'f-number' ? Math.abs(focalLengthMm) / value : value) / 2;
  const ray = newRay();
  if (isDistant) ray.yMm = pupilMm;
  else {
    ray.zMm = -objectDistanceMm;
    ray.M =
      kind === 'object aperture'
        ? value
        : pupilMm / Math.hypot(pupilMm, objectDistanceMm + entrancePupilMm);
    ray.N = Math.sqrt(1 - ray.M ** 2);
  }
  const failure = traceRay(lens, ray, false);
  if (failure !== 0)
    failAt(
      line,
      `the ${kind} of ${Number(value.toPrecision(6))} is too wide for the lens: its marginal ray ${describeFailure(failure, lens)}`,
    );
  return Math.abs(ray.stopYMm);
}

/** Relative difference of two entrance pupils from which on both are named. */
const SAME_PUPIL = 5e-4;

/** Why the paraxial entrance pupil, `pupilMm` wide, differs from the one of the file. */
function pupilNote({ aperture }: LensDraft, pupilMm: number): readonly string[] {
  return aperture.kind === 'entrance pupil' && Math.abs(pupilMm / aperture.value - 1) > SAME_PUPIL
    ? [
        `The file's entrance pupil of ${Number(aperture.value.toPrecision(6))} mm is met by the real marginal ray on the axis, which sizes the stop; the paraxial image of that stop, which first-order tables give, is ${pupilMm.toFixed(3)} mm wide, for the pupil has aberrations.`,
      ]
    : [];
}

/** Half field, radians, by paraxial optics where the file gives a height. */
function paraxialAngle(
  { field, objectDistanceMm, surfaces }: LensDraft,
  paraxial: FirstOrder,
): number {
  const { line } = surfaces[0]!;
  switch (field.kind) {
    case 'angle':
      if (!(field.value < 90))
        failAt(line, `the largest field is ${field.value}°; fields below 90° are traced`);
      return (field.value * Math.PI) / 180;
    case 'object height':
      if (objectDistanceMm === Infinity)
        failAt(line, 'fields are object heights, but the object is at infinity');
      return Math.atan(field.value / (objectDistanceMm + paraxial.entrancePupilMm));
    default:
      return Math.atan(field.value / Math.abs(paraxial.focalLengthMm));
  }
}

/**
 * Clear apertures for a search: those of the file, and for the others more than the paraxial beams
 * need, mm.
 */
function generousSizes(
  { surfaces, stopIndex, primaryNm }: LensDraft,
  glasses: Readonly<Record<string, Glass>>,
  sizes: readonly (number | undefined)[],
  angle: number,
): number[] {
  const rows = surfaces.map((surface, i) => rowOf(surface, sizes[i] ?? 1));
  const design = scaledSurfaces(rows, glasses, 1);
  const { entrancePupilMm, entrancePupilDiameterMm } = firstOrder(
    { surfaces: design, stopIndex },
    primaryNm,
  );
  const slope = Math.tan(angle);
  return surfaces.map((surface, i) => {
    const known = sizes[i];
    if (known !== undefined) return known;
    // Heights of the marginal and the chief ray at surface i, by the matrix up to it: firstOrder
    // with surface i as the stop.
    const at = firstOrder({ surfaces: design, stopIndex: i }, primaryNm);
    const marginal = entrancePupilDiameterMm / at.entrancePupilDiameterMm;
    const chief =
      (Math.abs(slope * (at.entrancePupilMm - entrancePupilMm)) * 2) / at.entrancePupilDiameterMm;
    return Math.min(GENEROUS * (marginal + chief), reachOf(surface.shape, WHOLE_SURFACE));
  });
}

/** A design for tracing before the lens file is complete. */
function designOf(
  draft: LensDraft,
  glasses: Readonly<Record<string, Glass>>,
  surfaces: readonly SurfaceRow[],
): LensDesign {
  return lensDesign(
    checked(draft, {
      name: 'search',
      surfaces,
      stopIndex: draft.stopIndex,
      halfFieldDegrees: 1,
      glasses,
      // Only rays inside the lens are looked at.
      imageDistance: 1,
    }),
  );
}

/**
 * Semi-diameters that pass the beam on the axis, and `BEAM_AT_RIM` of it at the rim of the field,
 * mm.
 */
function tracedSizes(
  design: LensDesign,
  { primaryNm, surfaces }: LensDraft,
  halfField: number,
): number[] {
  const lens = tracedLens(design, primaryNm);
  /** Distance from the axis at which a ray meets each surface. */
  const heights = (wavefront: Wavefront, vMm: number): number[] =>
    surfaces.map((_, i) => {
      const ray = newRay();
      launch(wavefront, 0, vMm, ray);
      traceRay({ ...lens, stopIndex: i }, ray, false);
      return Math.abs(ray.stopYMm);
    });
  const onAxis = findBeam(lens, 0, EDGE);
  const marginal = heights(onAxis.wavefront, onAxis.radiiMm[0]!);
  const rim = wavefrontOf(lens, halfField);
  const chief = heights(rim, aim(lens, rim).chiefMm);
  return surfaces.map((surface, i) =>
    Math.min(
      CLEARANCE * Math.max(marginal[i]!, chief[i]! + BEAM_AT_RIM * marginal[i]!),
      reachOf(surface.shape, WHOLE_SURFACE),
    ),
  );
}

const SECANT_STEPS = 50;

/**
 * The field angle whose chief ray arrives at the file's image height, radians, by the secant
 * method.
 */
function angleOfHeight(design: LensDesign, draft: LensDraft, guess: number): number {
  const lens = {
    ...tracedLens(design, draft.primaryNm),
    imagePlaneMm: design.surfaces.at(-1)!.vertexMm + draft.surfaces.at(-1)!.thicknessMm!,
  };
  const ray = newRay();
  const excess = (angle: number): number => {
    const wavefront = wavefrontOf(lens, angle);
    launch(wavefront, 0, aim(lens, wavefront).chiefMm, ray);
    traceRay(lens, ray, false);
    return Math.abs(ray.yMm) - draft.field.value;
  };
  let [a, b] = [0.9 * guess, guess];
  let [fa, fb] = [excess(a), excess(b)];
  for (let step = 0; step < SECANT_STEPS && fa !== fb && Math.abs(b - a) > 1e-14; step += 1) {
    const next = Math.min(Math.max(b - (fb * (b - a)) / (fb - fa), b / 2), (b + Math.PI / 2) / 2);
    [a, fa, b, fb] = [b, fb, next, excess(next)];
  }
  if (!(Math.abs(fb) < 1e-9 * draft.field.value))
    failAt(
      draft.surfaces[0]!.line,
      `no field has its image at the height of ${draft.field.value} mm that the file gives`,
    );
  return b;
}

/** Distance to the sensor that replaces the file's, mm; undefined where the file's stays. */
function focusOf(
  { objectDistanceMm, primaryNm, surfaces }: LensDraft,
  { backFocalLengthMm }: FirstOrder,
  keepFocus: boolean,
  notes: string[],
): number | undefined {
  if (objectDistanceMm === Infinity) return undefined;
  const { thicknessMm, line } = surfaces.at(-1)!;
  const distance = `${Number(objectDistanceMm.toPrecision(6))} mm`;
  if (keepFocus) {
    notes.push(`The file is focused at ${distance}: the sensor stays where the file puts it.`);
    return undefined;
  }
  if (!(backFocalLengthMm > 0))
    failAt(
      line,
      `the lens cannot be focused to infinity: its paraxial focus lies ${(-backFocalLengthMm).toPrecision(4)} mm before its last surface`,
    );
  notes.push(
    `The file is focused at ${distance}: refocused to infinity, the sensor stands at the paraxial focus at ${Number(primaryNm.toPrecision(7))} nm, ${backFocalLengthMm.toPrecision(7)} mm behind the last surface instead of ${thicknessMm!.toPrecision(7)} mm.`,
  );
  return backFocalLengthMm;
}

/** The checked lens file; problems of a surface are told with its line in the file. */
function checked(draft: LensDraft, content: LensFile): LensFile {
  try {
    const file = readLensFile(content);
    lensDesign(file);
    return file;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const [, index] = /^surfaces\[(\d+)\]/.exec(error.field ?? '') ?? [];
    const line = (draft.surfaces[Number(index)] ?? draft.surfaces[0]!).line;
    return failAt(line, error.message.replace(/\.$/, ''));
  }
}

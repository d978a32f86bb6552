import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import type { Glass } from '../optics/glass/refractive-index.ts';
import { aim } from '../optics/ray-trace/chief-ray.ts';
import { findBeam } from '../optics/ray-trace/beam.ts';
import { firstOrder, type FirstOrder } from '../optics/ray-trace/first-order.ts';
import { launch, wavefrontOf, type Wavefront } from '../optics/ray-trace/launch.ts';
import {
  launchFree,
  walkedChief,
  type Start,
  type Tangents,
} from '../optics/ray-trace/free-chief.ts';
import { isMoved, lensDesign, type LensDesign } from '../optics/ray-trace/lens-design.ts';
import { readLensFile, type LensFile } from '../optics/ray-trace/lens-file.ts';
import { reachOf } from '../optics/ray-trace/surfaces/shape.ts';
import { trimmedShape, type ShapeRow } from '../optics/ray-trace/surfaces/shape-row.ts';
import { describeFailure, newRay } from '../optics/ray-trace/ray.ts';
import { traceRay, tracedLens, type TracedLens } from '../optics/ray-trace/trace-ray.ts';
import { SimulationError } from '../simulation-error.ts';
import { usedGlasses, type UsedGlass } from './draft-glasses.ts';
import type { DraftAperture, DraftSurface, LensDraft, SourceReading } from './lens-draft.ts';
import { failAt } from '../text/numbered-lines.ts';

/** How a lens file is read. */
export interface LensReading extends Partial<SourceReading> {
  readonly catalogue: GlassCatalogue;
  /**
   * The sensor stays where the file puts it, also when the file is focused at a finite distance.
   */
  readonly keepFocus: boolean;
  /** False: a lens that forms no picture is read too, for its rays. */
  readonly needsPicture?: boolean;
  /**
   * The configuration that is read, from 1; absent: the first, with all others in
   * `configurations`.
   */
  readonly configuration?: number;
}

/** A draft that became a lens. */
export interface DraftedLens {
  readonly file: LensFile;
  readonly notes: readonly string[];
  readonly glasses: readonly UsedGlass[];
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

/** Size by which a program's own size may fall short of the beam, by its digits. */
const AUTOMATIC_ERROR = 1e-6;

/**
 * Makes a lens file of a draft: looks up glasses, finds the size of the stop and of the apertures
 * that the file leaves out, turns the field into an angle, and focuses to infinity.
 *
 * @throws SimulationError naming the line at fault.
 */
export function lensOfDraft(
  draft: LensDraft,
  { catalogue, keepFocus, needsPicture = true }: LensReading,
): DraftedLens {
  const notes = [...draft.notes];
  const used = usedGlasses(draft, catalogue, notes);
  const { glasses } = used;
  const unsized = designOf(
    draft,
    glasses,
    draft.surfaces.map(() => ANY_SIZE),
  );
  if (unsized.noPicture !== undefined && needsPicture)
    failAt(draft.surfaces[0]!.line, unsized.noPicture.replace(/\.$/, ''));
  const paraxial = firstOrder(unsized, draft.primaryNm);
  const stopMm = stopSize(draft, paraxial, tracedLens(unsized, draft.primaryNm));
  notes.push(...pupilNote(draft, stopMm, (stopMm / ANY_SIZE) * paraxial.entrancePupilDiameterMm));
  const sized = sizesOf(draft, { glasses, unsized, paraxial, stopMm }, notes);
  const focus = focusOf(draft, paraxial, keepFocus, notes);
  const file = checked(draft, {
    ...contentOf(draft, sized.sizes),
    name: draft.name.trim() || 'Lens without a name',
    halfFieldDegrees: (sized.halfField * 180) / Math.PI,
    ...(focus !== undefined && { imageDistance: focus }),
    ...(Object.keys(glasses).length > 0 && { glasses }),
  });
  if (sized.halfField >= Math.PI / 2) checkWideField(draft, file, sized.halfField);
  return {
    file,
    notes,
    glasses: used.list,
  };
}

/** A field at and beyond 90° is one only where rays get through. @throws SimulationError. */
function checkWideField({ field, primaryNm }: LensDraft, file: LensFile, halfField: number): void {
  const lens = tracedLens(lensDesign(file, false), primaryNm);
  try {
    aim(lens, wavefrontOf(lens, halfField));
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    failAt(field.line ?? 1, error.message.replace(/\.$/, ''));
  }
}

/** What a draft is sized by. */
interface Sizing {
  readonly glasses: Readonly<Record<string, Glass>>;
  readonly unsized: LensDesign;
  readonly paraxial: FirstOrder;
  readonly stopMm: number;
}

/** Semi-diameters of all surfaces, and the half field, radians. */
function sizesOf(draft: LensDraft, sizing: Sizing, notes: string[]) {
  const { glasses, paraxial, stopMm, unsized } = sizing;
  const guess = paraxialAngle(draft, paraxial);
  const sizes = draft.surfaces.map(({ semiDiameterMm, isComputedSize }, i) =>
    i === draft.stopIndex ? stopMm : isComputedSize ? undefined : semiDiameterMm,
  );
  const searched = designOf(draft, glasses, generousSizes(draft, unsized, sizes, guess));
  const halfField =
    draft.field.kind === 'real image height' ? angleOfHeight(searched, draft, guess) : guess;
  const unknown = draft.surfaces.filter((_, i) => sizes[i] === undefined);
  if (unknown.length > 0) {
    const missing = unknown.filter(({ semiDiameterMm }) => semiDiameterMm === undefined);
    const traced = tracedOr(missing.length > 0, () => tracedSizes(searched, draft, halfField));
    const widened: number[] = [];
    for (const [i, { semiDiameterMm, number }] of draft.surfaces.entries()) {
      if (sizes[i] !== undefined) continue;
      const [own, needed] = [semiDiameterMm ?? 0, traced?.[i] ?? 0];
      const isEnough = own * (1 + AUTOMATIC_ERROR) >= needed / CLEARANCE;
      sizes[i] = isEnough ? own : needed;
      if (semiDiameterMm !== undefined && !isEnough) widened.push(number);
    }
    if (widened.length > 0)
      notes.push(
        `The sizes of ${surfacesNamed(widened)} are ones that the program computed, and no apertures: they were widened to let the beam pass.`,
      );
    if (missing.length > 0)
      notes.push(
        `The file has no clear aperture for ${surfacesNamed(missing.map(({ number }) => number))}: the whole beam passes there on the axis, and ${BEAM_AT_RIM} of its radius at the rim of the field.`,
      );
  }
  return { sizes: sizes as number[], halfField };
}

const surfacesNamed = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'surface' : 'surfaces'} ${numbers.join(', ')}`;

/** What cannot be traced is no problem where the file has sizes itself. */
function tracedOr(
  isNeeded: boolean,
  trace: () => readonly number[],
): readonly number[] | undefined {
  try {
    return trace();
  } catch (error) {
    if (isNeeded || !(error instanceof SimulationError)) throw error;
    return undefined;
  }
}

/** The rows of a lens file, and what belongs to its frame. */
function contentOf(draft: LensDraft, sizes: readonly number[]) {
  const { surfaces, stopIndex, imageBefore } = draft;
  return {
    surfaces: surfaces.map((surface, i) => rowOf(surface, sizes[i]!, surfaces)),
    stopIndex,
    ...(imageBefore.length > 0 && { image: { before: imageBefore } }),
  };
}

function rowOf(surface: DraftSurface, semiDiameter: number, all: readonly DraftSurface[]): object {
  const { own, mirror, thin, phase, apertures, before, after, returnTo, tilt, decentre } = surface;
  return {
    ...trimmedShape(surface.shape),
    thickness: surface.thicknessMm!,
    glass: surface.glass?.name ?? null,
    semiDiameter,
    ...(own && { shape: own }),
    ...(mirror && { mirror }),
    ...(thin && { thin }),
    ...(phase && { phase }),
    ...(apertures.length > 0 && { apertures }),
    ...(before.length > 0 && { before }),
    ...(after && { after }),
    ...(returnTo !== undefined && {
      returnTo: all.findIndex(({ number }) => number === returnTo),
    }),
    ...(tilt && { tilt }),
    ...(decentre && { decentre }),
  };
}

/**
 * Semi-diameter of the stop, mm: where the real marginal ray meets it, from the middle of the
 * object to the rim of the aperture that the file gives. Pupil aberrations of fast lenses make it
 * differ from the paraxial size by up to a sixth.
 */
function stopSize(draft: LensDraft, paraxial: FirstOrder, lens: TracedLens): number {
  const { aperture, surfaces, stopIndex, objectDistanceMm } = draft;
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
  const pupilMm = pupilOf(aperture, objectDistanceMm, paraxial) / 2;
  const ray = newRay();
  if (isDistant) ray.yMm = pupilMm;
  else {
    ray.zMm = -objectDistanceMm;
    ray.M =
      kind === 'object aperture'
        ? value
        : pupilMm / Math.hypot(pupilMm, objectDistanceMm + paraxial.entrancePupilMm);
    ray.N = Math.sqrt(1 - ray.M ** 2);
  }
  const opposite = { ...ray, yMm: -ray.yMm, M: -ray.M };
  const failure = traceRay(lens, ray, false);
  if (failure !== 0)
    failAt(
      line,
      `the ${kind} of ${Number(value.toPrecision(6))} is too wide for the lens: its marginal ray ${describeFailure(failure, lens)}`,
    );
  // A stop beside the axis has its middle between both marginal rays.
  if (lens.moved && traceRay(lens, opposite, false) === 0)
    return Math.hypot(ray.stopXMm - opposite.stopXMm, ray.stopYMm - opposite.stopYMm) / 2;
  return Math.abs(ray.stopYMm);
}

/** Diameter of the entrance pupil that a file asks for, mm. */
function pupilOf(
  { kind, value }: Exclude<DraftAperture, { kind: 'stop' }>,
  objectDistanceMm: number,
  { focalLengthMm, frontFocusMm, entrancePupilMm }: FirstOrder,
): number {
  if (kind === 'f-number') return Math.abs(focalLengthMm) / value;
  if (kind !== 'paraxial working f-number') return value;
  // n = 1/(2 |u'|), and u = u' times the magnification (Newton).
  const magnification = Math.abs(focalLengthMm / (objectDistanceMm + frontFocusMm));
  return (magnification / value) * Math.abs(objectDistanceMm + entrancePupilMm);
}

/** Relative difference of two entrance pupils from which on both are named. */
const SAME_PUPIL = 1e-6;

/** Why the paraxial entrance pupil, `pupilMm` wide, differs from the one of the file. */
function pupilNote({ aperture }: LensDraft, stopMm: number, pupilMm: number): readonly string[] {
  return aperture.kind === 'entrance pupil' && Math.abs(pupilMm / aperture.value - 1) > SAME_PUPIL
    ? [
        `The file gives an entrance pupil of ${Number(aperture.value.toPrecision(6))} mm. Its real marginal ray sets the stop (${stopMm.toFixed(3)} mm); the paraxial pupil of that stop is ${pupilMm.toFixed(3)} mm.`,
      ]
    : [];
}

/** Largest half field, degrees. */
const MOST_FIELD = 120;

/** Half field, radians, by paraxial optics where the file gives a height. */
function paraxialAngle(
  { field, objectDistanceMm, surfaces }: LensDraft,
  paraxial: FirstOrder,
): number {
  const line = field.line ?? surfaces[0]!.line;
  switch (field.kind) {
    case 'angle':
      if (!(field.value <= MOST_FIELD))
        failAt(
          line,
          `the largest field is ${field.value}°; fields up to ${MOST_FIELD}° are traced`,
        );
      return (field.value * Math.PI) / 180;
    case 'object height':
      if (objectDistanceMm === Infinity)
        failAt(line, 'fields are object heights, but the object is at infinity');
      return Math.atan(field.value / (objectDistanceMm + paraxial.entrancePupilMm));
    default:
      return Math.atan(field.value / Math.abs(paraxial.focalLengthMm));
  }
}

/** Slope of the chief ray of the widest fields in the search for sizes, radians. */
const WIDEST = (80 * Math.PI) / 180;

/**
 * Clear apertures for a search: those of the file, and for the others more than the paraxial beams
 * need, mm.
 */
function generousSizes(
  { surfaces, stopIndex, primaryNm }: LensDraft,
  unsized: LensDesign,
  sizes: readonly (number | undefined)[],
  angle: number,
): number[] {
  const design = unsized.surfaces.map((surface, i) => ({
    ...surface,
    semiDiameterMm: sizes[i] ?? 1,
  }));
  const { entrancePupilMm, entrancePupilDiameterMm } = firstOrder(
    { surfaces: design, stopIndex },
    primaryNm,
  );
  const slope = Math.tan(angle < Math.PI / 2 ? angle : WIDEST);
  return surfaces.map((surface, i) => {
    const known = sizes[i];
    if (known !== undefined) return known;
    // Heights of the marginal and the chief ray at surface i, by the matrix up to it: firstOrder
    // with surface i as the stop.
    const at = firstOrder({ surfaces: design, stopIndex: i }, primaryNm);
    const marginal = entrancePupilDiameterMm / at.entrancePupilDiameterMm;
    const chief =
      (Math.abs(slope * (at.entrancePupilMm - entrancePupilMm)) * 2) / at.entrancePupilDiameterMm;
    return Math.min(GENEROUS * (marginal + chief), reachOf(shapeWithOwn(surface), WHOLE_SURFACE));
  });
}

/** A design for tracing before the lens file is complete. */
function designOf(
  draft: LensDraft,
  glasses: Readonly<Record<string, Glass>>,
  sizes: readonly number[],
): LensDesign {
  return lensDesign(
    checked(draft, {
      ...contentOf(draft, sizes),
      name: 'search',
      halfFieldDegrees: 1,
      glasses,
      // Only rays inside the lens are looked at.
      imageDistance: 1,
    }),
    false,
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
  if (isMoved(design))
    return freeSizes(lens, firstOrder(design, primaryNm), halfField).map((size, i) =>
      Math.min(size, reachOf(shapeWithOwn(surfaces[i]!), WHOLE_SURFACE)),
    );
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
      reachOf(shapeWithOwn(surface), WHOLE_SURFACE),
    ),
  );
}

/** The shape of a surface as kinds read it. */
const shapeWithOwn = ({ shape, own }: DraftSurface): ShapeRow => ({
  ...shape,
  ...(own && { shape: own as ShapeRow['shape'] & object }),
});

/** Fields towards the four sides; wider ones have no tangent. */
const WIDEST_TANGENT = Math.tan((85 * Math.PI) / 180);

/** The same for a lens that is not round, from its base ray and the fields towards four sides. */
function freeSizes(lens: TracedLens, paraxial: FirstOrder, halfField: number): readonly number[] {
  const pupilMm = paraxial.entrancePupilDiameterMm / 2;
  const tangent = halfField < Math.PI / 2 ? Math.tan(halfField) : WIDEST_TANGENT;
  const sides = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  const base = walkedChief(lens, [0, 0]);
  if (!base)
    throw new SimulationError(
      'bad-parameter',
      'The base ray does not get through the middle of the stop: the axis of the file does not reach the sensor.',
    );
  const placeAt = (tangents: Tangents, [x, y]: Start, surface: number): Start => {
    const ray = newRay();
    launchFree(lens, tangents, [x, y], ray);
    traceRay({ ...lens, stopIndex: surface }, ray, false);
    return [ray.stopXMm, ray.stopYMm];
  };
  const rims = sides.flatMap(([x, y]): readonly { tangents: Tangents; start: Start }[] => {
    const tangents: Tangents = [x * tangent, y * tangent];
    const chief = walkedChief(lens, tangents);
    return chief ? [{ tangents, start: chief.start }] : [];
  });
  return Array.from({ length: lens.count }, (_, surface) => {
    const middle = placeAt([0, 0], base.start, surface);
    const marginal = sides.map(([x, y]) =>
      placeAt([0, 0], [base.start[0] + x * pupilMm, base.start[1] + y * pupilMm], surface),
    );
    const beam = Math.max(
      ...marginal.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])).filter(Number.isFinite),
    );
    const reached = [
      ...marginal.map(([x, y]) => Math.hypot(x, y)),
      ...rims.map(
        ({ tangents, start }) =>
          Math.hypot(...placeAt(tangents, start, surface)) + BEAM_AT_RIM * beam,
      ),
    ].filter(Number.isFinite);
    return CLEARANCE * Math.max(...reached);
  });
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
function checked(draft: LensDraft, content: object): LensFile {
  try {
    const file = readLensFile(content);
    // Whether it forms a picture is known from the first design on.
    lensDesign(file, false);
    return file;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const { surfaces, field } = draft;
    const [, index] = /^surfaces\[(\d+)\]/.exec(error.field ?? '') ?? [];
    const isField = error.field === 'halfFieldDegrees' && field.line !== undefined;
    const line = isField ? field.line : (surfaces[Number(index)] ?? surfaces[0]!).line;
    return failAt(line, error.message.replace(/\.$/, ''));
  }
}

import type { Requirement, Requirements } from '@lumenloom/contract';
import { sharpDepthMm, stoppedTo, type ChosenLens } from '@lumenloom/engine';
import { shortNumber } from '../document/short-number.ts';

/** A camera as requirements see it. Nothing is computed of it but formulas. */
export interface CameraFacts {
  readonly lens: ChosenLens;
  /** Names of its parts, for sentences. */
  readonly lensName: string;
  readonly sensorName: string;
  /** Of the sensor, or of its window; undefined without a sensor. */
  readonly pixels: SensorPixels | undefined;
  /** Of grey in an exposure through a cone; undefined where nobody knows the light. */
  readonly snrDb: (seconds: number, fNumber: number) => number | undefined;
  /** A column of the table: of a part, or the sum over all parts. */
  readonly ofPart: (list: 'lens' | 'sensor', column: string) => number | string | undefined;
  readonly sum: (column: string) => number | Unknown;
  readonly largest: (column: string) => number | undefined;
  readonly cost: () => number | Unknown | undefined;
  /** Seconds that every camera is exposed for; undefined: each one meters. */
  readonly heldSeconds: number | undefined;
}

/** Why a number is not known, as a sentence. */
export interface Unknown {
  readonly unknown: string;
}

export interface SensorPixels {
  readonly columns: number;
  readonly rows: number;
  readonly pitchUm: number;
}

/** A requirement that a camera does not meet. */
export interface Unmet {
  readonly requirement: Requirement | 'recipe';
  readonly value: number | string | null;
  readonly limit: number | string | null;
  readonly message: string;
}

/** What follows from the parts of a camera; null: not known, or endless. The keys are published. */
export type CameraFigures = Readonly<Record<(typeof FIGURES)[number], number | null>>;
const FIGURES = [
  ...['magnification', 'fieldWidthMm', 'fieldHeightMm', 'objectPixelsPerMm'],
  ...['objectLinePairsPerMm', 'imageCircleMm', 'diagonalMm', 'longestExposureSeconds'],
  ...['snrDb', 'depthOfFieldMm', 'cost'],
] as const;

/** What was found of a camera, and how it must be changed for that. */
export interface Checked {
  readonly figures: CameraFigures;
  readonly unmet: readonly Unmet[];
  readonly notes: readonly string[];
  /** To which the lens must be stopped down for its depth of field. */
  readonly fNumber: number | undefined;
  /** Longest exposure that motion leaves. */
  readonly longestSeconds: number | undefined;
}

const STOPS = [1.4, 2, 2.8, 4, 5.6, 8, 11, 16] as const;
/** A number that stops at its limit by rounding is within it. */
const ROUNDING = 1e-12;

/** Null for what is not known, and for what no number is. */
const finite = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value;
const short = (value: number): string => shortNumber(value, 3);
const atMost = (value: number, limit: number): boolean => value <= limit * (1 + ROUNDING);
const atLeast = (value: number, limit: number): boolean => value >= limit * (1 - ROUNDING);

/** What the geometry of a camera gives. */
interface Geometry {
  readonly magnification: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly circleMm: number | null;
  readonly diagonalMm: number;
  readonly pixelsPerMm: number;
}

/**
 * Tests a camera against all requirements (docs/reference/choose.md#requirements).
 *
 * @returns unmet ones in the order in which they are asked.
 */
export function checkCamera(camera: CameraFacts, wanted: Requirements): Checked {
  const { lens, pixels } = camera;
  const { workingDistanceM } = wanted;
  const geometry = pixels && geometryOf(camera, pixels, workingDistanceM);
  const longestSeconds = geometry && longestOf(wanted, pixels, geometry);
  const depth = pixels && depthOf(lens, pixels, wanted);
  const stopped = depth?.fNumber === undefined ? lens : stoppedTo(lens, depth.fNumber);
  const cone = (m: number): number => stopped.fNumber * (1 + m / stopped.pupilMagnification);
  const seconds = camera.heldSeconds ?? longestSeconds;
  const snrDb =
    geometry && seconds !== undefined
      ? camera.snrDb(seconds, cone(geometry.magnification))
      : undefined;
  const cost = camera.cost();
  const isNear = workingDistanceM !== undefined;
  const near = (value: number | undefined): number | null =>
    isNear && value !== undefined && Number.isFinite(value) ? value : null;
  const notes: string[] = [];
  const inside = isNear && geometry && !(geometry.magnification > 0);
  return {
    figures: {
      magnification: near(geometry?.magnification),
      fieldWidthMm: near(geometry?.widthMm),
      fieldHeightMm: near(geometry?.heightMm),
      objectPixelsPerMm: near(geometry?.pixelsPerMm),
      objectLinePairsPerMm: near(geometry && geometry.pixelsPerMm / 2),
      imageCircleMm: finite(geometry?.circleMm),
      diagonalMm: geometry?.diagonalMm ?? null,
      longestExposureSeconds: finite(longestSeconds),
      snrDb: finite(snrDb),
      depthOfFieldMm: finite(depth?.mm),
      cost: typeof cost === 'number' ? cost : null,
    },
    unmet: [
      ...(inside ? [tooNear(lens, workingDistanceM)] : []),
      ...mountOf(camera, wanted, notes),
      ...(geometry && !inside ? fieldOf(geometry, pixels, camera, wanted) : []),
      ...(geometry && !inside ? lightOf({ camera, wanted, longestSeconds, snrDb, seconds }) : []),
      ...(depth && !inside ? shallow(depth, wanted) : []),
      ...sumsOf(camera, wanted, cost),
    ],
    notes,
    fNumber: depth?.fNumber,
    longestSeconds,
  };
}

/** An object inside of the front focal length has no real image. */
const tooNear = ({ frontFocusMm }: ChosenLens, distanceM: number): Unmet => ({
  requirement: 'recipe',
  value: distanceM,
  limit: -frontFocusMm / 1000,
  message: `forms no picture of an object at ${short(distanceM)} m: its front focal point lies ${short(-frontFocusMm / 1000)} m before it`,
});

function geometryOf(
  { lens, ofPart }: CameraFacts,
  { columns, rows, pitchUm }: SensorPixels,
  distanceM: number | undefined,
): Geometry {
  const [width, height] = [(columns * pitchUm) / 1000, (rows * pitchUm) / 1000];
  const fromFocusMm = distanceM === undefined ? Infinity : distanceM * 1000 + lens.frontFocusMm;
  const magnification = fromFocusMm > 0 ? lens.focalLengthMm / fromFocusMm : NaN;
  const table = ofPart('lens', 'imageCircleMm');
  const circle = typeof table === 'number' ? table : lens.imageCircleMm;
  return {
    magnification,
    widthMm: width / magnification,
    heightMm: height / magnification,
    circleMm:
      circle === null ? null : typeof table === 'number' ? circle : circle * (1 + magnification),
    diagonalMm: Math.hypot(width, height),
    pixelsPerMm: (1000 * magnification) / pitchUm,
  };
}

function mountOf(
  { lensName, sensorName, ofPart, largest }: CameraFacts,
  { mount, flangeMm }: Requirements,
  notes: string[],
): readonly Unmet[] {
  const unmet: Unmet[] = [];
  if (mount) {
    const [own, body] = [ofPart('lens', 'mount'), ofPart('sensor', 'mount')];
    if (own === undefined || body === undefined)
      notes.push(`The mount of ${own === undefined ? lensName : sensorName} is not known.`);
    else if (own !== body)
      unmet.push({
        requirement: 'mount',
        value: own,
        limit: body,
        message: `mount ${own} of ${lensName} does not fit mount ${body} of ${sensorName}`,
      });
  }
  const flange = largest('flangeMm');
  if (flangeMm !== undefined && flange === undefined)
    notes.push(`The flange distance of ${lensName} is not known.`);
  if (flangeMm !== undefined && flange !== undefined && !atMost(flange, flangeMm))
    unmet.push({
      requirement: 'flangeMm',
      value: flange,
      limit: flangeMm,
      message: `flange distance ${short(flange)} mm, at most ${short(flangeMm)} mm`,
    });
  return unmet;
}

function fieldOf(
  geometry: Geometry,
  pixels: SensorPixels,
  { lens }: CameraFacts,
  wanted: Requirements,
): readonly Unmet[] {
  const { circleMm, diagonalMm, pixelsPerMm } = geometry;
  const { imageCircle, fieldDegrees, objectPixelsPerMm, objectLinePairsPerMm } = wanted;
  const unmet: Unmet[] = [];
  if (imageCircle && circleMm !== null && !atLeast(circleMm, diagonalMm))
    unmet.push({
      requirement: 'imageCircle',
      value: circleMm,
      limit: diagonalMm,
      message: `image circle ${short(circleMm)} mm, the sensor's diagonal is ${short(diagonalMm)} mm`,
    });
  unmet.push(...sightOf(geometry, wanted));
  const width = (pixels.columns * pixels.pitchUm) / 1000;
  const degrees = (360 / Math.PI) * Math.atan(width / (2 * lens.focalLengthMm));
  if (fieldDegrees !== undefined && !atLeast(degrees, fieldDegrees))
    unmet.push({
      requirement: 'fieldDegrees',
      value: degrees,
      limit: fieldDegrees,
      message: `sees ${short(degrees)} degrees, ${short(fieldDegrees)} are asked for`,
    });
  const detail = [
    ['objectPixelsPerMm', objectPixelsPerMm, pixelsPerMm, 'pixels'],
    ['objectLinePairsPerMm', objectLinePairsPerMm, pixelsPerMm / 2, 'line pairs'],
  ] as const;
  for (const [requirement, limit, value, unit] of detail)
    if (limit !== undefined && !atLeast(value, limit))
      unmet.push({
        requirement,
        value,
        limit,
        message: `${short(value)} ${unit} per mm at the object, ${short(limit)} are asked for`,
      });
  return unmet;
}

/** What a camera sees, the better way round where it may be turned by 90 degrees. */
function sightOf(
  { widthMm, heightMm }: Geometry,
  { fieldWidthMm, fieldHeightMm, workingDistanceM }: Requirements,
): readonly Unmet[] {
  if (fieldWidthMm === undefined && fieldHeightMm === undefined) return [];
  const [width, height] = [fieldWidthMm ?? 0, fieldHeightMm ?? 0];
  const share = ([w, h]: readonly [number, number]): number => Math.min(w / width, h / height);
  const [upright, turned] = [[widthMm, heightMm] as const, [heightMm, widthMm] as const];
  const isTurned = share(turned) > share(upright);
  const [w, h] = isTurned ? turned : upright;
  const limits = [fieldWidthMm, fieldHeightMm].filter((one) => one !== undefined).map(short);
  const message = `sees ${short(w)} x ${short(h)} mm at ${short(workingDistanceM!)} m${isTurned ? ' turned by 90 degrees' : ''}, ${limits.join(' x ')} mm are asked for`;
  return (
    [
      ['fieldWidthMm', w, fieldWidthMm],
      ['fieldHeightMm', h, fieldHeightMm],
    ] as const
  ).flatMap(([requirement, value, limit]) =>
    limit === undefined || atLeast(value, limit) ? [] : [{ requirement, value, limit, message }],
  );
}

function longestOf(
  { longestExposureSeconds, motionMmPerSecond, blurPixels }: Requirements,
  { pitchUm }: SensorPixels,
  { magnification }: Geometry,
): number | undefined {
  return motionMmPerSecond === undefined || blurPixels === undefined
    ? longestExposureSeconds
    : (blurPixels * pitchUm) / 1000 / (magnification * motionMmPerSecond);
}

/** Seconds as sentences have them. */
const inTime = (seconds: number): string =>
  seconds < 1 ? `${shortNumber(seconds * 1000, 2)} ms` : `${shortNumber(seconds, 2)} s`;

function lightOf({
  camera: { heldSeconds },
  wanted: { snrDb: wantedDb, reflectance = 0.18 },
  longestSeconds,
  snrDb,
  seconds,
}: {
  readonly camera: CameraFacts;
  readonly wanted: Requirements;
  readonly longestSeconds: number | undefined;
  readonly snrDb: number | undefined;
  readonly seconds: number | undefined;
}): readonly Unmet[] {
  const unmet: Unmet[] = [];
  if (
    longestSeconds !== undefined &&
    heldSeconds !== undefined &&
    !atMost(heldSeconds, longestSeconds)
  )
    unmet.push({
      requirement: 'longestExposureSeconds',
      value: heldSeconds,
      limit: longestSeconds,
      message: `exposure ${inTime(heldSeconds)} is held, at most ${inTime(longestSeconds)}`,
    });
  if (
    wantedDb !== undefined &&
    seconds !== undefined &&
    !(snrDb !== undefined && snrDb >= wantedDb)
  )
    unmet.push({
      requirement: 'snrDb',
      value: snrDb ?? null,
      limit: wantedDb,
      message:
        snrDb === undefined
          ? 'the level of the light is not known: give sceneLuminance or illuminantLux'
          : `${snrDb.toFixed(1)} dB at ${shortNumber(100 * reflectance, 3)} % grey in ${inTime(seconds)}, ${short(wantedDb)} dB are asked for`,
    });
  return unmet;
}

interface Depth {
  /** Null: endless. */
  readonly mm: number | null;
  /** To which the lens is stopped down. */
  readonly fNumber: number | undefined;
  /** At which `mm` is. */
  readonly at: number;
}

/** Depth of field, stopped down as far as is asked for. */
function depthOf(
  lens: ChosenLens,
  { pitchUm }: SensorPixels,
  { depthOfFieldMm, circleUm = 2 * pitchUm, workingDistanceM }: Requirements,
): Depth | undefined {
  if (workingDistanceM === undefined) return undefined;
  const at = (one: ChosenLens): number | null =>
    sharpDepthMm(one, workingDistanceM * 1000, circleUm * 1e-6);
  let depth: Depth = { mm: at(lens), fNumber: undefined, at: lens.fNumber };
  if (depthOfFieldMm === undefined) return depth;
  for (const stop of STOPS) {
    if (depth.mm === null || atLeast(depth.mm, depthOfFieldMm)) return depth;
    if (stop > lens.fNumber) depth = { mm: at(stoppedTo(lens, stop)), fNumber: stop, at: stop };
  }
  return depth;
}

const shallow = ({ mm, at }: Depth, { depthOfFieldMm }: Requirements): readonly Unmet[] =>
  depthOfFieldMm === undefined || mm === null || atLeast(mm, depthOfFieldMm)
    ? []
    : [
        {
          requirement: 'depthOfFieldMm',
          value: mm,
          limit: depthOfFieldMm,
          message: `depth of field ${short(mm)} mm at f/${short(at)}, ${short(depthOfFieldMm)} mm are asked for`,
        },
      ];

/** Sums that are limited: the word before the number, and the unit behind it. */
const SUMS = [
  ['price', 'has a price of', ''],
  ['sizeMm', 'is', ' mm large'],
  ['massG', 'weighs', ' g'],
  ['powerW', 'takes', ' W'],
  ['leadDays', 'takes', ' days to deliver'],
] as const;

function sumsOf(
  { sum }: CameraFacts,
  wanted: Requirements,
  cost: number | Unknown | undefined,
): readonly Unmet[] {
  const unmet: Unmet[] = [];
  const test = (
    requirement: 'cost' | (typeof SUMS)[number][0],
    value: number | Unknown,
    before: string,
    unit: string,
  ): void => {
    const limit = wanted[requirement];
    if (limit === undefined) return;
    if (typeof value !== 'number')
      unmet.push({ requirement, value: null, limit, message: value.unknown });
    else if (!atMost(value, limit))
      unmet.push({
        requirement,
        value,
        limit,
        message: `${before} ${short(value)}${unit}, at most ${short(limit)}`,
      });
  };
  if (wanted.cost !== undefined) test('cost', cost ?? sum('price'), 'costs', '');
  for (const [column, before, unit] of SUMS)
    if (wanted[column] !== undefined) test(column, sum(column), before, unit);
  return unmet;
}

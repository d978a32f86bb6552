import type { MeasuredPicture } from '../analysis/measured-picture.ts';
import { meanOf } from '../quantities/statistics.ts';
import { fail, type Table } from '../text/json-fields.ts';
import type { CurveLight } from '../optics/measured/measured-file.ts';
import { calibrateGrid, type GridCalibration, type GridView } from './calibrate-grid.ts';
import { cleanedFrame } from './cleaned-frame.ts';
import { squareSfrs, type SquareSfr } from './edge-squares.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import {
  assumedFigure,
  measuredFigure,
  undeterminedFigure,
  type TwinFigure,
  type TwinFigures,
} from './figure.ts';
import { findDots, type GridDot, type Place } from './find-dots.ts';
import { colourAt, type FrameLayout, type RawFrame } from './frame-layout.ts';
import { goodMeans } from './stack-means.ts';
import { lightShading, shadeAt, shadingSurface, type LightShading } from './light-shading.ts';
import type { FrameKind, TwinEntry, TwinManifest } from './manifest.ts';

/** An entry of a manifest with its frames. */
export interface ShotEntry {
  readonly entry: TwinEntry;
  /** Seconds. */
  readonly exposure: number;
  readonly frames: () => AsyncIterable<RawFrame>;
  /** Decodes what the camera made of these frames; undefined where the entry names nothing. */
  readonly developed?: (() => Promise<MeasuredPicture>) | undefined;
}

/** An entry whose frames were read. */
export interface TakenShot extends ShotEntry {
  readonly count: number;
  /** Mean of each colour without dark, codes. */
  readonly level: readonly number[];
}

/** A mean frame without dark, response of its pixels and shading. */
export interface EvenShot extends TakenShot {
  readonly even: Float64Array;
}

/** Sharpness at a square with its 95 % interval. */
export interface KnownSfr extends SquareSfr {
  readonly interval: readonly (readonly [number, number])[] | null;
}

/** Dots of a grid as frames have them. */
export interface GridShot {
  readonly shot: TakenShot;
  readonly dots: readonly GridDot[];
  /** Root mean square of the error of a place, px; undefined of a single frame. */
  readonly error: number | undefined;
}

/** What frames say of a lens. */
export interface LensEstimate {
  /** Frames of charts. */
  readonly charts: readonly EvenShot[];
  readonly grids: readonly GridShot[];
  readonly edges: readonly { readonly shot: TakenShot; readonly sfr: readonly KnownSfr[] }[];
  /** Falloff by which frames of charts were divided; undefined without flats. */
  readonly surface: Float32Array | undefined;
  readonly figures: TwinFigures;
  readonly shading: LightShading | undefined;
  readonly calibration: GridCalibration | undefined;
  readonly assumed: readonly string[];
  readonly notes: readonly string[];
}

/** Share of codes at the last one from which on a chart is clipped. */
const MOST_CLIPPED = 0.01;
/** Frames are split into so many parts, each left out once, for the error of the sharpness. */
const PARTS = 4;
/** Student's t of 95 % for one part fewer. */
const T95 = 3.182;
const Z95 = 1.96;
const HIGH = 0.7;
const PX = 'px';

/**
 * Estimates falloff, distortion and sharpness of a lens from turned flats, grids of dots and edges.
 *
 * @throws SimulationError naming the entry that cannot be used.
 * @see docs/reference/twin.md#t3
 */
export async function estimateLens(
  shots: readonly ShotEntry[],
  estimate: SensorEstimate,
  manifest: TwinManifest,
): Promise<LensEstimate> {
  const { layout } = estimate;
  const middle: Place = [layout.columns / 2, layout.rows / 2];
  const first = lightShading(estimate, middle);
  const bench: Bench = { estimate, surface: first && shadingSurface(first, layout) };
  const ofKind = (kind: FrameKind): readonly ShotEntry[] =>
    shots.filter(({ entry }) => entry.kind === kind);
  const grids: GridShot[] = [];
  for (const shot of ofKind('grid')) grids.push(await gridShot(shot, bench));
  const views = grids.map(({ dots, shot: { entry } }): GridView => {
    const { spacingMm, distanceMm, files } = entry;
    return { dots, spacingMm, distanceMm, files };
  });
  const nominal = nominalFocal(manifest);
  const calibration = views.length > 0 ? calibrateGrid(views, nominal, middle) : undefined;
  const shading =
    first?.isApart === false && calibration ? lightShading(estimate, calibration.centre) : first;
  const edges: Awaited<ReturnType<typeof edgesShot>>[] = [];
  for (const shot of ofKind('edges')) edges.push(await edgesShot(shot, bench));
  const charts: EvenShot[] = [];
  for (const shot of ofKind('chart')) {
    const { means, count } = await partMeans(shot, layout, 1);
    const even = withoutShading(cleanOf(means[0]!, shot, bench), bench.surface);
    charts.push({ ...takenShot(shot, bench, { count, mean: means[0]! }), even });
  }
  return {
    charts,
    grids,
    edges,
    surface: bench.surface,
    figures: {
      ...calibrationFigures(calibration, views, nominal),
      ...shadingFigures(shading, calibration),
    },
    shading,
    calibration,
    assumed: [
      ...(calibration?.source === 'nominal'
        ? [
            'The focal length is the nominal one: three views, two of them tilted by 15 degrees or more, would measure it.',
          ]
        : []),
      'The transmission of the lens is 1: it cannot be told from the quantum efficiency.',
    ],
    notes: edges.flatMap(({ notes }) => notes),
  };
}

/** What frames of charts are measured with. */
interface Bench {
  readonly estimate: SensorEstimate;
  readonly surface: Float32Array | undefined;
}

const cleanOf = (
  mean: ArrayLike<number>,
  { exposure, entry }: ShotEntry,
  { estimate }: Bench,
): Float64Array => cleanedFrame(mean, exposure, entry.celsius, estimate);

const evenOf = (mean: ArrayLike<number>, shot: ShotEntry, bench: Bench): Float64Array =>
  levelled(cleanOf(mean, shot, bench), bench.surface, bench.estimate.layout);

function takenShot(
  shot: ShotEntry,
  bench: Bench,
  { count, mean }: { readonly count: number; readonly mean: Float64Array },
): TakenShot {
  const all = new Uint8Array(mean.length).fill(1);
  const { means } = goodMeans(cleanOf(mean, shot, bench), bench.estimate.layout, all);
  return { ...shot, count, level: means };
}

async function gridShot(shot: ShotEntry, bench: Bench): Promise<GridShot> {
  const { entry } = shot;
  if (entry.target !== 'dots')
    fail(
      `frames[${entry.at}].target`,
      `frames[${entry.at}].target: only grids of dots are measured.`,
    );
  const { layout } = bench.estimate;
  const { means: halves, count } = await partMeans(shot, layout, 2);
  const dotsOf = (mean: Float64Array) =>
    findDots(evenOf(mean, shot, bench), layout, entry, entry.at);
  const mean = meanOfParts(halves);
  const error = halves.length > 1 ? placeError(halves.map(dotsOf)) : undefined;
  return { shot: takenShot(shot, bench, { count, mean }), dots: dotsOf(mean), error };
}

async function edgesShot(shot: ShotEntry, bench: Bench) {
  const { squares, sidePx, at } = shot.entry;
  if (!squares || sidePx === undefined)
    fail(
      `frames[${at}].squares`,
      `frames[${at}].squares and sidePx are needed: squares are not looked for.`,
    );
  const { layout, good } = bench.estimate;
  const { means, count } = await partMeans(shot, layout, PARTS);
  const measure = (mean: Float64Array) =>
    squareSfrs(evenOf(mean, shot, bench), layout, good, { squares, side: sidePx });
  const mean = meanOfParts(means);
  const { found, notes } = measure(mean);
  const without =
    means.length < PARTS
      ? []
      : means.map((_, i) => measure(meanOfParts(means.filter((__, j) => j !== i))).found);
  return {
    shot: takenShot(shot, bench, { count, mean }),
    sfr: found.map((one): KnownSfr => ({ ...one, interval: intervalOf(one, without) })),
    notes,
  };
}

/** Focal length of the manifest in pixels. */
const nominalFocal = ({ lens, pixelMicrometres }: TwinManifest): number | undefined =>
  lens?.focalLengthMm === undefined || pixelMicrometres === undefined
    ? undefined
    : (1000 * lens.focalLengthMm) / pixelMicrometres;

/** Mean frames of as many parts of a stack as there are frames for, and how many there are. */
export async function partMeans(
  { entry, frames }: ShotEntry,
  { rows, columns, bits }: FrameLayout,
  parts: number,
): Promise<{ readonly means: readonly Float64Array[]; readonly count: number }> {
  const pixels = rows * columns;
  const sums: Float64Array[] = [];
  const counts: number[] = [];
  let [full, taken] = [0, 0];
  for await (const frame of frames()) {
    const part = taken % parts;
    sums[part] ??= new Float64Array(pixels);
    counts[part] = (counts[part] ?? 0) + 1;
    for (let i = 0; i < pixels; i += 1) {
      sums[part][i]! += frame[i]!;
      if (frame[i]! >= 2 ** bits - 1) full += 1;
    }
    taken += 1;
  }
  const clipped = full / (taken * pixels);
  if (clipped > MOST_CLIPPED)
    fail(
      `frames[${entry.at}]`,
      `frames[${entry.at}]: ${(100 * clipped).toFixed(1)} % of the pixels of ${entry.files[0]!} are at the last code: expose it shorter.`,
    );
  const means = sums.map((sum, part) => sum.map((value) => value / counts[part]!));
  return { means, count: taken };
}

function meanOfParts(parts: readonly Float64Array[]): Float64Array {
  return parts[0]!.map((_, i) => meanOf(parts.map((part) => part[i]!)));
}

/** Of the mean of two halves, by how far they are apart. */
function placeError(halves: readonly (readonly GridDot[])[]): number | undefined {
  const [one, other] = halves as [readonly GridDot[], readonly GridDot[]];
  const squares = one.flatMap(({ column, row, at }) => {
    const same = other.find((dot) => dot.column === column && dot.row === row);
    return same ? [((at[0] - same.at[0]) ** 2 + (at[1] - same.at[1]) ** 2) / 4] : [];
  });
  return squares.length === 0 ? undefined : Math.sqrt(meanOf(squares));
}

/** Sharpness at all squares. */
export const sfrOf = ({ edges }: LensEstimate): readonly KnownSfr[] =>
  edges.flatMap(({ sfr }) => sfr);

export const withoutShading = (
  clean: Float64Array,
  surface: Float32Array | undefined,
): Float64Array => (surface ? clean.map((value, i) => value / surface[i]!) : clean);

/** Light without shading, each colour brought to about 1. */
export function levelled(
  clean: Float64Array,
  surface: Float32Array | undefined,
  layout: FrameLayout,
): Float64Array {
  const even = withoutShading(clean, surface);
  const { columns, channels } = layout;
  const colourOf = (i: number): number => colourAt(layout, Math.floor(i / columns), i % columns);
  const levels = channels.map((_, colour) => {
    const values = even.filter((__, i) => colourOf(i) === colour).sort();
    return values[Math.floor(HIGH * values.length)]!;
  });
  return even.map((value, i) => value / levels[colourOf(i)]!);
}

/** By leaving out a part of the frames at a time. */
function intervalOf(
  whole: SquareSfr,
  without: readonly (readonly SquareSfr[])[],
): KnownSfr['interval'] {
  const same = without.flatMap((list) =>
    list.filter(
      ({ x, y, direction }) => x === whole.x && y === whole.y && direction === whole.direction,
    ),
  );
  if (same.length < PARTS) return null;
  return whole.values.map((value, i) => {
    const values = same.map((one) => one.values[i]!);
    const mean = meanOf(values);
    const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const half = T95 * Math.sqrt(((PARTS - 1) / PARTS) * squares);
    return [value - half, value + half];
  });
}

function calibrationFigures(
  calibration: GridCalibration | undefined,
  views: readonly GridView[],
  nominal: number | undefined,
): TwinFigures {
  const from = views.flatMap(({ files }) => files);
  const why = 'It needs a grid of dots.';
  if (!calibration)
    return {
      'lens.focalLengthPx':
        nominal === undefined
          ? undeterminedFigure(PX, why)
          : assumedFigure(nominal, PX, 'The nominal one of the manifest.'),
      'lens.centreX': undeterminedFigure(PX, why),
      'lens.centreY': undeterminedFigure(PX, why),
    };
  const { focal, centre, errors, source, isCentreKnown } = calibration;
  const known = { unit: PX, from };
  return {
    'lens.focalLengthPx':
      source === 'nominal'
        ? assumedFigure(focal, PX, 'The nominal one of the manifest.')
        : measuredFigure(focal, errors[0], {
            ...known,
            note: source === 'distance' ? 'With the distance of the manifest.' : '',
          }),
    ...Object.fromEntries(
      (['lens.centreX', 'lens.centreY'] as const).map((key, at) => [
        key,
        isCentreKnown
          ? measuredFigure(centre[at]!, errors[at + 1]!, known)
          : assumedFigure(
              centre[at]!,
              PX,
              'The dots show no distortion that would tell its centre: the middle of the picture is taken.',
            ),
      ]),
    ),
  };
}

function shadingFigures(
  shading: LightShading | undefined,
  calibration: GridCalibration | undefined,
): TwinFigures {
  const why = 'It needs flats through the lens.';
  const keys = ['lens.shadingCentreX', 'lens.shadingCentreY'] as const;
  const gradients = ['light.gradientX', 'light.gradientY'] as const;
  const all = (figureOf: (key: string, at: number) => TwinFigure): TwinFigures =>
    Object.fromEntries([...keys, ...gradients].map((key, at) => [key, figureOf(key, at)]));
  const unitOf = (at: number): string => (at < 2 ? PX : 'per width');
  if (!shading) return all((_, at) => undeterminedFigure(unitOf(at), why));
  const { centre, gradient, errors, isApart, files } = shading;
  if (!isApart)
    return all((_, at) => {
      const place = `not determined by these frames: flats of a camera turned by 60 degrees or more would tell it from the gradient of the light; ${calibration ? 'the centre of the distortion' : 'the middle of the picture'} is taken.`;
      return at < 2
        ? assumedFigure(centre[at]!, PX, `The centre is ${place}`)
        : undeterminedFigure(unitOf(at), `The gradient is ${place}`, files);
    });
  const values = [...centre, ...gradient];
  const found = [errors[0]!, errors[1]!, errors[4]!, errors[5]!];
  return all((_, at) => measuredFigure(values[at]!, found[at]!, { unit: unitOf(at), from: files }));
}

/** Places of the table of the falloff, shares of the half diagonal. */
const SHADE_STEPS = 20;

/** The falloff as a table, with its 95 % interval. */
export function illuminationTable(
  { centre, a2, a4, errors, together }: LightShading,
  layout: FrameLayout,
) {
  const half = Math.hypot(layout.columns, layout.rows) / 2;
  const at = Array.from({ length: SHADE_STEPS + 1 }, (_, i) => i / SHADE_STEPS);
  const share = at.map((r) =>
    shadeAt({ centre, a2, a4 }, [centre[0] + r * half, centre[1]], layout),
  );
  const interval = at.map((r, i): readonly [number, number] => {
    const [r2, r4] = [r ** 2, r ** 4];
    const variance = (r2 * errors[2]!) ** 2 + (r4 * errors[3]!) ** 2 + 2 * r2 * r4 * together;
    const spread = Z95 * Math.sqrt(Math.max(variance, 0));
    return [share[i]! - spread, share[i]! + spread];
  });
  return { at, share, interval };
}

/**
 * The measured lens of a twin.
 *
 * @param light in which edges were measured.
 * @returns undefined where the manifest has no f-number or pixel pitch, which a lens file needs.
 * @see docs/reference/twin.md#t7
 */
export function lensDocument(
  estimate: LensEstimate,
  manifest: TwinManifest,
  { layout, light }: { readonly layout: FrameLayout; readonly light: CurveLight },
): Table | undefined {
  const { calibration, shading } = estimate;
  const sfr = sfrOf(estimate);
  const { lens, pixelMicrometres: pixel, name } = manifest;
  if (lens?.fNumber === undefined || pixel === undefined) return undefined;
  if (!calibration && lens.focalLengthMm === undefined) return undefined;
  const { columns, rows } = layout;
  const pixelMm = pixel / 1000;
  const half = Math.hypot(columns, rows) / 2;
  const table = shading && illuminationTable(shading, layout);
  return {
    kind: 'measured',
    name: `Lens of ${name}`,
    source: `Twin of ${name}`,
    fNumber: lens.fNumber,
    ...(calibration
      ? {
          distortion: {
            model: 'plumb_bob',
            fx: calibration.focal,
            fy: calibration.focal,
            // Their pixel centres are at whole numbers.
            cx: calibration.centre[0] - 0.5,
            cy: calibration.centre[1] - 0.5,
            coefficients: [
              calibration.radial[0]!,
              calibration.radial[1]!,
              0,
              0,
              calibration.radial[2] ?? 0,
            ],
            imageSize: [columns, rows],
            pixelMicrometres: pixel,
          },
        }
      : { focalLengthMm: lens.focalLengthMm, imageCircleMm: 2 * half * pixelMm }),
    ...(table && {
      illumination: {
        over: 'height',
        at: table.at.map((r) => r * half * pixelMm),
        share: table.share.map((share) => Math.max(share, 0)),
      },
    }),
    ...(sfr.length > 0 && {
      blur: {
        ...{ pixelMicrometres: pixel, light },
        sfr: sfr.map(({ x, y, direction, frequencies, values }) => ({
          x: x - columns / 2,
          y: y - rows / 2,
          direction,
          frequencies,
          values: values.map((value) => Math.min(Math.max(value, 0), 1)),
        })),
      },
    }),
  };
}

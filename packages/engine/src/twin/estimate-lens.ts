import type { MeasuredPicture } from '../analysis/measured-picture.ts';
import { meanOf } from '../quantities/statistics.ts';
import { fail, type Table } from '../text/json-fields.ts';
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
import { findDots, type Place } from './find-dots.ts';
import { colourAt, type FrameLayout, type RawFrame } from './frame-layout.ts';
import { lightShading, shadeAt, shadingSurface, type LightShading } from './light-shading.ts';
import type { TwinEntry, TwinManifest } from './manifest.ts';

/** An entry of a manifest with its frames. */
export interface ShotEntry {
  readonly entry: TwinEntry;
  /** Seconds. */
  readonly exposure: number;
  readonly frames: () => AsyncIterable<RawFrame>;
  /** Decodes what the camera made of these frames; undefined where the entry names nothing. */
  readonly developed?: (() => Promise<MeasuredPicture>) | undefined;
}

/** A mean frame without dark, response of its pixels and shading. */
export interface EvenShot extends ShotEntry {
  readonly even: Float64Array;
}

/** Sharpness at a square with its 95 % interval. */
export interface KnownSfr extends SquareSfr {
  readonly interval: readonly (readonly [number, number])[] | null;
}

/** What frames say of a lens. */
export interface LensEstimate {
  /** Frames of charts. */
  readonly charts: readonly EvenShot[];
  readonly figures: TwinFigures;
  readonly shading: LightShading | undefined;
  readonly calibration: GridCalibration | undefined;
  readonly sfr: readonly KnownSfr[];
  readonly assumed: readonly string[];
  readonly notes: readonly string[];
}

/** Share of codes at the last one from which on a chart is clipped. */
const MOST_CLIPPED = 0.01;
/** Frames are split into so many parts, each left out once, for the error of the sharpness. */
const PARTS = 4;
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
  const surface = first && shadingSurface(first, layout);
  const evenOf = (mean: ArrayLike<number>, shot: ShotEntry): Float64Array =>
    levelled(cleanedFrame(mean, shot.exposure, shot.entry.celsius, estimate), surface, layout);
  const views: GridView[] = [];
  for (const shot of shots.filter(({ entry }) => entry.kind === 'grid')) {
    const { entry } = shot;
    if (entry.target !== 'dots')
      fail(
        `frames[${entry.at}].target`,
        `frames[${entry.at}].target: only grids of dots are measured.`,
      );
    const [mean] = await partMeans(shot, layout, 1);
    const dots = findDots(evenOf(mean!, shot), layout, entry, entry.at);
    const { spacingMm, distanceMm, files } = entry;
    views.push({ dots, spacingMm, distanceMm, files });
  }
  const nominal = nominalFocal(manifest);
  const calibration = views.length > 0 ? calibrateGrid(views, nominal, middle) : undefined;
  const shading =
    first?.isApart === false && calibration ? lightShading(estimate, calibration.centre) : first;
  const sfr: KnownSfr[] = [];
  const notes: string[] = [];
  for (const shot of shots.filter(({ entry }) => entry.kind === 'edges')) {
    const { squares, sidePx, at } = shot.entry;
    if (!squares || sidePx === undefined)
      fail(
        `frames[${at}].squares`,
        `frames[${at}].squares and sidePx are needed: squares are not looked for.`,
      );
    const means = await partMeans(shot, layout, PARTS);
    const measure = (mean: Float64Array) =>
      squareSfrs(evenOf(mean, shot), layout, estimate.good, { squares, side: sidePx });
    const whole = measure(meanOfParts(means));
    notes.push(...whole.notes);
    const without =
      means.length < PARTS
        ? []
        : means.map((_, i) => measure(meanOfParts(means.filter((__, j) => j !== i))).found);
    sfr.push(...whole.found.map((one) => ({ ...one, interval: intervalOf(one, without) })));
  }
  const charts: EvenShot[] = [];
  for (const shot of shots.filter(({ entry }) => entry.kind === 'chart')) {
    const [mean] = await partMeans(shot, layout, 1);
    const clean = cleanedFrame(mean!, shot.exposure, shot.entry.celsius, estimate);
    charts.push({ ...shot, even: withoutShading(clean, surface) });
  }
  return {
    charts,
    figures: {
      ...calibrationFigures(calibration, views, nominal),
      ...shadingFigures(shading, calibration),
    },
    shading,
    calibration,
    sfr,
    assumed: [
      ...(calibration?.source === 'nominal'
        ? [
            'The focal length is the nominal one: three views, two of them tilted by 15 degrees or more, would measure it.',
          ]
        : []),
      'The transmission of the lens is 1: it cannot be told from the quantum efficiency.',
    ],
    notes,
  };
}

/** Focal length of the manifest in pixels. */
const nominalFocal = ({ lens, pixelMicrometres }: TwinManifest): number | undefined =>
  lens?.focalLengthMm === undefined || pixelMicrometres === undefined
    ? undefined
    : (1000 * lens.focalLengthMm) / pixelMicrometres;

/** Mean frames of as many parts of a stack as there are frames for. */
export async function partMeans(
  { entry, frames }: ShotEntry,
  { rows, columns, bits }: FrameLayout,
  parts: number,
): Promise<readonly Float64Array[]> {
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
  return sums.map((sum, part) => sum.map((value) => value / counts[part]!));
}

function meanOfParts(parts: readonly Float64Array[]): Float64Array {
  return parts[0]!.map((_, i) => meanOf(parts.map((part) => part[i]!)));
}

const withoutShading = (clean: Float64Array, surface: Float32Array | undefined): Float64Array =>
  surface ? clean.map((value, i) => value / surface[i]!) : clean;

/** Light without shading, each colour brought to about 1. */
function levelled(
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
    const half = Z95 * Math.sqrt(((PARTS - 1) / PARTS) * squares);
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
  const { focal, centre, errors, source } = calibration;
  const known = { unit: PX, from };
  return {
    'lens.focalLengthPx':
      source === 'nominal'
        ? assumedFigure(focal, PX, 'The nominal one of the manifest.')
        : measuredFigure(focal, errors[0], {
            ...known,
            note: source === 'distance' ? 'With the distance of the manifest.' : '',
          }),
    'lens.centreX': measuredFigure(centre[0], errors[1], known),
    'lens.centreY': measuredFigure(centre[1], errors[2], known),
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
 * @returns undefined where the manifest has no f-number or pixel pitch, which a lens file needs.
 * @see docs/reference/twin.md#t7
 */
export function lensDocument(
  { calibration, shading, sfr }: LensEstimate,
  manifest: TwinManifest,
  layout: FrameLayout,
): Table | undefined {
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
        pixelMicrometres: pixel,
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

import { SFR_FREQUENCIES } from '../../analysis/edge-sfr/edge-sfr.ts';
import { LUMINANCE, type MeasuredPicture } from '../../analysis/measured-picture.ts';
import { SRGB_TO_LINEAR } from '../../colour/srgb.ts';
import type { ShownImage } from '../../images/shown-image.ts';
import { photonsToEnergy } from '../../quantities/wavelengths.ts';
import { SimulationError } from '../../simulation-error.ts';
import type { Shot } from '../shot.ts';
import { chartEdges, tiltOf } from './chart-edges.ts';
import { chartMap } from './chart-map.ts';
import { gridDistortion } from './grid-distortion.ts';
import { measureChart, measureRawChart } from './macbeth.ts';
import { toMeasuredPicture, expectedSfr, measuredSfr, mosaicToMeasure } from './measure-edge.ts';
import type {
  ColourMeasurement,
  Histogram,
  HistogramMeasurement,
  Measurement,
  SfrMeasurement,
} from './measurement.ts';

/**
 * The pictures of a run: the mosaic, where there is a sensor, and the picture without an
 * algorithm's drawing.
 */
interface TakenPictures {
  readonly raw: Uint16Array | undefined;
  readonly image: ShownImage;
}

/** A shot with its pictures as they are measured. */
interface Measured {
  readonly shot: Shot;
  readonly mosaic: MeasuredPicture | undefined;
  /** Undefined where the picture is the mosaic itself in grey. */
  readonly developed: MeasuredPicture | undefined;
}

/** Everything that the scene of a run allows to be measured on its picture. */
export function measureRun(shot: Shot, { raw, image }: TakenPictures): readonly Measurement[] {
  const { plan } = shot;
  const { sensor, isp } = plan;
  // Charts are measured on Bayer mosaics and on developed pictures.
  if (sensor && !sensor.order) return [];
  const measured: Measured = {
    shot,
    mosaic: sensor && raw && mosaicToMeasure(plan, raw, sensor.bits),
    developed: sensor && !isp ? undefined : toMeasuredPicture(image),
  };
  const histogram = histogramOf(measured);
  return [
    ...charts.flatMap(({ name, sceneIds, measure }) =>
      sceneIds.includes(plan.scene.id) ? [unlessRefused(name, () => measure(measured))] : [],
    ),
    ...(histogram ? [histogram] : []),
  ];
}

const charts: readonly {
  readonly name: 'sfr' | 'colour' | 'distortion';
  readonly sceneIds: readonly Shot['plan']['scene']['id'][];
  readonly measure: (measured: Measured) => Measurement;
}[] = [
  { name: 'sfr', sceneIds: ['slantedEdge', 'sfrField'], measure: measureEdges },
  { name: 'colour', sceneIds: ['macbeth'], measure: measureColours },
  { name: 'distortion', sceneIds: ['gridlines'], measure: measureDistortion },
];

type Refusal = Extract<Measurement, { readonly problem: string }>;

function unlessRefused(
  name: 'sfr' | 'colour' | 'distortion',
  measure: () => Measurement,
): Measurement {
  try {
    return measure();
  } catch (error) {
    if (error instanceof SimulationError) return { name, problem: error.message } as Refusal;
    throw error;
  }
}

/**
 * Whether the developed picture has the pixels of the sensor, but for an odd last row or column.
 */
const hasItsPixels = ({ shot, developed }: Measured): boolean =>
  developed !== undefined &&
  Math.abs(shot.plan.grid.rows - developed.rows) <= 1 &&
  Math.abs(shot.plan.grid.columns - developed.columns) <= 1;

function measureEdges(measured: Measured): SfrMeasurement {
  const { shot, mosaic, developed } = measured;
  return {
    name: 'sfr',
    frequencies: SFR_FREQUENCIES,
    edges: chartEdges(shot).map(({ place, normal, ...edge }) => ({
      ...edge,
      tiltDegrees: tiltOf(normal),
      raw: mosaic ? measuredSfr(mosaic, edge.region, 'green', shot.plan.sensor!.order) : null,
      developed: !developed
        ? null
        : hasItsPixels(measured)
          ? measuredSfr(developed, edge.region, 'luminance')
          : { problem: 'SCL has changed the size of the picture.' },
      true: expectedSfr(shot, { place, normal }, mosaic ? 'green' : 'luminance'),
    })),
  };
}

function measureColours({ shot, mosaic, developed }: Measured): ColourMeasurement {
  const { plan, lit } = shot;
  const energy = photonsToEnergy(lit.white);
  const map = chartMap(shot);
  const named = (
    target: ColourMeasurement['of'],
    errors: Omit<ColourMeasurement, 'name' | 'of' | 'worst'>,
  ): ColourMeasurement => ({
    name: 'colour',
    of: target,
    ...errors,
    worst: errors.patches.find(({ deltaE2000 }) => deltaE2000 === errors.max)!.name,
  });
  if (developed?.channels === 3) {
    // SCL changes the size.
    const [across, down] = [developed.columns / plan.grid.columns, developed.rows / plan.grid.rows];
    const scaled = (u: number, v: number): readonly [number, number] => {
      const [x, y] = map(u, v);
      return hasItsPixels({ shot, mosaic, developed }) ? [x, y] : [x * across, y * down];
    };
    return named(mosaic ? 'developed' : 'optical image', measureChart(developed, scaled, energy));
  }
  return named('raw, best matrix', measureRawChart(mosaic!, map, energy, plan.sensor!.order!));
}

function measureDistortion(measured: Measured): Measurement {
  const { shot, mosaic, developed } = measured;
  const isDeveloped = hasItsPixels(measured);
  const picture = isDeveloped ? developed! : mosaic!;
  const { columns, channels, data } = picture;
  const value = !isDeveloped
    ? (row: number, column: number): number =>
        shot.plan.sensor!.order![(row % 2) * 2 + (column % 2)] === 'g'
          ? data[row * columns + column]!
          : NaN
    : channels === 1
      ? (row: number, column: number): number => SRGB_TO_LINEAR[data[row * columns + column]!]!
      : (row: number, column: number): number => {
          const at = (row * columns + column) * 3;
          return (
            LUMINANCE[0] * SRGB_TO_LINEAR[data[at]!]! +
            LUMINANCE[1] * SRGB_TO_LINEAR[data[at + 1]!]! +
            LUMINANCE[2] * SRGB_TO_LINEAR[data[at + 2]!]!
          );
        };
  return { name: 'distortion', points: gridDistortion(shot, picture, value) };
}

const BINS = 64;

function histogramOf({ shot, mosaic, developed }: Measured): HistogramMeasurement | undefined {
  const order = shot.plan.sensor?.order;
  const raw =
    mosaic &&
    order &&
    histogram(
      mosaic,
      [0, 1, 2, 3].map((site) => 'rgb'.indexOf(order[site]!)),
    );
  const shown = developed?.channels === 3 ? histogram(developed, undefined) : undefined;
  return raw || shown
    ? { name: 'histogram', ...(raw && { raw }), ...(shown && { developed: shown }) }
    : undefined;
}

/** Counts the codes of a picture, or of a mosaic whose 2 x 2 pixels have the channels `sites`. */
function histogram(
  { rows, columns, data, largest = 1 }: MeasuredPicture,
  sites: readonly number[] | undefined,
): Histogram {
  const counts = [0, 1, 2].map(() => new Uint32Array(largest + 1));
  const wide = sites ? columns : 3 * columns;
  const step = sites ? 2 : 3;
  for (let row = 0; row < rows; row += 1)
    for (let first = 0; first < step; first += 1) {
      const codeCounts = counts[sites ? sites[(row % 2) * 2 + first]! : first]!;
      const end = (row + 1) * wide;
      for (let i = row * wide + first; i < end; i += step) codeCounts[data[i]!]! += 1;
    }
  const [red, green, blue] = counts.map((codes) => {
    const bins = new Array<number>(BINS).fill(0);
    for (const [code, count] of codes.entries())
      bins[Math.floor((code * BINS) / (largest + 1))]! += count;
    return bins;
  }) as [number[], number[], number[]];
  return { largestCode: largest, red, green, blue };
}

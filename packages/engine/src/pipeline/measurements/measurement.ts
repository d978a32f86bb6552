import type { ColourMatrix } from '../../analysis/colour/colour-matrix.ts';
import type { ChartEdge } from './chart-edges.ts';
import type { ChartErrors } from './macbeth.ts';
import type { MeasuredSfr, SfrCurve } from './measure-edge.ts';

/**
 * One edge of a chart: its place, and its SFR in the raw mosaic (green), in the developed picture
 * (luminance) and as it must be (green).
 */
export interface EdgeMeasurement extends Pick<
  ChartEdge,
  'region' | 'fieldDegrees' | 'direction' | 'contrast'
> {
  /** Angle of the edge from the rows or the columns, whichever is nearer, degrees. */
  readonly tiltDegrees: number;
  /** Null where there is no mosaic, and where there is no developed picture. */
  readonly raw: MeasuredSfr | null;
  readonly developed: MeasuredSfr | null;
  readonly true: SfrCurve;
}

/** SFR of the edges of a chart; frequencies in cycles per pixel, of every curve. */
export interface SfrMeasurement {
  readonly name: 'sfr';
  readonly frequencies: readonly number[];
  readonly edges: readonly EdgeMeasurement[];
}

/** Colours of the Macbeth chart. */
export interface ColourMeasurement extends ChartErrors {
  readonly name: 'colour';
  /**
   * The picture that was measured; raw colours go through the 3 x 3 matrix that fits best, so that
   * only errors remain which no matrix can remove.
   */
  readonly of: 'developed' | 'optical image' | 'raw, best matrix';
  readonly matrix?: ColourMatrix;
  /** Name of the patch with the largest CIEDE2000. */
  readonly worst: string;
}

/**
 * Distortion at crossings of grid lines, from the axis outwards: image height against focal length
 * · tan(field), per cent.
 */
export interface DistortionMeasurement {
  readonly name: 'distortion';
  readonly points: readonly {
    readonly fieldDegrees: number;
    readonly heightMm: number;
    readonly measuredPercent: number;
    /** Distortion of the lens at 550 nm. */
    readonly lensPercent: number;
  }[];
}

/** Numbers of pixels by code, in bins of equal width from 0 to the largest code. */
export interface HistogramMeasurement {
  readonly name: 'histogram';
  readonly raw?: Histogram;
  readonly developed?: Histogram;
}

export interface Histogram {
  readonly largestCode: number;
  readonly red: readonly number[];
  readonly green: readonly number[];
  readonly blue: readonly number[];
}

/** A measurement of a run's picture, or the reason why there is none. */
export type Measurement =
  | SfrMeasurement
  | ColourMeasurement
  | DistortionMeasurement
  | HistogramMeasurement
  | Refused<'sfr'>
  | Refused<'colour'>
  | Refused<'distortion'>;

/** Why a chart cannot be measured. */
interface Refused<Name> {
  readonly name: Name;
  readonly problem: string;
}

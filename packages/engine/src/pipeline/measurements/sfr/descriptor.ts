import type { FilterColour } from '../../../sensors/colour-filters.ts';
import { figure } from '../../../text/figure.ts';
import type { Figure, MeasurementDescriptor } from '../measurement-descriptor.ts';

/** SFR at `frequencies`; MTF50 is null when it is not half up to 1 cycle per pixel. */
interface TrueCurve {
  readonly sfr: readonly number[];
  readonly mtf50: number | null;
}

interface MeasuredCurve extends TrueCurve {
  /** How far the edge goes beyond its plateaus, % of the step. */
  readonly overshootPercent: number;
}

type Curve = MeasuredCurve | { readonly problem: string };

/**
 * One edge of a chart: its place, and its SFR in the raw mosaic (green, or `colour`), in the
 * developed picture (luminance) and as it must be (of that colour).
 */
interface Edge {
  /** Pixels that hold this edge and no other. */
  readonly region: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly fieldDegrees: number;
  /**
   * In which direction of the field the SFR is measured: radial along the radius, across an edge
   * that runs along the tangent.
   */
  readonly direction: 'radial' | 'tangential' | 'on the axis';
  /** Angle of the edge from the rows or the columns, whichever is nearer, degrees. */
  readonly tiltDegrees: number;
  /** (bright - dark) / (bright + dark) of the chart. */
  readonly contrast: number;
  /** The colour of the raw picture, where it is not green. */
  readonly colour?: FilterColour;
  /** Null where there is no such picture. */
  readonly raw: Curve | null;
  readonly developed: Curve | null;
  readonly true: TrueCurve;
}

export interface SfrResults {
  /** Cycles per pixel, of every curve. */
  readonly frequencies: readonly number[];
  readonly edges: readonly Edge[];
}

/** SFR of the edges of a chart. */
export const sfr: MeasurementDescriptor<'sfr', SfrResults> = {
  name: 'sfr',
  label: 'SFR',
  scenes: ['slantedEdge', 'sfrField'],
  listFigures: [
    ...['raw', 'developed', 'true'].map((picture) => `edges.0.${picture}.mtf50`),
    ...['raw', 'developed'].map((picture) => `edges.0.${picture}.overshootPercent`),
  ],
  lines: ({ edges }) => edges.map(edgeLine),
  figures: ({ edges: [first] }) =>
    first
      ? [...edgeFigure('raw', first.raw, first), ...edgeFigure('developed', first.developed, first)]
      : [],
  inShort: ({ edges: [first] }) => {
    const sharpest = first?.developed ?? first?.raw;
    return sharpest && 'mtf50' in sharpest && sharpest.mtf50 !== null
      ? `sharp to ${sharpest.mtf50.toFixed(2)} cy/px (MTF50, ${first?.developed ? 'developed' : 'raw'})`
      : undefined;
  },
  load: () => import('./measure.ts'),
};

const edgeFigure = (picture: string, measured: Curve | null, { true: known }: Edge): Figure[] =>
  measured
    ? [
        {
          label: `MTF50 ${picture}`,
          path: `measurements.sfr.edges.0.${picture}.mtf50`,
          measured: 'problem' in measured ? null : measured.mtf50,
          true: known.mtf50,
          unit: 'cy/px',
          difference: 'percent',
        },
      ]
    : [];

function edgeLine({
  fieldDegrees,
  direction,
  region,
  tiltDegrees,
  contrast,
  colour = 'green',
  raw,
  developed,
  true: known,
}: Edge): string {
  const place =
    direction === 'on the axis' ? direction : `${figure(fieldDegrees)}° off axis, ${direction}`;
  const parts = [
    ...(raw ? [`raw ${colour} ${mtf50(raw)}`] : []),
    `true ${mtf50(known)}`,
    ...(developed ? [`${raw ? 'developed' : 'optical image,'} luminance ${mtf50(developed)}`] : []),
  ];
  // A problem is a sentence, which ends the line.
  const edgeText = `edge tilted by ${figure(tiltDegrees)}°, contrast ${contrast.toFixed(2)}, ${region.width} × ${region.height} px`;
  return `MTF50 ${place} (${edgeText}): ${parts.join('; ')}`.replace(/\.?$/, '.');
}

const mtf50 = (curve: Curve | TrueCurve): string =>
  'problem' in curve
    ? `no figure: ${curve.problem.replace(/\.$/, '')}`
    : curve.mtf50 === null
      ? 'above 1 cy/px'
      : `${curve.mtf50.toFixed(3)} cy/px`;

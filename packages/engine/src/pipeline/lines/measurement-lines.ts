import { figure } from '../figure.ts';
import type { EdgeMeasurement, Measurement } from '../measurements/measurement.ts';
import type { MeasuredSfr } from '../measurements/measure-edge.ts';

/** What is measured, as the lines begin. */
const NAMES = { sfr: 'SFR', colour: 'Colour', distortion: 'Distortion' } as const;

/**
 * A measurement in sentences, one per edge where there are several; none where it is for plots
 * only.
 */
export function measurementLines(measurement: Measurement): string[] {
  if (measurement.name === 'histogram') return [];
  if ('problem' in measurement)
    return [`${NAMES[measurement.name]}: no figure, because ${measurement.problem}`];
  switch (measurement.name) {
    case 'sfr':
      return measurement.edges.map(edgeLine);
    case 'colour': {
      const { of: source, mean, max, worst, whiteBalanceErrorC } = measurement;
      return [
        `Colour (${source}): CIEDE2000 mean ${mean.toFixed(1)}, worst ${max.toFixed(1)} (${worst}); greys off by a chroma of ${whiteBalanceErrorC.toFixed(1)} from those of the chart.`,
      ];
    }
    case 'distortion': {
      const { fieldDegrees, measuredPercent, lensPercent } = measurement.points.at(-1)!;
      return [
        `Distortion ${figure(fieldDegrees)}° off axis: measured ${measuredPercent.toFixed(2)} %, by the lens ${lensPercent.toFixed(2)} %.`,
      ];
    }
  }
}

function edgeLine({
  fieldDegrees,
  direction,
  region,
  tiltDegrees,
  contrast,
  raw,
  developed,
  true: known,
}: EdgeMeasurement): string {
  const place =
    direction === 'on the axis' ? direction : `${figure(fieldDegrees)}° off axis, ${direction}`;
  const parts = [
    ...(raw ? [`raw green ${mtf50(raw)}`] : []),
    `true ${mtf50(known)}`,
    ...(developed ? [`${raw ? 'developed' : 'optical image,'} luminance ${mtf50(developed)}`] : []),
  ];
  // A problem is a sentence, which ends the line.
  const edge = `edge tilted by ${figure(tiltDegrees)}°, contrast ${contrast.toFixed(2)}, ${region.width} × ${region.height} px`;
  return `MTF50 ${place} (${edge}): ${parts.join('; ')}`.replace(/\.?$/, '.');
}

const mtf50 = (curve: MeasuredSfr): string =>
  'problem' in curve
    ? `no figure: ${curve.problem.replace(/\.$/, '')}`
    : curve.mtf50 === null
      ? 'above 1 cy/px'
      : `${curve.mtf50.toFixed(3)} cy/px`;

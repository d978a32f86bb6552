import { figure } from '../../../text/figure.ts';
import type { Figure, MeasurementDescriptor } from '../measurement-descriptor.ts';

/** Sharpness along the rings of a star. */
interface StarFigures {
  /** Cycles per pixel; null where no ring is at half, or below. */
  readonly mtf50: number | null;
  /** Null where no ring has a quarter of a cycle per pixel. */
  readonly modulationAtHalfNyquist: number | null;
  /** Bits per pixel. */
  readonly capacityStar: number;
}

/** Of green of the mosaic, of the developed picture, and of lens, pixel and noise as they are. */
export interface StarResults {
  readonly raw: StarFigures;
  readonly developed: StarFigures | null;
  readonly true: StarFigures;
}

/** Sharpness of a sine star. */
export const star: MeasurementDescriptor<'star', StarResults> = {
  name: 'star',
  label: 'Star',
  scenes: ['sineStar'],
  lines: (results) => [
    `Star, MTF50: ${PICTURES.map((name) => `${name} ${shown(results[name])}`).join('; ')}; capacity ${figure(results.raw.capacityStar)} bits/px raw, ${figure(results.true.capacityStar)} true.`,
  ],
  figures: (results) => [
    ...starFigures('raw', results),
    ...starFigures('developed', results),
    {
      label: 'Capacity raw',
      path: 'measurements.star.raw.capacityStar',
      measured: results.raw.capacityStar,
      true: results.true.capacityStar,
      unit: 'bits/px',
      difference: 'percent',
    },
  ],
  load: () => import('./measure.ts'),
};

const PICTURES = ['raw', 'developed', 'true'] as const;

const shown = (found: StarFigures | null): string =>
  found === null
    ? 'none'
    : found.mtf50 === null
      ? 'not reached'
      : `${found.mtf50.toFixed(3)} cy/px`;

const starFigures = (picture: 'raw' | 'developed', results: StarResults): Figure[] =>
  results[picture] === null
    ? []
    : [
        {
          label: `MTF50 ${picture}`,
          path: `measurements.star.${picture}.mtf50`,
          measured: results[picture].mtf50,
          true: results.true.mtf50,
          unit: 'cy/px',
          difference: 'percent',
        },
      ];

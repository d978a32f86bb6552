import { memo } from 'react';
import type { Measurement } from '../../model/run/run-store.ts';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import { figuresOf } from './measurement-of.ts';

export function figureInOneLine(measurement: Measurement): string {
  const [main] = figuresOf(measurement);
  return main ? `${threeDigits(main.measured)} ${main.unit}`.trim() : 'no figure';
}

/** The table of a measurement for which there is no view with plots. */
export const OtherFigures = memo(function OtherFigures({
  label,
  measurement,
}: {
  readonly label: string;
  readonly measurement: Measurement;
}) {
  return 'problem' in measurement ? (
    <p>{measurement.problem}</p>
  ) : (
    <FigureTable title={label} figures={figuresOf(measurement)} />
  );
});

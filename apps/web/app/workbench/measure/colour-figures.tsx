import { memo } from 'react';
import { FigureTable } from './figure-table.tsx';
import { threeDigits } from './figures.ts';
import styles from './measure-pane.module.css';
import type { Measured } from './measurement-of.ts';
import { colourOfLab } from './colour-of-lab.ts';

type Colour = Measured<'colour'>;

export const colourInOneLine = (colour: Colour | undefined): string =>
  !colour
    ? 'needs a chart'
    : 'problem' in colour
      ? 'no figure'
      : `mean ΔE00 ${threeDigits(colour.mean)}`;

/** The patches of the chart, each split into what it should be, upper left, and what the picture shows. */
export const ColourFigures = memo(function ColourFigures({
  colour,
}: {
  readonly colour: Colour | undefined;
}) {
  if (!colour) return <p>This scene has no colours that are known: choose Macbeth.</p>;
  if ('problem' in colour) return <p>{colour.problem}</p>;
  return (
    <>
      <p>
        Upper left as it should be, lower right as measured ({colour.of}); below CIEDE2000. Worst:{' '}
        {colour.worst}.
      </p>
      <ol className={styles.patches} aria-label="Patches">
        {colour.patches.map(({ name, lab, reference, deltaE2000 }) => (
          <li key={name} title={name}>
            <div
              className={styles.patch}
              role="img"
              aria-label={`${name}, CIEDE2000`}
              style={{
                background: `linear-gradient(135deg, ${colourOfLab(reference)} 50%, ${colourOfLab(lab)} 50%)`,
              }}
            />
            {deltaE2000.toFixed(1)}
          </li>
        ))}
      </ol>
      <FigureTable
        title={`Colour, ${colour.of}`}
        figures={[
          { label: 'CIEDE2000 mean', measured: colour.mean, unit: '' },
          { label: 'CIEDE2000 median', measured: colour.median, unit: '' },
          { label: 'CIEDE2000 largest', measured: colour.max, unit: '' },
          { label: 'White balance, chroma error', measured: colour.whiteBalanceErrorC, unit: 'ΔC' },
          {
            label: 'White balance, temperature error',
            measured: colour.whiteBalanceErrorK,
            unit: 'K',
          },
          { label: 'Exposure error', measured: colour.exposureErrorStops, unit: 'stops' },
        ]}
      />
    </>
  );
});

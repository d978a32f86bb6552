import { figureParts } from '@lumenloom/contract';
import { memo } from 'react';
import type { Report } from '../../model/run/run-store.ts';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import { luminanceOf, noiseCurve, stopsOf } from './noise-curve.ts';
import type { Measured } from './measurement-of.ts';

export const noiseInOneLine = (report: Report | undefined): string =>
  !report?.sensor
    ? 'needs a sensor'
    : report.sensor.snrAtGrey18 === null
      ? 'grey is clipped'
      : `SNR18 ${threeDigits(report.sensor.snrAtGrey18)} dB`;

/** What the model knows of a sensor, by its place in the report. */
const MODEL = [
  ...(['snrAtWhite', 'snrAtGrey18', 'dynamicRangeDb', 'readNoiseElectrons'] as const),
  ...(['dsnuElectrons', 'prnuPercent', 'saturationElectrons', 'electronsPerCode'] as const),
];

/** Noise of the sensor as the model knows it, and of the grey patches as the picture has it. */
export const NoiseFigures = memo(function NoiseFigures({
  colour,
  report,
}: {
  readonly colour: Measured<'colour'> | undefined;
  readonly report: Report | undefined;
}) {
  const sensor = report?.sensor;
  if (!sensor) return <p>Choose a sensor: without one the picture has no noise.</p>;
  // Other sensors than Bayer's name their channels and show no chart.
  const bright = sensor.electronsAtWhite[sensor.channels ? 0 : 1]!;
  const colourName = sensor.channels?.[0] ?? 'green';
  // The last row of the chart is grey.
  const greys = colour && 'patches' in colour ? colour.patches.slice(-6) : [];
  const patches = greys.flatMap(({ reference: [lightness], snrDb }) =>
    snrDb === null ? [] : [{ x: stopsOf(bright * luminanceOf(lightness), sensor), y: snrDb }],
  );
  const isShown = patches.length > 1 && colour && 'of' in colour;
  return (
    <>
      <LinePlot
        title="Noise"
        xLabel={`signal of ${colourName}, stops from saturation`}
        yLabel="SNR of a pixel, dB"
        curves={[
          { name: 'sensor', line: 'dotted', ...noiseCurve(sensor) },
          ...(isShown
            ? [
                {
                  name: `greys, ${colour.of}`,
                  x: patches.map(({ x }) => x),
                  y: patches.map(({ y }) => y),
                },
              ]
            : []),
        ]}
      />
      <FigureTable
        title={`Noise of the sensor, ${colourName}`}
        figures={MODEL.map((key) => {
          const path = `sensor.${key}`;
          const { name, unit } = figureParts(path);
          return { label: name, path, true: sensor[key], unit };
        })}
      />
      {greys.length > 0 && (
        <FigureTable
          title="SNR of the grey patches"
          figures={greys.map(({ name, snrDb }) => ({ label: name, measured: snrDb, unit: 'dB' }))}
        />
      )}
    </>
  );
});

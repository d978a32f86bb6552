import { memo } from 'react';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import type { Measured } from './measurement-of.ts';

/** Colours of the curves: those of the sensor's filters, light enough to read on the panel. */
const colours = {
  red: '#FF8A80',
  green: '#7BD88F',
  blue: '#7AA2FF',
  cyan: '#6FD3E0',
  magenta: '#E58ADF',
  yellow: '#E3D26F',
  white: '#E6E9EE',
  infrared: '#C98A6B',
} as const;

const CHANNELS = Object.keys(colours) as (keyof typeof colours)[];
/**
 * Without black and white, whose bars may be many times as high as all others: they are cut off.
 */
const inner = (bins: readonly number[]): readonly number[] => bins.slice(1, -1);

/** Numbers of pixels by code: of the mosaic, which is linear, and of the developed picture. */
export const HistogramPlots = memo(function HistogramPlots({
  histogram,
}: {
  readonly histogram: Measured<'histogram'> | undefined;
}) {
  if (!histogram) return <p>The picture has no codes.</p>;
  if ('problem' in histogram) return <p>{histogram.problem}</p>;
  return (
    <>
      {(
        [
          ['linear (raw)', histogram.raw],
          ['developed', histogram.developed],
        ] as const
      ).map(
        ([name, content]) =>
          content && (
            <LinePlot
              key={name}
              title={`Histogram ${name}`}
              xLabel={`code, ${name}`}
              yLabel="pixels"
              yRange={[
                0,
                1.1 * Math.max(1, ...CHANNELS.flatMap((channel) => inner(content[channel] ?? []))),
              ]}
              curves={CHANNELS.flatMap((channel) => {
                const counts = content[channel];
                if (!counts) return [];
                const x = counts.map(
                  (_, bin) => ((bin + 0.5) * content.largestCode) / counts.length,
                );
                return [{ name: channel, colour: colours[channel], x, y: counts }];
              })}
            />
          ),
      )}
    </>
  );
});

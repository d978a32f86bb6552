import { memo } from 'react';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import type { Measured } from './measurement-of.ts';

/** Colours of the curves: those of the sensor's filters, light enough to read on the panel. */
const colours = { red: '#FF8A80', green: '#7BD88F', blue: '#7AA2FF' } as const;

const CHANNELS = ['red', 'green', 'blue'] as const;
/**
 * Without black and white, whose bars may be many times as high as all others: they are cut off.
 */
const inner = (bins: readonly number[]): readonly number[] => bins.slice(1, -1);

/** Numbers of pixels by code: of the mosaic, which is linear, and of the developed picture. */
export const HistogramPlots = memo(function HistogramPlots({
  histogram,
  unmeasured,
}: {
  readonly histogram: Measured<'histogram'> | undefined;
  /** Why a sensor of this kind has none; undefined for another reason. */
  readonly unmeasured: string | undefined;
}) {
  if (!histogram) return <p>{unmeasured ?? 'The picture has no colours.'}</p>;
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
                1.1 * Math.max(1, ...CHANNELS.flatMap((channel) => inner(content[channel]))),
              ]}
              curves={CHANNELS.map((channel) => ({
                name: channel,
                colour: colours[channel],
                x: content[channel].map(
                  (_, bin) => ((bin + 0.5) * content.largestCode) / content[channel].length,
                ),
                y: content[channel],
              }))}
            />
          ),
      )}
    </>
  );
});

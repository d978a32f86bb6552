import { LinePlot } from './line-plot.tsx';
import type { Measured } from './measurement-of.ts';

/** Colours of the curves: those of the sensor's filters, light enough to read on the panel. */
const colours = { red: '#FF8A80', green: '#7BD88F', blue: '#7AA2FF' } as const;

/** Numbers of pixels by code: of the mosaic, which is linear, and of the developed picture. */
export function HistogramPlots({
  histogram,
}: {
  readonly histogram: Measured<'histogram'> | undefined;
}) {
  if (!histogram) return <p>The picture has no colours.</p>;
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
              curves={(['red', 'green', 'blue'] as const).map((channel) => ({
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
}

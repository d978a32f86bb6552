import { tiltOf, type MeasuredPicture, type Rectangle } from '@lumenloom/engine/measuring';
import { useEffect, useMemo, useState } from 'react';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import { CHANNELS, decodePicture, measureRegion } from '../../kit/picture/measure-region.ts';
import { isInside } from './region.ts';

interface RegionFiguresProps {
  /** Data URL. */
  readonly image: string;
  readonly region: Rectangle | undefined;
}

/** Statistics of the region that is drawn on the picture, and its SFR where it holds an edge. */
export function RegionFigures({ image, region }: RegionFiguresProps) {
  const picture = usePixels(image);
  const figures = useMemo(
    () =>
      picture && region && isInside(region, { width: picture.columns, height: picture.rows })
        ? measureRegion(picture, region)
        : undefined,
    [picture, region],
  );
  if (!region)
    return (
      <p>Draw a region on the picture: hold Alt and drag, or press R while it has the focus.</p>
    );
  if (!figures) return <p>The region lies outside this picture: draw another one.</p>;
  const { statistics, sfr } = figures;
  const title = `Region x ${region.x}, y ${region.y}, ${region.width} × ${region.height}`;
  return (
    <>
      {'problem' in sfr ? (
        <p>No SFR: {sfr.problem}</p>
      ) : (
        <>
          <LinePlot
            title="Region SFR"
            xLabel="cycles per pixel"
            yLabel="SFR, developed"
            curves={[{ name: 'developed', line: 'dashed', x: sfr.frequencies, y: sfr.sfr }]}
            mark={{ x: 0.5, name: 'Nyquist' }}
            yRange={[0, Math.max(1, ...sfr.sfr)]}
          />
          <FigureTable
            title={`${title}, edge`}
            figures={[
              { label: 'MTF50', measured: sfr.mtf50, unit: 'cy/px' },
              { label: 'SFR at Nyquist', measured: sfr.atNyquist, unit: '' },
              { label: 'Rise 10 to 90 %', measured: sfr.rise1090Px, unit: 'px' },
              { label: 'Overshoot', measured: sfr.overshootPercent, unit: '%' },
              { label: 'Contrast', measured: sfr.contrast, unit: '' },
              { label: 'Angle', measured: tiltOf(sfr).degrees, unit: '°' },
            ]}
          />
        </>
      )}
      <FigureTable
        title={title}
        figures={CHANNELS.flatMap((channel, index) => {
          const { mean, standardDeviation, min, max, snr } = statistics[index]!;
          return [
            { label: `Mean ${channel}`, measured: mean, unit: 'code' },
            { label: `σ ${channel}`, measured: standardDeviation, unit: 'code' },
            { label: `SNR ${channel}`, measured: snr, unit: '' },
            { label: `Least ${channel}`, measured: min, unit: 'code' },
            { label: `Largest ${channel}`, measured: max, unit: 'code' },
          ];
        })}
      />
    </>
  );
}

/** The pixels of a picture; undefined until the browser has decoded it. */
function usePixels(image: string): MeasuredPicture | undefined {
  const [decoded, setDecoded] = useState<{
    readonly image: string;
    readonly picture: MeasuredPicture;
  }>();
  useEffect(() => {
    let isStale = false;
    void decodePicture(image).then((picture) => {
      if (!isStale) setDecoded({ image, picture });
    });
    return () => {
      isStale = true;
    };
  }, [image]);
  return decoded?.image === image ? decoded.picture : undefined;
}

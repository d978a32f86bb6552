import { memo, useState } from 'react';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import { figuresOf, type Measured } from './measurement-of.ts';
import type { Curve } from '../../kit/figures/plot.ts';

type Sfr = Measured<'sfr'>;
type Edge = Extract<Sfr, { readonly edges: unknown }>['edges'][number];
type MeasuredCurve = Edge['raw'];

/** Pixels are sampled once each: the frequency above which detail is false. */
const NYQUIST = 0.5;
const mtf50Of = (curve: MeasuredCurve): number | null | undefined =>
  curve === null ? undefined : 'problem' in curve ? null : curve.mtf50;

const placeOf = ({ fieldDegrees, direction }: Edge): string =>
  direction === 'on the axis' ? direction : `${fieldDegrees.toFixed(1)}°, ${direction}`;

export function sfrInOneLine(sfr: Sfr | undefined): string {
  if (!sfr) return 'needs an edge';
  if ('problem' in sfr) return 'no figure';
  const [edge] = sfr.edges;
  return `MTF50 ${threeDigits(mtf50Of(edge!.raw ?? edge!.developed))}`;
}

/** SFR of the edges that the scene has: raw, developed and true. */
export const SfrFigures = memo(function SfrFigures({ sfr }: { readonly sfr: Sfr | undefined }) {
  const [chosen, setChosen] = useState(0);
  if (!sfr)
    return (
      <p>
        This scene has no edge to measure: draw a region across an edge of the picture (Alt and
        drag, or R), or choose Slanted Edge.
      </p>
    );
  if ('problem' in sfr) return <p>{sfr.problem}</p>;
  const edge = sfr.edges[chosen] ?? sfr.edges[0]!;
  const curves: Curve[] = (
    [
      ['raw', edge.raw, 'solid'],
      ['developed', edge.developed, 'dashed'],
      ['true', edge.true, 'dotted'],
    ] as const
  ).flatMap(([name, curve, line]) =>
    curve && 'sfr' in curve ? [{ name, line, x: sfr.frequencies, y: curve.sfr }] : [],
  );
  return (
    <>
      {sfr.edges.length > 1 && (
        <label>
          Edge{' '}
          <select value={chosen} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {sfr.edges.map((one, index) => (
              <option key={index} value={index}>
                {placeOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <LinePlot
        title="SFR"
        xLabel="cycles per pixel"
        yLabel="SFR"
        curves={curves}
        mark={{ x: NYQUIST, name: 'Nyquist' }}
        yRange={[0, Math.max(1, ...curves.flatMap(({ y }) => y))]}
      />
      <FigureTable
        title={`SFR ${placeOf(edge)}`}
        figures={figuresOf({ ...sfr, edges: [edge] }).map((figure) => ({
          ...figure,
          path: figure.path?.replace('edges.0', `edges.${sfr.edges.indexOf(edge)}`),
        }))}
      />
      <p>
        Edge tilted by {threeDigits(edge.tiltDegrees)}°, contrast {edge.contrast.toFixed(2)},{' '}
        {edge.region.width} × {edge.region.height} px. The ISP treats edges of other contrast and
        direction differently, so the developed figure holds for such edges only.
      </p>
      {[edge.raw, edge.developed].map(
        (curve, index) =>
          curve &&
          'problem' in curve && (
            <p key={index}>
              {index === 0 ? 'Raw' : 'Developed'}: {curve.problem}
            </p>
          ),
      )}
    </>
  );
});

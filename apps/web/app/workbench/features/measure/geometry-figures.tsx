import { memo } from 'react';
import type { Report } from '../../model/run/run-store.ts';
import { FigureTable } from '../../kit/figures/figure-table.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import { LinePlot } from '../../kit/figures/line-plot.tsx';
import { figuresOf, type Measured } from './measurement-of.ts';

type Distortion = Measured<'distortion'>;

export function geometryInOneLine(
  distortion: Distortion | undefined,
  report: Report | undefined,
): string {
  const measured =
    distortion && 'points' in distortion ? distortion.points.at(-1)?.measuredPercent : undefined;
  const percent = measured ?? report?.optics.figures?.distortionPercent;
  return percent === undefined ? 'ideal lens' : `distortion ${threeDigits(percent)} %`;
}

/**
 * Distortion against height as the picture has it and as the lens has it, and what the lens does at
 * the corner.
 */
export const GeometryFigures = memo(function GeometryFigures({
  distortion,
  report,
}: {
  readonly distortion: Distortion | undefined;
  readonly report: Report | undefined;
}) {
  const figures = report?.optics.figures;
  const points = distortion && 'points' in distortion ? distortion.points : [];
  const heights = points.map(({ heightMm }) => heightMm);
  return (
    <>
      {distortion && 'problem' in distortion && <p>{distortion.problem}</p>}
      {points.length > 1 && (
        <LinePlot
          title="Distortion"
          xLabel="image height, mm"
          yLabel="distortion, %"
          curves={[
            { name: 'measured', x: heights, y: points.map((point) => point.measuredPercent) },
            {
              name: 'lens',
              line: 'dotted',
              x: heights,
              y: points.map((point) => point.lensPercent),
            },
          ]}
        />
      )}
      {distortion && points.length > 0 && (
        <FigureTable
          title={`Distortion at ${threeDigits(points.at(-1)!.heightMm)} mm`}
          figures={figuresOf(distortion)}
        />
      )}
      {figures && <AlongRadius figures={figures} hasDistortion={points.length <= 1} />}
      {figures ? (
        <FigureTable
          title={`Lens at ${threeDigits(figures.heightMm)} mm, ${figures.isImageCircle ? 'the rim of the image circle' : 'the corner'}`}
          figures={[
            {
              label: 'Field',
              path: 'optics.figures.fieldDegrees',
              true: figures.fieldDegrees,
              unit: '°',
            },
            {
              label: 'Distortion',
              path: 'optics.figures.distortionPercent',
              true: figures.distortionPercent,
              unit: '%',
            },
            {
              label: 'Lateral colour',
              path: 'optics.figures.lateralColourPixels',
              true: figures.lateralColourPixels,
              unit: 'px',
            },
            {
              label: 'Relative illumination',
              path: 'optics.figures.relativeIllumination',
              true: figures.relativeIllumination,
              unit: '',
            },
            {
              label: 'Chief ray angle',
              path: 'optics.figures.chiefRayDegrees',
              true: figures.chiefRayDegrees,
              unit: '°',
            },
          ]}
        />
      ) : (
        <p>The ideal lens has no distortion, no lateral colour and no falloff of its own.</p>
      )}
    </>
  );
});

type LensFigures = NonNullable<Report['optics']['figures']>;

/** The true geometry of the lens from the axis to the corner, from its model. */
function AlongRadius({
  figures: { alongRadius },
  hasDistortion,
}: {
  readonly figures: LensFigures;
  /** Its distortion too; not where it stands beside the measured one. */
  readonly hasDistortion: boolean;
}) {
  const x = alongRadius.map(({ heightMm }) => heightMm);
  const plots = [
    {
      title: 'Relative illumination',
      yLabel: 'relative illumination, 550 nm',
      y: alongRadius.map((at) => at.relativeIllumination),
      yRange: [0, 1.05] as const,
    },
    {
      title: 'Lateral colour',
      yLabel: 'lateral colour 650 − 450 nm, px',
      y: alongRadius.map((at) => at.lateralColourPixels),
    },
    ...(hasDistortion
      ? [
          {
            title: 'Distortion of the lens',
            yLabel: 'distortion, %',
            y: alongRadius.map((at) => at.distortionPercent),
          },
        ]
      : []),
  ];
  return plots.map(({ y, ...plot }) => (
    <LinePlot
      key={plot.title}
      {...plot}
      xLabel="image height, mm"
      curves={[{ name: 'lens', line: 'dotted', x, y }]}
    />
  ));
}

import { plots } from '@lumenloom/engine/validation.json';
import { Curve, Dots, Plot, type Axis } from './plot.tsx';
import plotStyles from './plot.module.css';

const lensesOf = (points: readonly { readonly lens: string }[]): readonly string[] => [
  ...new Set(points.map(({ lens }) => lens)),
];

const FREQUENCY: Axis = {
  from: 0,
  to: 300,
  ticks: [0, 100, 200, 300],
  label: 'spatial frequency, lp/mm',
};
const MODULATION: Axis = {
  from: 0,
  to: 1,
  ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
  label: 'MTF, 550 nm',
};

/** MTF of each lens at one field: lines of the independent tracer, dots of ours. */
export const MtfPlots = () =>
  lensesOf(plots.mtf).map((lens) => {
    const rows = plots.mtf
      .filter((point) => point.lens === lens)
      .toSorted((a, b) => a.frequency - b.frequency);
    return (
      <Plot
        key={lens}
        title={`${lens}, ${rows[0]!.fieldDegrees}° off axis`}
        description={`MTF of the ${lens}: the dots of our tracer lie on the lines of the independent one`}
        x={FREQUENCY}
        y={MODULATION}
      >
        {(x, y) =>
          ['tangential', 'sagittal'].map((direction, k) => (
            <g key={direction}>
              <Curve
                kind={k === 0 ? 'theirs' : 'theirs-dashed'}
                points={rows.map(({ frequency, theirs }) => [x(frequency), y(theirs[k]!)])}
              />
              <Dots points={rows.map(({ frequency, ours }) => [x(frequency), y(ours[k]!)])} />
            </g>
          ))
        }
      </Plot>
    );
  });

const FIELD: Axis = {
  from: 0,
  to: 1,
  ticks: [0, 0.35, 0.7, 0.9],
  label: 'share of the half field',
};
const MTF50: Axis = {
  from: 0,
  to: 0.65,
  ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  label: 'MTF50, cycles per pixel',
};

/** Sharpness over the field: lines of what lens and pixel pass, dots of what was measured on the picture. */
export const FieldSfrPlots = () =>
  lensesOf(plots.fieldSfr).map((lens) => (
    <Plot
      key={lens}
      title={lens}
      description={`MTF50 over the field of the ${lens}: what is measured on a slanted edge lies on what lens and pixel pass`}
      x={FIELD}
      y={MTF50}
    >
      {(x, y) =>
        (['radial', 'tangential'] as const).map((direction, k) => {
          const rows = plots.fieldSfr
            .filter((point) => point.lens === lens && point.direction === direction)
            .toSorted((a, b) => a.field - b.field);
          return (
            <g key={direction}>
              <Curve
                kind={k === 0 ? 'theirs' : 'theirs-dashed'}
                points={rows.map((row) => [x(row.field), y(row.true)])}
              />
              <Dots points={rows.map((row) => [x(row.field), y(row.measured)])} />
            </g>
          );
        })
      }
    </Plot>
  ));

const ERRORS: Axis = {
  from: -3,
  to: 3,
  ticks: [-3, -2, -1, 0, 1, 2, 3],
  label: 'deviation, in stated standard errors',
};

/** How the deviations of recovered figures are spread, and how those of right standard errors would be. */
export function DeviationPlot() {
  const bins = plots.emva.filter(({ from, to }) => from >= ERRORS.from && to <= ERRORS.to);
  const all = plots.emva.reduce((sum, { count }) => sum + count, 0);
  const most = Math.ceil(Math.max(...bins.map(({ count }) => count)) / 20) * 20;
  const expected = (value: number): number =>
    (all * 0.5 * Math.exp(-(value ** 2) / 2)) / Math.sqrt(2 * Math.PI);
  return (
    <Plot
      title={`${all} recovered figures of 20 sensors`}
      description="Histogram of deviations in standard errors beside the normal distribution that right standard errors give"
      x={ERRORS}
      y={{
        from: 0,
        to: most,
        ticks: Array.from({ length: most / 20 + 1 }, (_, k) => 20 * k),
        label: 'figures',
      }}
    >
      {(x, y) => (
        <>
          {bins.map(({ from, to, count }) => (
            <rect
              key={from}
              className={plotStyles.bar}
              x={x(from) + 1}
              width={x(to) - x(from) - 2}
              y={y(count)}
              height={y(0) - y(count)}
            />
          ))}
          <Curve
            kind="theirs"
            points={Array.from({ length: 61 }, (_, k) => -3 + k / 10).map((value) => [
              x(value),
              y(expected(value)),
            ])}
          />
        </>
      )}
    </Plot>
  );
}

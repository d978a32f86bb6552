import plots from '@lumenloom/engine/validation-plots.json';
import {
  domainOf,
  drawn,
  plot,
  type Axis,
  type Look,
  type Plot,
  type Series,
} from '@lumenloom/plot';
import { Drawing } from '@lumenloom/report';
import styles from './validation-page.module.css';

const look: Look = {
  text: 'var(--muted)',
  title: 'var(--muted)',
  grid: 'var(--thin-line)',
  axis: 'var(--thin-line)',
  numberFont: 'var(--mantine-font-family-monospace)',
};
const ACCENT = 'var(--mantine-primary-color-filled)';
type Points = Series['points'];

/** What the other tool says, as a line. */
const theirs = (points: Points, isDashed = false): Series => ({
  points,
  colour: 'var(--muted)',
  dashes: isDashed ? '5 3' : undefined,
});
/** What we say, as dots. */
const ours = (points: Points): Series => ({ points, shape: 'points', colour: ACCENT, width: 6.4 });

/** A plot with thin axes. */
const Figure = ({
  title,
  ...content
}: Omit<Plot, 'look' | 'width' | 'height'> & { readonly title: string }) => (
  <figure className={styles.plot}>
    <figcaption>{title}</figcaption>
    <Drawing drawn={plot({ width: 360, height: 240, look, ...content })} />
  </figure>
);

const lensesOf = (points: readonly { readonly lens: string }[]): readonly string[] => [
  ...new Set(points.map(({ lens }) => lens)),
];

const FREQUENCY: Axis = { domain: [0, 300], ticks: 3, title: 'spatial frequency, lp/mm' };
const MODULATION: Axis = { domain: [0, 1], title: 'MTF, 550 nm' };

/** MTF of each lens at one field: lines of the independent tracer, dots of ours. */
export const MtfPlots = () =>
  lensesOf(plots.mtf).map((lens) => {
    const rows = plots.mtf
      .filter((point) => point.lens === lens)
      .toSorted((a, b) => a.frequency - b.frequency);
    return (
      <Figure
        key={lens}
        title={`${lens}, ${rows[0]!.fieldDegrees}° off axis`}
        description={`MTF of the ${lens}: the dots of our tracer lie on the lines of the independent one`}
        x={FREQUENCY}
        y={MODULATION}
        series={[0, 1].flatMap((direction) => [
          theirs(
            rows.map((row) => [row.frequency, row.theirs[direction]!]),
            direction === 1,
          ),
          ours(rows.map((row) => [row.frequency, row.ours[direction]!])),
        ])}
      />
    );
  });

const FIELD: Axis = {
  domain: [0, 1],
  ticks: [0, 0.35, 0.7, 0.9].map((value) => ({ value, label: String(value) })),
  title: 'share of the half field',
};
const MTF50: Axis = { domain: [0, 0.65], title: 'MTF50, cycles per pixel' };

/**
 * Sharpness over the field: lines of what lens and pixel pass, dots of what was measured on the
 * picture.
 */
export const FieldSfrPlots = () =>
  lensesOf(plots.fieldSfr).map((lens) => (
    <Figure
      key={lens}
      title={lens}
      description={`MTF50 over the field of the ${lens}: what is measured on a slanted edge lies on what lens and pixel pass`}
      x={FIELD}
      y={MTF50}
      series={(['radial', 'tangential'] as const).flatMap((direction, k) => {
        const rows = plots.fieldSfr
          .filter((point) => point.lens === lens && point.direction === direction)
          .toSorted((a, b) => a.field - b.field);
        return [
          theirs(
            rows.map((row) => [row.field, row.true]),
            k === 1,
          ),
          ours(rows.map((row) => [row.field, row.measured])),
        ];
      })}
    />
  ));

/** Deviations that are drawn, in standard errors. */
const MOST = 3;

/**
 * How the deviations of recovered figures are spread, and how those of right standard errors would
 * be.
 */
export function DeviationPlot() {
  const bins = plots.emva.filter(({ from, to }) => from >= -MOST && to <= MOST);
  const all = plots.emva.reduce((sum, { count }) => sum + count, 0);
  const expected = (value: number): number =>
    (all * 0.5 * Math.exp(-(value ** 2) / 2)) / Math.sqrt(2 * Math.PI);
  const curve = Array.from({ length: 61 }, (_, k) => (k - 30) / 10);
  return (
    <Figure
      title={`${all} recovered figures of 20 sensors`}
      description="Histogram of deviations in standard errors beside the normal distribution that right standard errors give"
      x={{ domain: [-MOST, MOST], ticks: 6, title: 'deviation, in stated standard errors' }}
      y={{
        domain: domainOf(
          bins.map(({ count }) => count),
          { including: 0, padding: 0.05 },
        ),
        title: 'figures',
      }}
      marks={({ x, y }) =>
        bins.map(({ from, to, count }) =>
          drawn('rect', {
            x: x(from) + 1,
            width: x(to) - x(from) - 2,
            y: y(count),
            height: y(0) - y(count),
            fill: `color-mix(in srgb, ${ACCENT} 70%, transparent)`,
          }),
        )
      }
      series={[theirs(curve.map((value) => [value, expected(value)]))]}
    />
  );
}

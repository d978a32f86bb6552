import type { ReactNode } from 'react';
import styles from './plot.module.css';

/** An axis: the values at its ends, those that are named, and what they are. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly label: string;
}

/** Size of a plot in its own units, and the room that axes take. */
const [WIDTH, HEIGHT] = [360, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 12, 28, 44];

interface PlotProps {
  readonly title: string;
  /** What the plot shows, for those who do not see it. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Lines, dots and labels, given the places of values. */
  readonly children: (x: (value: number) => number, y: (value: number) => number) => ReactNode;
}

/** A plot with thin axes, drawn while the page is built. */
export function Plot({ title, description, x, y, children }: PlotProps) {
  const placeX = (value: number): number =>
    LEFT + ((value - x.from) / (x.to - x.from)) * (WIDTH - LEFT - RIGHT);
  const placeY = (value: number): number =>
    HEIGHT - BOTTOM - ((value - y.from) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM);
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={description}
    >
      <text className={styles.title} x={0} y={14}>
        {title}
      </text>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles.grid}
            x1={LEFT}
            x2={WIDTH - RIGHT}
            y1={placeY(tick)}
            y2={placeY(tick)}
          />
          <text x={LEFT - 6} y={placeY(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <text key={tick} x={placeX(tick)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text
        className={styles.axis}
        x={(LEFT + WIDTH - RIGHT) / 2}
        y={HEIGHT - 8}
        textAnchor="middle"
      >
        {x.label}
      </text>
      <text
        className={styles.axis}
        transform={`translate(11 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {y.label}
      </text>
      {children(placeX, placeY)}
    </svg>
  );
}

interface CurveProps {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly kind: 'theirs' | 'theirs-dashed';
}

/** What the other tool says, as a line. */
export const Curve = ({ points, kind }: CurveProps) => (
  <polyline
    className={styles[kind]}
    points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
  />
);

/** What we say, as dots. */
export const Dots = ({ points }: Pick<CurveProps, 'points'>) =>
  points.map(([x, y]) => (
    <circle key={`${x},${y}`} className={styles.ours} cx={x.toFixed(1)} cy={y.toFixed(1)} r={3.2} />
  ));

import { IconFileTypeCsv, IconPhotoDown } from '@tabler/icons-react';
import { useRef } from 'react';
import { palette } from '../../palette.ts';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import styles from './measure-pane.module.css';
import { downloadCsv, downloadPng } from './plot-files.ts';
import { namePlaces } from './name-places.ts';
import { rangeOf, ticksOf, type PlotContent } from './plot.ts';

const { panel, text, muted, line } = palette.workbench;
/** Size of the drawing and its margins, px; it is scaled to the width of the pane. */
const [WIDTH, HEIGHT] = [336, 204];
const MARGIN = { left: 40, right: 10, top: 26, bottom: 34 };
const width = WIDTH - MARGIN.left - MARGIN.right;
const height = HEIGHT - MARGIN.top - MARGIN.bottom;
const dashes = { solid: undefined, dashed: '6 3', dotted: '2 3' };
const sans = 'Inter Variable, Inter, sans-serif';
const mono = 'JetBrains Mono Variable, monospace';

type Range = readonly [number, number];

interface LinePlotProps extends PlotContent {
  /** Axes reach to these values; by default just to the data. */
  readonly yRange?: Range;
}

/** Curves against an axis, each with its name on the drawing; downloads as CSV and PNG. */
export function LinePlot({ yRange, ...content }: LinePlotProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const { title, xLabel, yLabel, curves, mark } = content;
  const [left, right] = rangeOf(curves.flatMap(({ x }) => x));
  const [low, high] = yRange ?? rangeOf(curves.flatMap(({ y }) => y));
  const placeX = (x: number): number => MARGIN.left + (width * (x - left)) / (right - left);
  const placeY = (y: number): number =>
    MARGIN.top + height * (1 - (Math.min(y, high) - low) / (high - low));
  return (
    <figure className={styles.plot}>
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${yLabel} against ${xLabel}, ${curves.map(({ name }) => name).join(', ')}`}
        fontFamily={sans}
        fontSize={11}
        fill={muted}
      >
        <rect width={WIDTH} height={HEIGHT} fill={panel} />
        <Axes
          xLabel={xLabel}
          yLabel={yLabel}
          x={[left, right]}
          y={[low, high]}
          placeX={placeX}
          placeY={placeY}
        />
        {mark && (
          <>
            <path
              d={`M${placeX(mark.x)} ${MARGIN.top}v${height}`}
              stroke={muted}
              strokeWidth={1.5}
            />
            <text x={placeX(mark.x) + 4} y={MARGIN.top + 10}>
              {mark.name}
            </text>
          </>
        )}
        <Curves curves={curves} placeX={placeX} placeY={placeY} />
      </svg>
      <figcaption>
        <IconButton
          label={`Download ${title} as CSV`}
          icon={IconFileTypeCsv}
          onClick={() => downloadCsv(content)}
        />
        <IconButton
          label={`Download ${title} as PNG`}
          icon={IconPhotoDown}
          onClick={() => void downloadPng(drawing.current!, title)}
        />
      </figcaption>
    </figure>
  );
}

/** Where values lie on the drawing, px. */
interface Places {
  readonly placeX: (x: number) => number;
  readonly placeY: (y: number) => number;
}

/** Lines and numbers of both axes, and what they are of. */
function Axes({
  xLabel,
  yLabel,
  x: across,
  y: up,
  placeX,
  placeY,
}: Places & Pick<PlotContent, 'xLabel' | 'yLabel'> & { readonly x: Range; readonly y: Range }) {
  return (
    <>
      {ticksOf(...across, 5).map((x) => (
        <g key={x}>
          <path d={`M${placeX(x)} ${MARGIN.top}v${height}`} stroke={line} />
          <text x={placeX(x)} y={HEIGHT - 20} textAnchor="middle" fontFamily={mono}>
            {axisNumber(x)}
          </text>
        </g>
      ))}
      {ticksOf(...up, 4).map((y) => (
        <g key={y}>
          <path d={`M${MARGIN.left} ${placeY(y)}h${width}`} stroke={line} />
          <text x={MARGIN.left - 5} y={placeY(y) + 4} textAnchor="end" fontFamily={mono}>
            {axisNumber(y)}
          </text>
        </g>
      ))}
      <text x={WIDTH - MARGIN.right} y={HEIGHT - 5} textAnchor="end">
        {xLabel}
      </text>
      <text x={4} y={11}>
        {yLabel}
      </text>
    </>
  );
}

/** The curves, each with its name. */
function Curves({ curves, placeX, placeY }: Places & Pick<PlotContent, 'curves'>) {
  const lines = curves.map(({ name, x, y }) => ({
    name,
    points: x.map((at, i) => ({ x: placeX(at), y: placeY(y[i]!) })),
  }));
  const places = namePlaces(lines, {
    left: MARGIN.left,
    right: WIDTH,
    top: MARGIN.top,
    bottom: MARGIN.top + height,
  });
  return (
    <>
      {curves.map(({ name, line: style = 'solid', colour = text }, index) => (
        <polyline
          key={name}
          points={lines[index]!.points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke={colour}
          strokeWidth={1.5}
          strokeDasharray={dashes[style]}
        />
      ))}
      {curves.map(({ name, colour = text }, index) => (
        <text
          key={name}
          x={places[index]!.x}
          y={places[index]!.y}
          fill={colour}
          stroke={panel}
          strokeWidth={3}
          paintOrder="stroke"
        >
          {name}
        </text>
      ))}
    </>
  );
}

/** A number of an axis, short enough for its margin. */
const axisNumber = (value: number): string =>
  (Math.abs(value) >= 10_000 ? `${value / 1000}k` : String(value)).replace('-', '\u2212');

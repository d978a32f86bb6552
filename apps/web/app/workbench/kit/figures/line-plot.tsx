import { axisOver, drawn, plot, type Look } from '@lumenloom/plot';
import { IconFileTypeCsv, IconPhotoDown } from '@tabler/icons-react';
import { useRef } from 'react';
import { palette } from '../../../palette.ts';
import { Drawing } from '@lumenloom/report';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import styles from './figures.module.css';
import { downloadCsv, downloadPng } from './plot-files.ts';
import type { PlotContent } from './plot.ts';

const { panel, text, muted, line } = palette.workbench;
/** Colours in full, because the downloaded picture has no style sheet. */
export const look: Look = {
  text: muted,
  title: muted,
  grid: line,
  axis: line,
  ground: panel,
  font: 'Inter Variable, Inter, sans-serif',
  numberFont: 'JetBrains Mono Variable, monospace',
};
/** Decades of a logarithmic axis y. */
const MOST_DECADES = 6;
const dashes = { solid: undefined, dashed: '6 3', dotted: '2 3' };

interface LinePlotProps extends PlotContent {
  /** Axes reach to these values; by default just to the data. */
  readonly yRange?: readonly [number, number];
  /** Equal ratios are equally far apart. */
  readonly isLogX?: boolean;
  readonly isLogY?: boolean;
}

/** Curves against an axis, each with its name on the drawing; downloads as CSV and PNG. */
export function LinePlot({ yRange, isLogX = false, isLogY = false, ...content }: LinePlotProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const { title, xLabel, yLabel, curves, mark } = content;
  const svg = plot({
    description: `${title}: ${yLabel} against ${xLabel}, ${curves.map(({ name }) => name).join(', ')}`,
    // Scaled to the width of the pane.
    width: 336,
    height: 204,
    x: {
      title: xLabel,
      isLog: isLogX,
      hasGrid: true,
      ...axisOver(
        curves.flatMap(({ x }) => x),
        { isLog: isLogX },
      ),
    },
    y: {
      title: yLabel,
      isLog: isLogY,
      ticks: 4,
      ...(yRange
        ? { domain: yRange }
        : axisOver(
            curves.flatMap(({ y }) => y),
            { isLog: isLogY, mostDecades: MOST_DECADES },
          )),
    },
    yTitle: 'above',
    series: curves.map(({ name, x, y, line: style = 'solid', colour = text }) => ({
      name,
      colour,
      ...(style === 'points' ? { shape: style } : { dashes: dashes[style] }),
      points: x.map((at, i) => [at, y[i]!] as const),
    })),
    names: 'beside',
    marks: ({ x, top, bottom }) =>
      mark === undefined
        ? []
        : [
            drawn('path', { d: `M${x(mark.x)} ${top}V${bottom}`, stroke: muted }),
            drawn('text', { x: x(mark.x) + 4, y: top + 10 }, mark.name),
          ],
    look,
  });
  return (
    <figure className={styles.plot}>
      <Drawing ref={drawing} drawn={svg} />
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

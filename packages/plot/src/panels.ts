import { drawn, type Drawn } from './drawn.ts';
import { plot, type Look, type Plot } from './plot.ts';

/** A plot without its size and look, which are those of the panels. */
export type Panel = Omit<Plot, 'width' | 'height' | 'look'>;

const HEADING = 30;

/**
 * Plots of one size in rows, with a heading above them: an `svg` element.
 *
 * @param size of each panel, px, and how many stand in a row.
 */
export function panels(
  heading: string,
  contents: readonly Panel[],
  {
    columns,
    width,
    height,
  }: { readonly columns: number; readonly width: number; readonly height: number },
  look: Look,
): Drawn {
  const rows = Math.ceil(contents.length / columns);
  const size = { width: columns * width, height: HEADING + rows * height };
  return drawn(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
      'aria-label': heading,
      'font-family': look.font,
      fill: look.text,
    },
    ...(look.ground ? [drawn('rect', { ...size, fill: look.ground })] : []),
    drawn('text', { x: 6, y: 18, fill: look.title, 'font-size': 14, 'font-weight': 600 }, heading),
    ...contents.map((content, i) => {
      const svg = plot({ ...content, width, height, look });
      const [x, y] = [(i % columns) * width, HEADING + Math.floor(i / columns) * height];
      return { ...svg, attributes: { ...svg.attributes, x, y, width, height } };
    }),
  );
}

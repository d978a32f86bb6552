import type { RgbImage } from '../../host.ts';
import { blend, type Colour } from './canvas.ts';

/**
 * A stroke font of our own, drawn with a round pen, so that it is sharp at any size. A glyph is a
 * list of strokes: a letter for the kind (l straight, s rounded, o rounded and closed), then points
 * as pairs of digits in base 36, x and y. Capitals reach from 0 to c, lower-case letters begin at
 * 4, descenders end at g.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '',
  a: 'o04848c0c l848c',
  b: 'l000c o04848c0c',
  c: 's8684040c8c8a',
  d: 'l808c o04848c0c',
  e: 'l0888 s8884040c8c',
  f: 's702024 l242c l0464',
  g: 'o04848c0c l848c s8c8g0g0f',
  h: 'l000c s08048488 l888c',
  i: 'l040c l0000',
  j: 'l343d s3d3g0g l3030',
  k: 'l000c l7409 l287c',
  l: 'l0009 s090c2c',
  m: 'l040c s07045458 l585c s5754a4a8 la8ac',
  n: 'l040c s08048488 l888c',
  o: 'o04848c0c',
  p: 'l040g o04848c0c',
  q: 'l848g o04848c0c',
  r: 'l040c s080464',
  s: 's85840408888c0c0b',
  t: 'l2029 s292c6c l0464',
  u: 's04080c8c88 l848c',
  v: 'l044c84',
  w: 'l042c558ca4',
  x: 'l048c l840c',
  y: 'l044c l842g',
  z: 'l04840c8c',
  A: 'l0c408c l2868',
  B: 'l000c l0040 s40808646 l0646 s46868c4c l0c4c',
  C: 's8380000c8c89',
  D: 'l000c l0030 s30808c3c l0c3c',
  E: 'l80000c8c l0666',
  F: 'l80000c l0666',
  G: 's8380000c8c87 l5787',
  H: 'l000c l808c l0686',
  I: 'l000c',
  J: 'l6068 s686c0c09',
  K: 'l000c l8007 l358c',
  L: 'l000c8c',
  M: 'l0c0048808c',
  N: 'l0c008c80',
  O: 'o00808c0c',
  P: 'l000c l0040 s40808747 l0747',
  Q: 'o00808c0c l588d',
  R: 'l000c l0040 s40808747 l0747 l478c',
  S: 's83800006868c0c09',
  T: 'l0080 l404c',
  U: 'l0008 s080c8c88 l8880',
  V: 'l004c80',
  W: 'l002c548ca0',
  X: 'l008c l800c',
  Y: 'l004680 l464c',
  Z: 'l00800c8c',
  0: 'o00707c0c',
  1: 'l03303c',
  2: 's030070750c l0c7c',
  3: 's0200707636 s36767c0c0a',
  4: 'l5c500989',
  5: 'l701006 s0614747c0c0a',
  6: 's71600008 o05757c0c',
  7: 'l00702c',
  8: 'o10606616 o06767c0c',
  9: 'o00707707 s747c1c0b',
  '.': 'l0c0c',
  ',': 'l1b0e',
  ':': 'l0505 l0c0c',
  '-': 'l0858',
  '+': 'l0888 l444c',
  '/': 'l0e60',
  '%': 'o00404404 l900c o58989c5c',
  '(': 's3004083c',
  ')': 's0034380c',
  "'": 'l0003',
  _: 'l0d8d',
  '?': 's0300707636 l3638 l3c3c',
};

/**
 * In the unit of the glyphs: height of capitals, half the width of the pen, and space after a
 * glyph.
 */
const CAPITAL = 12;
const PEN = 0.95;
const SPACING = 4;
const SPACE = 4;

type Point = readonly [number, number];
interface Glyph {
  readonly strokes: readonly (readonly Point[])[];
  readonly width: number;
}

const glyphs = new Map<string, Glyph>();

/** The glyph of a character without its accents; a question mark where there is none. */
function glyphOf(character: string): Glyph {
  const known = glyphs.get(character);
  if (known) return known;
  const text = GLYPHS[character] ?? GLYPHS[character.normalize('NFD')[0]!] ?? GLYPHS['?']!;
  const strokes = text
    .split(' ')
    .filter((stroke) => stroke !== '')
    .map(strokeOf);
  const width = character === ' ' ? SPACE : Math.max(0, ...strokes.flat().map(([x]) => x));
  const glyph = { strokes, width };
  glyphs.set(character, glyph);
  return glyph;
}

function strokeOf(text: string): readonly Point[] {
  const points = [...text.slice(1).matchAll(/(.)(.)/g)].map(([, x, y]): Point => [
    parseInt(x!, 36),
    parseInt(y!, 36),
  ]);
  if (text.startsWith('l')) return points;
  return text.startsWith('o')
    ? cutCorners([...points, points[0]!], true)
    : cutCorners(points, false);
}

/**
 * Rounds a polyline by corner cutting, four times, after which no corners are visible.
 * @see Chaikin 1974.
 */
function cutCorners(points: readonly Point[], isClosed: boolean): readonly Point[] {
  let line = points;
  for (let round = 0; round < 4; round += 1) {
    const cut = line.slice(1).flatMap((to, i): Point[] => {
      const from = line[i]!;
      const between = (share: number): Point => [
        from[0] + share * (to[0] - from[0]),
        from[1] + share * (to[1] - from[1]),
      ];
      return [between(0.25), between(0.75)];
    });
    line = isClosed ? [...cut, cut[0]!] : [line[0]!, ...cut, line.at(-1)!];
  }
  return line;
}

/** Width of a line of text whose capitals are `height` pixels high. */
export function textWidth(text: string, height: number): number {
  const widths = Array.from(text.normalize(), (character) => glyphOf(character).width + SPACING);
  return (widths.reduce((sum, width) => sum + width, 0) - SPACING + 2 * PEN) * (height / CAPITAL);
}

/** Place of a line of text: its upper left corner, and the height of its capitals, pixels. */
export interface TextPlace {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** Writes a line. */
export function write(
  canvas: RgbImage,
  text: string,
  { left, top, height }: TextPlace,
  colour: Colour,
): void {
  const scale = height / CAPITAL;
  let x = left + PEN * scale;
  for (const character of text.normalize()) {
    const { strokes, width } = glyphOf(character);
    const placed = strokes.map((stroke) =>
      stroke.map(([across, down]): Point => [x + across * scale, top + down * scale]),
    );
    drawStrokes(canvas, placed, Math.max(0.6, PEN * scale), colour);
    x += (width + SPACING) * scale;
  }
}

/** Draws strokes of a round pen, antialiased. Strokes that cross do not add up. */
function drawStrokes(
  canvas: RgbImage,
  strokes: readonly (readonly Point[])[],
  radius: number,
  colour: Colour,
): void {
  const points = strokes.flat();
  if (points.length === 0) return;
  const [columns, rows] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [
    Math.floor(Math.min(...columns) - radius - 1),
    Math.ceil(Math.max(...columns) + radius + 1),
  ];
  const [top, bottom] = [
    Math.floor(Math.min(...rows) - radius - 1),
    Math.ceil(Math.max(...rows) + radius + 1),
  ];
  const wide = right - left;
  const covered = new Float32Array(wide * (bottom - top));
  for (const stroke of strokes) {
    for (let i = 0; i < Math.max(1, stroke.length - 1); i += 1) {
      const from = stroke[i]!;
      const to = stroke[i + 1] ?? from;
      const [[x0, y0], [x1, y1]] = [from, to];
      for (
        let row = Math.max(top, Math.floor(Math.min(y0, y1) - radius - 1));
        row < Math.min(bottom, Math.ceil(Math.max(y0, y1) + radius + 1));
        row += 1
      ) {
        for (
          let column = Math.max(left, Math.floor(Math.min(x0, x1) - radius - 1));
          column < Math.min(right, Math.ceil(Math.max(x0, x1) + radius + 1));
          column += 1
        ) {
          const at = (row - top) * wide + column - left;
          covered[at] = Math.max(
            covered[at]!,
            Math.min(1, radius + 0.5 - distanceTo(column + 0.5, row + 0.5, from, to)),
          );
        }
      }
    }
  }
  for (let row = top, at = 0; row < bottom; row += 1)
    for (let column = left; column < right; column += 1, at += 1)
      if (covered[at]! > 0) blend(canvas, row, column, colour, covered[at]!);
}

/** Distance of a point from a line segment. */
function distanceTo(x: number, y: number, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy;
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

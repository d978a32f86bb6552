import type { Rectangle } from '../../../analysis/measured-picture.ts';
import type { Edge } from '../../../scenes/patterns/edge.ts';
import type { Squares } from '../../../scenes/patterns/squares.ts';
import { SimulationError } from '../../../simulation-error.ts';
import type { Shot } from '../../shot.ts';
import { centreOf, chartMap, fieldDegreesAt, type ChartMap } from '../chart-map.ts';

/**
 * In which direction of the field an SFR is measured: radial along the radius, across an edge that
 * runs along the tangent.
 */
export type FieldDirection = 'radial' | 'tangential';

/** An edge of a chart where the lens images it. */
export interface ChartEdge {
  /** Pixels that hold this edge and no other. */
  readonly region: Rectangle;
  readonly fieldDegrees: number;
  readonly direction: FieldDirection | 'on the axis';
  /** (bright - dark) / (bright + dark) of the chart. */
  readonly contrast: number;
  /** Middle of the edge from the axis, metres, right and down. */
  readonly place: readonly [x: number, y: number];
  /** Angle of its normal from the rows of pixels, radians, y downwards. */
  readonly normal: number;
}

/** Largest side of a region, pixels: more takes longer and tells nothing new. */
const LARGEST = 160;
/** Smallest side of a region: fewer pixels hold no edge with both its sides. */
const SMALLEST = 24;
/** Squares that are measured, from the axis to the right. */
const MOST_SQUARES = 4;
/**
 * Share of a square's side, and of the gap to the next square, that a region takes: the rest keeps
 * it from the corners.
 */
const ALONG = 0.7;
const ACROSS = 0.9;

/**
 * The edges of the chart that lie in the picture.
 *
 * @throws SimulationError with a sentence when none is large enough to be measured.
 */
export function chartEdges(shot: Shot): readonly ChartEdge[] {
  const { pattern } = shot.lit.scene;
  const map = chartMap(shot);
  if (pattern.kind === 'edge') return [edgeThroughCentre(shot, pattern, map)];
  if (pattern.kind !== 'squares') return [];
  const edges = squareEdges(shot, pattern, map);
  if (edges.length === 0)
    throw new SimulationError(
      'bad-parameter',
      `no edge of the chart gets ${SMALLEST} pixels in each direction: enlarge its HFoV, or use fewer squares.`,
    );
  return edges;
}

function edgeThroughCentre(shot: Shot, { slope, dark }: Edge, map: ChartMap): ChartEdge {
  const { grid } = shot.plan;
  const [left, top] = map(0, 0);
  const [right, bottom] = map(1, 1);
  const [x, y] = map(0.5, 0.5);
  const sideOf = (centre: number, from: number, to: number): number =>
    Math.min(LARGEST, 2 * Math.floor(Math.min(centre - from, to - centre)));
  const [width, height] = [
    sideOf(x, Math.max(0, left), Math.min(grid.columns, right)),
    sideOf(y, Math.max(0, top), Math.min(grid.rows, bottom)),
  ];
  if (!(width >= SMALLEST && height >= SMALLEST))
    throw new SimulationError(
      'bad-parameter',
      `the chart covers ${Math.max(0, width)} x ${Math.max(0, height)} pixels, and ${SMALLEST} x ${SMALLEST} are needed: enlarge its HFoV or the sensor.`,
    );
  return {
    region: { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height },
    fieldDegrees: 0,
    direction: 'on the axis',
    contrast: contrastOf(1, dark),
    place: [0, 0],
    normal: Math.atan2(1, -slope),
  };
}

/** The right and the lower edge of squares on a row of the chart, from the axis outwards. */
function squareEdges(shot: Shot, pattern: Squares, map: ChartMap): readonly ChartEdge[] {
  const { count, side, tilt, background, level } = pattern;
  const row = Math.floor(count / 2);
  const columns = Array.from({ length: count - row }, (_, i) => row + i);
  const inView = columns.flatMap((column) => {
    const [u, v] = [(column + 0.5) / count, (row + 0.5) / count];
    const edges = [0, Math.PI / 2].map((turn) => {
      const towards = tilt + turn;
      return edgeAt(shot, map, {
        u: u + (side / 2) * Math.cos(towards),
        v: v + (side / 2) * Math.sin(towards),
        towards,
        along: ALONG * side,
        across: ACROSS * (1 / count - side),
        contrast: contrastOf(background, level),
      });
    });
    return edges.every((edge) => edge !== undefined) ? [edges] : [];
  });
  // Spread evenly from the innermost to the outermost.
  const taken = Math.min(MOST_SQUARES, inView.length);
  return Array.from(
    { length: taken },
    (_, i) => inView[taken === 1 ? 0 : Math.round((i * (inView.length - 1)) / (taken - 1))]!,
  ).flat();
}

/** Middle and direction of an edge, and the size of its region, all in shares of the scene. */
interface SceneEdge {
  readonly u: number;
  readonly v: number;
  /** Direction of the normal, radians from the rows. */
  readonly towards: number;
  readonly along: number;
  readonly across: number;
  readonly contrast: number;
}

/** Where an edge is imaged; undefined where it is too small or not wholly in the picture. */
function edgeAt(
  { plan: { grid }, lens }: Shot,
  map: ChartMap,
  { u, v, towards, along, across, contrast }: SceneEdge,
): ChartEdge | undefined {
  const [x, y] = map(u, v);
  // Two points of the edge near its middle give its direction in the picture.
  const step = along / 20;
  const [tu, tv] = [-Math.sin(towards) * step, Math.cos(towards) * step];
  const [ax, ay] = map(u - tu, v - tv);
  const [bx, by] = map(u + tu, v + tv);
  const isUpright = Math.abs(Math.cos(towards)) > Math.SQRT1_2;
  const [wide, high] = isUpright ? [across, along] : [along, across];
  const [width, height] = [
    Math.floor(Math.abs(map(u + wide / 2, v)[0] - map(u - wide / 2, v)[0])),
    Math.floor(Math.abs(map(u, v + high / 2)[1] - map(u, v - high / 2)[1])),
  ].map((size) => Math.min(size, LARGEST)) as [number, number];
  const region = { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
  if (Math.min(width, height) < SMALLEST || !isInside(region, grid)) return undefined;
  const [centreX, centreY] = centreOf(grid);
  const normal = Math.atan2(-(bx - ax), by - ay);
  const fromRadius = Math.cos(normal - Math.atan2(y - centreY, x - centreX));
  return {
    region,
    fieldDegrees: fieldDegreesAt(lens, grid, [x, y]),
    direction: Math.abs(fromRadius) > Math.SQRT1_2 ? 'radial' : 'tangential',
    contrast,
    place: [(x - centreX) * grid.pitch, (y - centreY) * grid.pitch],
    normal,
  };
}

const contrastOf = (one: number, other: number): number => Math.abs(one - other) / (one + other);

/**
 * Angle of an edge from the rows or the columns, whichever is nearer, degrees.
 * @param normal of it, radians.
 */
export const tiltOf = (normal: number): number => {
  const turned = Math.abs((normal * 180) / Math.PI) % 90;
  return Math.min(turned, 90 - turned);
};

const isInside = (
  { x, y, width, height }: Rectangle,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): boolean => x >= 0 && y >= 0 && x + width <= columns && y + height <= rows;

import type { ShapeNumbers } from './shape-numbers.ts';
import type { OwnRow, ShapePart, ShapeRow } from './shape-row.ts';
import type { Table } from '../../../text/json-fields.ts';

/** A ray before a surface, in the frame of the surface: place, mm, and direction cosines. */
export interface Incident {
  readonly xMm: number;
  readonly yMm: number;
  readonly zMm: number;
  readonly L: number;
  readonly M: number;
  readonly N: number;
}

/** The way that light runs through a surface: 1 towards +z. */
export type Way = 1 | -1;

/** The unit normal of a surface with z > 0. */
export interface Normal {
  x: number;
  y: number;
  z: number;
}

/** Slopes of the sag along x and y. */
export interface Slopes {
  x: number;
  y: number;
}

/** Most numbers of a shape. */
const MOST_NUMBERS = 512;
const newList = (): Float64Array => new Float64Array(MOST_NUMBERS);

/** Derivatives of sag and slopes; by the numbers of a shape in the order of `inOrder`. */
export const newDerivatives = () => ({
  x: 0,
  y: 0,
  xx: 0,
  xy: 0,
  yy: 0,
  sagBy: newList(),
  xBy: newList(),
  yBy: newList(),
});
export type Derivatives = ReturnType<typeof newDerivatives>;

/**
 * The same of a round surface: of the slope over r, which is 2·d sag/d r². `bySquare` is its
 * derivative by r².
 */
export const newRoundDerivatives = () => ({
  slope: 0,
  bySquare: 0,
  sagBy: newList(),
  slopeBy: newList(),
});
export type RoundDerivatives = ReturnType<typeof newRoundDerivatives>;

/** A column of the table of surfaces. */
export interface SurfaceColumn {
  readonly name: string;
  readonly label: string;
  /** Whether it is a place of a list. */
  readonly isTerm: boolean;
  /** What it shows, and what a search varies: of a radius, the curvature. */
  readonly part: ShapePart;
  readonly varied: ShapePart;
  readonly unit: string;
  /** Bounds of a search about a value of what is varied. */
  readonly bounds: (value: number, semiDiameterMm: number) => readonly [from: number, to: number];
}

/**
 * A kind of surface: all that is known of its shape. Lengths in mm; x and y are in the frame of the
 * surface, whose vertex is at the origin.
 */
export interface SurfaceKind {
  /** Its name in `shape` of a lens file, where it has numbers of its own, and in sentences. */
  readonly name: string;
  /** Its own numbers where they are 0; absent for a kind that a lens file does not name. */
  readonly own?: OwnRow;
  /** Reads its numbers in a row of a lens file. @throws SimulationError. */
  readonly read: (surface: Table, path: string, what: string) => ShapeRow;
  /** The row of a lens that is larger by a factor; `length` scales a length. */
  readonly scaled: <Row extends ShapeRow>(
    row: Row,
    scale: number,
    length?: (value: number) => number,
  ) => Row;
  /** What a number is multiplied by where the lens is larger by `scale`. */
  readonly factor: (part: ShapePart, scale: number) => number;
  readonly columns: readonly SurfaceColumn[];
  /** Set where rays meet it as they meet the sphere of its curvature. */
  readonly isSphere: boolean;
  /** Distance from the plane of the vertex; NaN outside its domain. */
  readonly sag: (numbers: ShapeNumbers, x: number, y: number) => number;
  readonly slopes: (numbers: ShapeNumbers, x: number, y: number, at: Slopes) => void;
  /** At a point of the surface. */
  readonly normal: (numbers: ShapeNumbers, x: number, y: number, z: number, at: Normal) => void;
  /** Whether the surface exists there. */
  readonly domain: (numbers: ShapeNumbers, x: number, y: number) => boolean;
  /** Largest semi-diameter that it may have, as a share of where its domain ends. */
  readonly reach: (row: ShapeRow, share: number) => number;
  /** At the vertex, in the planes of y and of x, 1/mm; linear in the numbers. */
  readonly curvatureY: (numbers: ShapeNumbers) => number;
  readonly curvatureX: (numbers: ShapeNumbers) => number;
  /** Distance along a ray to the surface; NaN where the ray misses it. */
  readonly meet: (numbers: ShapeNumbers, ray: Incident, way: Way) => number;
  readonly derivatives: (numbers: ShapeNumbers, x: number, y: number, to: Derivatives) => void;
  /** Of a surface that is the same all round its axis. */
  readonly roundDerivatives?: (numbers: ShapeNumbers, r2: number, to: RoundDerivatives) => void;
  /** What the sag departs from the osculating sphere, by r⁴; absent: no Seidel sums. */
  readonly departure?: (numbers: ShapeNumbers) => number;
}

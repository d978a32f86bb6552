import { edgeLevel, type FormLayer } from '@lumenloom/engine/accelerate';

type Pattern = FormLayer['pattern'];
export type Cells = Extract<Pattern, { readonly kind: 'cells' }>;
export type Formula = Exclude<Pattern, { readonly kind: 'cells' | 'weighted' }>;

/** The cells of a pattern, and its formula, with which the first plane of cells is multiplied. */
export function partsOf(pattern: Pattern): {
  readonly cells?: Cells;
  readonly formula?: Formula;
} {
  if (pattern.kind === 'cells') return { cells: pattern };
  if (pattern.kind === 'weighted') return { cells: pattern.cells, formula: pattern.formula };
  return { formula: pattern };
}

/** A value at each place (x, y) of a scene, 0 to 1: x · field[0] + y · field[1] + field[2]. */
type Field = readonly [ofX: number, ofY: number, constant: number];
const NOTHING: Field = [0, 0, 0];

/** Two fields, which the shader gets as whole numbers of a part of their unit. */
export interface FieldPair {
  readonly fields: readonly [Field, Field];
  /** Units beyond those of a tile for which its numbers have room. */
  readonly room: number;
  /** Whether numbers count from 0, and not from the unit that has the first sample of a tile. */
  readonly isAbsolute: boolean;
}

/** Room round a tile for the cells, or the steps, under a spline. */
const ROOM = 40;
/** Numbers of a frame in which only neighbours matter. */
const LITTLE_ROOM = 4;
/** Most parts of the side of a scene that are units: more samples than a picture has. */
const MOST_UNITS = 2 ** 16;

/**
 * The fields in which a pattern is sampled: first x and y, in cells or in parts of about a sample,
 * of which there are `rows` and `columns`; then what a formula is made of.
 *
 * @param samples across the scene.
 */
export function framesOf(
  pattern: Pattern,
  samples: number,
): { readonly rows: number; readonly columns: number; readonly frames: readonly FieldPair[] } {
  const { cells, formula } = partsOf(pattern);
  const units = Math.min(MOST_UNITS, 2 ** Math.max(0, Math.ceil(Math.log2(samples))));
  const { rows, columns } = cells ?? { rows: units, columns: units };
  const places: FieldPair = {
    fields: [
      [columns, 0, 0],
      [0, rows, 0],
    ],
    room: ROOM,
    isAbsolute: false,
  };
  return { rows, columns, frames: formula ? [places, frameOf(formula, units)] : [places] };
}

function frameOf(formula: Formula, units: number): FieldPair {
  switch (formula.kind) {
    case 'edge': {
      // Distance from the edge.
      const across: Field = [-formula.slope * units, units, -edgeLevel(formula) * units];
      return { fields: [across, NOTHING], room: LITTLE_ROOM, isAbsolute: true };
    }
    case 'stripes': {
      const { first, spacing, tilt } = formula;
      const across: Field = [1 / spacing, tilt / spacing, (-tilt / 2 - first) / spacing];
      return { fields: [across, NOTHING], room: LITTLE_ROOM, isAbsolute: false };
    }
    case 'squares': {
      const { count } = formula;
      return {
        fields: [
          [count, 0, 0],
          [0, count, 0],
        ],
        room: LITTLE_ROOM,
        isAbsolute: false,
      };
    }
    case 'rays': {
      const shift = -formula.centre * units;
      return {
        fields: [
          [units, 0, shift],
          [0, units, shift],
        ],
        room: LITTLE_ROOM,
        isAbsolute: true,
      };
    }
  }
}

/** The numbers of a formula as its shader reads them, see `formulaCode`. */
export function formulaNumbers(formula: Formula): readonly number[] {
  switch (formula.kind) {
    case 'edge':
    case 'stripes':
      return [formula.dark];
    case 'squares': {
      const { count, side, tilt, background, level } = formula;
      return [count, (side * count) / 2, Math.cos(tilt), Math.sin(tilt), background, level];
    }
    case 'rays':
      return [formula.frequency, (1 + formula.low) / 2, (1 - formula.low) / 2];
  }
}

/** Largest curvature of the phase of rays under a spline at which they are one plane wave. */
const LARGEST_CURVATURE = 0.01;
/** Margin on the reach of a spline, which is taken from a few places. */
const MARGIN = 1.05;
/** Largest multiple of the angle, whose powers single precision holds to a few millionths. */
const MOST_RAYS = 64;

/** Whether single precision suffices for a formula wherever it is sampled. */
export const isPrecise = (formula: Formula): boolean =>
  formula.kind !== 'rays' ||
  (Number.isInteger(formula.frequency) && formula.frequency <= MOST_RAYS);

/**
 * Whether the shader has the formula for a tile. Of rays it has single plane waves: where they are
 * cut in pieces, and at the rim of the disc, the twin decides by thresholds, and near them the last
 * bits of single precision would decide otherwise.
 *
 * @param reach of the splines in the tile, shares of the scene.
 * @param from and `to` are the corners of a rectangle round the tile.
 */
export function hasFormula(
  formula: Formula,
  reach: number,
  [from, to]: readonly [readonly [number, number], readonly [number, number]],
): boolean {
  if (formula.kind !== 'rays') return true;
  const { centre, disc, frequency } = formula;
  if (!Number.isInteger(frequency)) return false;
  const nearest = (place: number): number =>
    Math.hypot(...[0, 1].map((axis) => Math.max(0, from[axis]! - place, place - to[axis]!)));
  const bend = (8 * frequency * (MARGIN * reach) ** 2) / LARGEST_CURVATURE;
  return nearest(disc.centre) > disc.radius + MARGIN * reach && bend < nearest(centre) ** 2;
}

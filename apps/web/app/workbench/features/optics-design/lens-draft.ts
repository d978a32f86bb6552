import type { LensFile } from '@lumenloom/browser-host';

/** A lens that is designed. */
export interface LensDraft {
  readonly lens: LensFile;
  /** Numbers that may change in a search, by their cells. */
  readonly varied: readonly Cell[];
  /** The lens as it was opened or saved last, and the choice of a recipe that names it. */
  readonly saved: { readonly lens: LensFile; readonly choice: string };
}

/** Columns of the table whose cells can be typed. */
export const COLUMNS = {
  radius: { label: 'Radius', isVaried: true },
  thickness: { label: 'Thickness', isVaried: true },
  glass: { label: 'Glass', isVaried: false },
  semiDiameter: { label: 'Semi-diameter', isVaried: false },
  conic: { label: 'Conic', isVaried: true },
} as const;
export type Column = keyof typeof COLUMNS;

/** A cell of the table: the surface, from 0, and the column. */
export interface Cell {
  readonly row: number;
  readonly column: Column;
}

export const isSameCell = (one: Cell, other: Cell): boolean =>
  one.row === other.row && one.column === other.column;

/** Digits in the table. */
const DIGITS = 7;
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** A cell as it stands in the table. Planes and air are blank. */
export function textOf({ surfaces }: LensFile, { row, column }: Cell): string {
  const surface = surfaces[row]!;
  switch (column) {
    case 'radius':
      return surface.radius === null ? '' : shown(surface.radius);
    case 'glass':
      return surface.glass ?? '';
    case 'conic':
      return shown(surface.conic ?? 0);
    case 'thickness':
    case 'semiDiameter':
      return shown(surface[column]);
  }
}

/** What is typed, as a number; undefined for other text. People type a minus too. */
function numberOf(text: string): number | undefined {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

/**
 * The lens with another value in a cell.
 *
 * @returns a sentence where the text is no such value.
 */
export function withText(lens: LensFile, { row, column }: Cell, text: string): LensFile | string {
  const blank = text.trim() === '';
  const value = column === 'glass' ? undefined : numberOf(text);
  if (column !== 'glass' && value === undefined && !(blank && column === 'radius'))
    return `Surface ${row + 1}: ${COLUMNS[column].label} must be a number${column === 'radius' ? ', or blank for a plane' : ''}.`;
  const changed =
    column === 'glass'
      ? { glass: blank ? null : text.trim() }
      : { [column]: blank ? null : (value ?? null) };
  return {
    ...lens,
    surfaces: lens.surfaces.map((surface, i) => (i === row ? { ...surface, ...changed } : surface)),
  };
}

/** Inserts a plane in air before a surface, half of the distance to the one before away. */
export function withInserted(lens: LensFile, row: number): LensFile {
  const { surfaces, stopIndex } = lens;
  const next = surfaces[row]!;
  const before = surfaces[row - 1];
  const half = before ? before.thickness / 2 : 1;
  const inserted = {
    ...{ radius: null, thickness: half, semiDiameter: next.semiDiameter },
    glass: before?.glass ?? null,
  };
  return {
    ...lens,
    surfaces: [
      ...surfaces
        .slice(0, row)
        .map((surface, i) => (i === row - 1 ? { ...surface, thickness: half } : surface)),
      inserted,
      ...surfaces.slice(row),
    ],
    stopIndex: stopIndex >= row ? stopIndex + 1 : stopIndex,
  };
}

/** Deletes a surface; its distance goes to the one before. One surface stays. */
export function withoutSurface(lens: LensFile, row: number): LensFile {
  const { surfaces, stopIndex } = lens;
  if (surfaces.length === 1) return lens;
  const { thickness } = surfaces[row]!;
  const rest = surfaces.flatMap((surface, i) =>
    i === row
      ? []
      : [i === row - 1 ? { ...surface, thickness: surface.thickness + thickness } : surface],
  );
  return {
    ...lens,
    surfaces: rest,
    stopIndex: Math.min(rest.length - 1, stopIndex > row ? stopIndex - 1 : stopIndex),
  };
}

/** The cells after a surface was inserted (1) or deleted (−1) at a row. */
export const movedCells = (cells: readonly Cell[], row: number, by: 1 | -1): readonly Cell[] =>
  cells
    .filter((cell) => by === 1 || cell.row !== row)
    .map((cell) => (cell.row >= row ? { ...cell, row: cell.row + by } : cell));

/** Bounds of a search, by what can be made: no half sphere, no distance below a hundredth of it. */
function boundsOf(lens: LensFile, { row, column }: Cell) {
  const { radius, thickness, semiDiameter, conic = 0 } = lens.surfaces[row]!;
  switch (column) {
    case 'radius': {
      const most = Math.max(0.9 / semiDiameter, radius === null ? 0 : Math.abs(1 / radius));
      return { path: `lens.surfaces[${row}].curvature`, from: -most, to: most };
    }
    case 'conic':
      return { path: `lens.surfaces[${row}].conic`, from: conic - 5, to: conic + 5 };
    default:
      return {
        path: `lens.surfaces[${row}].thickness`,
        from: Math.max(0.01 * thickness, 0.01),
        to: 3 * thickness,
      };
  }
}

/** The search of a better lens, as `lumenloom optimise` takes it; the focal length stays. */
export const studyOf = ({ lens, varied }: LensDraft, focalLengthMm: number) => ({
  lens,
  vary: varied.map((cell) => boundsOf(lens, cell)),
  operands: [{ figure: 'eflMm', target: focalLengthMm }],
  semiDiameters: 'keep',
});

/** The cell that a problem of a lens file is about; undefined where it is about all of it. */
export function cellOf(field: string | undefined): Cell | undefined {
  const [, row, name] = /^surfaces\[(\d+)\]\.(\w+)/.exec(field ?? '') ?? [];
  const column = (Object.keys(COLUMNS) as Column[]).find((known) => known === name);
  return column && { row: Number(row), column };
}

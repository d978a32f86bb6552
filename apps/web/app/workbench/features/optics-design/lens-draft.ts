import type { LensFile } from '@lumenloom/browser-host';
import {
  SHAPE_COLUMNS,
  isAspheric,
  shapeValue,
  withShapeValue,
  type Configuration,
} from '@lumenloom/engine/catalogue';
import { variedField, type VariedField } from '../../kit/study/varied-field.ts';
import { meritDocument, meritIn, type Merit } from './merit.ts';
import type { Tolerances } from './tolerances.ts';
import { numberOf } from './typed-number.ts';

/** The positions of a lens of which one is designed. */
export interface Positions {
  /** The one that the draft shows, from 1. */
  readonly chosen: number;
  /** The file itself, which is the first. */
  readonly first: LensFile;
  readonly others: readonly Configuration[];
}

/** A lens that is designed. */
export interface LensDraft {
  readonly lens: LensFile;
  /** Numbers that may change in a search, by their cells. */
  readonly varied: readonly Cell[];
  /** Numbers that are not typed; the lens has them as they are. */
  readonly follows: readonly Follow[];
  /** What a search makes small; undefined: spots, at the present focal length. */
  readonly merit?: Merit | undefined;
  /** Within which lenses are drawn; undefined: as they are for ordinary lenses. */
  readonly tolerances?: Tolerances | undefined;
  /** Of a lens with several: `lens` is the chosen one. */
  readonly positions?: Positions | undefined;
  /** The lens as it was opened or saved last, and the choice of a recipe that names it. */
  readonly saved: {
    readonly lens: LensFile;
    readonly positions?: Positions | undefined;
    readonly choice: string;
  };
}

interface ColumnFacts {
  readonly label: string;
  readonly isVaried: boolean;
  readonly isFolded?: true;
}

/** Columns of the shapes of surfaces, by their names. */
const SHAPES: ReadonlyMap<string, (typeof SHAPE_COLUMNS)[number]> = new Map(
  SHAPE_COLUMNS.map((column) => [column.name, column]),
);
const [RADIUS, ...FOLDED] = SHAPE_COLUMNS.map(({ name, label }): readonly [string, ColumnFacts] => [
  name,
  { label, isVaried: true, ...(name !== 'radius' && { isFolded: true }) },
]);

/** Columns of the table whose cells can be typed. */
export const COLUMNS: Readonly<Record<string, ColumnFacts>> = {
  ...Object.fromEntries([RADIUS!]),
  thickness: { label: 'Thickness', isVaried: true },
  glass: { label: 'Glass', isVaried: false },
  semiDiameter: { label: 'Semi-diameter', isVaried: false },
  ...Object.fromEntries(FOLDED),
};
export type Column = string;
export const columnFacts = (column: Column): ColumnFacts => COLUMNS[column]!;

/** Whether a lens needs the columns that are folded away. */
export const hasAspheres = ({ surfaces }: LensFile): boolean => surfaces.some(isAspheric);

/** Coefficients of r², r⁴, … that every unfolded table has. */
const ALWAYS_SHOWN = 8;

/** Whether a surface has a number that is not shown for every lens. */
function hasNumber(surface: LensFile['surfaces'][number], column: Column): boolean {
  const { property, component = 0 } = SHAPES.get(column)!.part;
  if (property === 'aspheric') return (surface.aspheric?.length ?? 0) > component;
  const own = surface.shape?.[property.slice('shape.'.length)];
  return Array.isArray(own) ? own.length > component : own !== undefined;
}

/** The columns of the table of a lens: of the unfolded ones those that its surfaces have. */
export const columnsOf = ({ surfaces }: LensFile, areUnfolded: boolean): readonly Column[] =>
  Object.keys(COLUMNS).filter((column) => {
    if (!columnFacts(column).isFolded) return true;
    const { property, component = 0 } = SHAPES.get(column)!.part;
    const isCommon = property === 'conic' || (property === 'aspheric' && component < ALWAYS_SHOWN);
    return areUnfolded && (isCommon || surfaces.some((surface) => hasNumber(surface, column)));
  });

/** Whether a column is of one kind of surface alone. */
export const isOwnColumn = (column: Column): boolean => column.startsWith('shape.');

/** The columns of the numbers that the kind of a surface has of its own. */
export const ownColumnsOf = (surface: LensFile['surfaces'][number]): readonly Column[] =>
  [...SHAPES.keys()].filter((column) => isOwnColumn(column) && hasNumber(surface, column));

/** Whether a surface has parts that no column shows. */
export const hasParts = (surface: LensFile['surfaces'][number]): boolean =>
  PARTS.some((key) => surface[key] !== undefined);
const PARTS = ['shape', 'thin', 'phase', 'apertures', 'returnTo', 'mirror'] as const;

/** A cell of the table: the surface, from 0, and the column. */
export interface Cell {
  readonly row: number;
  readonly column: Column;
}

export const isSameCell = (one: Cell, other: Cell): boolean =>
  one.row === other.row && one.column === other.column;

/** Whether numbers of a column can follow the same number of another surface. */
export const canFollow = (column: Column): boolean =>
  SHAPES.get(column)?.isTerm === false || column === 'thickness' || column === 'semiDiameter';

/** A number that is not typed. */
export interface Follow {
  readonly cell: Cell;
  /**
   * `pickup`: a factor times the number of another surface; `focus`, `best focus`: the last
   * thickness reaches to the paraxial focus, or to the smallest spots; `focal length`, `f-number`:
   * the last radius holds it, mm or a ratio.
   */
  readonly rule:
    | { readonly kind: 'pickup'; readonly row: number; readonly factor: number }
    | { readonly kind: 'focus' | 'best focus' }
    | { readonly kind: 'focal length' | 'f-number'; readonly value: number };
}

export const followOf = ({ follows }: LensDraft, cell: Cell): Follow | undefined =>
  follows.find((one) => isSameCell(one.cell, cell));

/** The path of a number in the documents of the lens design. */
const pathOf = ({ row, column }: Cell): string => {
  const { property, component } = SHAPES.get(column)?.varied ?? { property: column };
  return `lens.surfaces[${row}].${property}${component === undefined ? '' : `[${component}]`}`;
};

/** The lens with what follows, as the lens design takes it. */
export const documentOf = ({ lens, follows }: LensDraft) => ({
  lens,
  pickups: follows.flatMap(({ cell, rule }) =>
    rule.kind === 'pickup'
      ? [
          {
            path: pathOf(cell),
            of: pathOf({ ...cell, row: rule.row }),
            scale: cell.column === 'radius' ? 1 / rule.factor : rule.factor,
          },
        ]
      : [],
  ),
  solves: follows.flatMap(({ cell, rule }) => {
    switch (rule.kind) {
      case 'focus':
        return [{ solve: 'paraxialFocus' }];
      case 'best focus':
        return [{ solve: 'bestFocus' }];
      case 'focal length':
        return [{ solve: 'focalLength', surface: cell.row, value: rule.value }];
      case 'f-number':
        return [{ solve: 'fNumber', surface: cell.row, value: rule.value }];
      case 'pickup':
        return [];
    }
  }),
});

/** Digits in the table. */
const DIGITS = 7;
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** What a mirror has in place of a glass. */
const MIRROR = 'MIRROR';

/** A cell as it stands in the table. Planes and air are blank. */
export function textOf({ surfaces }: LensFile, { row, column }: Cell): string {
  const surface = surfaces[row]!;
  switch (column) {
    case 'glass':
      return surface.mirror ? MIRROR : (surface.glass ?? '');
    case 'thickness':
    case 'semiDiameter':
      return shown(surface[column]);
    default: {
      const value = shapeValue(surface, SHAPES.get(column)!.part);
      return value === undefined ? '' : shown(value);
    }
  }
}

/** Marks of what is solved for. */
const SOLVE_MARKS = {
  focus: 'S',
  'best focus': 'B',
  'focal length': 'S',
  'f-number': 'F',
} as const;

/** The same with the mark of what follows: 'P −#1', 'S 5.013', 'B 5.013', 'F 5.013'. */
export function markedText(draft: LensDraft, cell: Cell): string {
  const rule = followOf(draft, cell)?.rule;
  if (!rule) return textOf(draft.lens, cell);
  if (rule.kind !== 'pickup') return `${SOLVE_MARKS[rule.kind]} ${textOf(draft.lens, cell)}`;
  const factor = rule.factor === 1 ? '' : rule.factor === -1 ? '−' : `${rule.factor} `;
  return `P ${factor.replace('-', '−')}#${rule.row + 1}`;
}

/**
 * The lens with another value in a cell.
 *
 * @returns a sentence where the text is no such value.
 */
export function withText(lens: LensFile, { row, column }: Cell, text: string): LensFile | string {
  const blank = text.trim() === '';
  const value = column === 'glass' ? undefined : numberOf(text);
  const shape = SHAPES.get(column);
  const isRadius = shape !== undefined && shape.part.property !== shape.varied.property;
  if (column !== 'glass' && value === undefined && !(blank && isRadius))
    return `Surface ${row + 1}: ${columnFacts(column).label} must be a number${isRadius ? ', or blank for a plane' : ''}.`;
  const changed = (surface: LensFile['surfaces'][number]): LensFile['surfaces'][number] => {
    if (column === 'glass') {
      const { mirror: _, ...others } = surface;
      return text.trim().toUpperCase() === MIRROR
        ? { ...others, mirror: true, glass: null }
        : { ...others, glass: blank ? null : text.trim() };
    }
    if (!shape) return { ...surface, [column]: value };
    const { aspheric, ...rest } = withShapeValue(surface, shape.part, value ?? null);
    return aspheric?.some((one) => one !== 0) ? { ...rest, aspheric } : rest;
  };
  return {
    ...lens,
    surfaces: lens.surfaces.map((surface, i) => (i === row ? changed(surface) : surface)),
  };
}

/** Inserts a plane in air before a surface, half of the distance to the one before away. */
export function withInserted(lens: LensFile, row: number): LensFile {
  const { surfaces, stopIndex } = lens;
  const next = surfaces[row]!;
  const before = surfaces[row - 1];
  const half = before ? before.thickness / 2 : 1;
  const inserted = {
    radius: null,
    thickness: half,
    semiDiameter: next.semiDiameter,
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

/** What follows, after the same; a number whose surface is deleted stays as it is. */
export const movedFollows = (
  follows: readonly Follow[],
  row: number,
  by: 1 | -1,
): readonly Follow[] =>
  follows.flatMap(({ cell, rule }): readonly Follow[] => {
    const [moved] = movedCells([cell], row, by);
    if (!moved) return [];
    if (rule.kind !== 'pickup') return [{ cell: moved, rule }];
    const [source] = movedCells([{ ...cell, row: rule.row }], row, by);
    return source ? [{ cell: moved, rule: { ...rule, row: source.row } }] : [];
  });

/** Bounds of a search, by what can be made: no half sphere, no distance below a hundredth of it. */
function boundsOf(lens: LensFile, cell: Cell) {
  const path = pathOf(cell);
  const surface = lens.surfaces[cell.row]!;
  const { thickness, semiDiameter } = surface;
  const shape = SHAPES.get(cell.column);
  if (!shape) return { path, from: Math.max(0.01 * thickness, 0.01), to: 3 * thickness };
  const [from, to] = shape.bounds(shapeValue(surface, shape.varied)!, semiDiameter);
  return { path, from, to };
}

/** The search of a better lens, as `lumenloom lens optimise` takes it. */
export const studyOf = (draft: LensDraft, focalLengthMm: number) => ({
  ...documentOf(draft),
  vary: draft.varied.map((cell) => boundsOf(draft.lens, cell)),
  ...meritDocument(meritIn(draft, focalLengthMm)),
  semiDiameters: 'keep',
});

/** The search from other curvatures, whose lenses keep focal length and aperture. */
export const startsStudy = (
  draft: LensDraft,
  {
    focalLengthMm,
    paraxialFNumber,
  }: { readonly focalLengthMm: number; readonly paraxialFNumber: number },
  starts: string,
) => ({
  ...studyOf(draft, focalLengthMm),
  aperture: { entrancePupilDiameterMm: focalLengthMm / paraxialFNumber },
  algorithm: { name: 'multi-start', starts: numberOf(starts) ?? starts },
  semiDiameters: 'follow',
});

/** Share by which a search with figures of the picture changes a number at most. */
const PICTURE_SPREAD = 0.05;

/** The variable numbers as fields of a study whose figures are those of the picture. */
export const fieldsOf = ({ lens, varied }: LensDraft): readonly VariedField[] =>
  varied.map((cell) => {
    const { path, to } = boundsOf(lens, cell);
    const { radius } = lens.surfaces[cell.row]!;
    const isBent = cell.column === 'radius' && radius !== null;
    return variedField({
      path: isBent ? `lens.surfaces[${cell.row}].radius` : path,
      label: '',
      group: '',
      unit: '',
      values: undefined,
      spread: PICTURE_SPREAD,
      current: Number(textOf(lens, cell)),
      // A plane, a sphere or a coefficient of 0 gets a range about it within what can be made.
      size: 4 * PICTURE_SPREAD * to,
    });
  });

/** The cell that a problem of a lens file is about; undefined where it is about all of it. */
export function cellOf(field: string | undefined): Cell | undefined {
  const [, row, name] = /^surfaces\[(\d+)\]\.(\w+)/.exec(field ?? '') ?? [];
  const column = Object.keys(COLUMNS).find((known) => known === name);
  return column === undefined ? undefined : { row: Number(row), column };
}

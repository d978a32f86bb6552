import {
  columnFacts,
  canFollow,
  followOf,
  isSameCell,
  movedCells,
  movedFollows,
  textOf,
  withInserted,
  withoutSurface,
  withText,
  type Cell,
  type Follow,
  type LensDraft,
} from './lens-draft.ts';
import { movedMerit } from './merit.ts';
import { movedPositions } from './positions.ts';

/** Figures that a solve can hold. */
export interface Held {
  readonly focalLengthMm: number;
  readonly paraxialFNumber: number;
}

/** A change of the draft, and its name in the history. */
export interface Edit {
  readonly draft: LensDraft;
  readonly name: string;
}

/** 'radius 3'. */
const wordsOf = ({ row, column }: Cell): string =>
  `${columnFacts(column).label.toLowerCase()} ${row + 1}`;

/** @returns a sentence where the text is no value of the cell; undefined where it is there. */
export function typed(draft: LensDraft, cell: Cell, text: string): Edit | string | undefined {
  const before = textOf(draft.lens, cell);
  if (text.trim() === before && !followOf(draft, cell)) return undefined;
  const lens = withText(draft.lens, cell, text);
  return typeof lens === 'string'
    ? lens
    : {
        draft: { ...draft, lens, follows: without(draft.follows, cell) },
        name: `${wordsOf(cell)}: ${before || '—'} → ${text.trim() || '—'}`,
      };
}

const without = (follows: readonly Follow[], cell: Cell): readonly Follow[] =>
  follows.filter((one) => !isSameCell(one.cell, cell));

/** Lets a number follow a rule, or the text of it stand again where there is none. */
export function followed(
  draft: LensDraft,
  cell: Cell,
  rule: Follow['rule'] | undefined,
): Edit | string {
  const { label } = columnFacts(cell.column);
  if (rule?.kind === 'pickup') {
    if (!canFollow(cell.column)) return `${label} follows no other surface.`;
    if (!draft.lens.surfaces[rule.row] || rule.row === cell.row)
      return `Surface ${rule.row + 1}: name another surface, from 1 to ${draft.lens.surfaces.length}.`;
    if (followOf(draft, { ...cell, row: rule.row }))
      return `${label} ${rule.row + 1} follows itself: name the surface that it follows.`;
    if (!Number.isFinite(rule.factor) || rule.factor === 0)
      return 'The factor must be a number other than 0.';
  }
  const rest = without(draft.follows, cell);
  return {
    draft: {
      ...draft,
      // Another object, which is completed anew.
      lens: { ...draft.lens },
      varied: draft.varied.filter((one) => !isSameCell(one, cell)),
      follows: rule ? [...rest, { cell, rule }] : rest,
    },
    name: `${wordsOf(cell)} ${rule ? (rule.kind === 'pickup' ? `follows surface ${rule.row + 1}` : `solved for the ${rule.kind}`) : 'follows nothing'}`,
  };
}

/**
 * Solves the last thickness for the paraxial focus, then for the best one, and the last radius for
 * the focal length, then for the f-number; then ends it.
 */
export function solved(draft: LensDraft, cell: Cell, figures: Held | undefined): Edit | string {
  const kind = followOf(draft, cell)?.rule.kind;
  const isLast = cell.row === draft.lens.surfaces.length - 1;
  if (isLast && cell.column === 'radius' && figures && kind !== 'f-number')
    return followed(
      draft,
      cell,
      kind === 'focal length'
        ? { kind: 'f-number', value: figures.paraxialFNumber }
        : { kind: 'focal length', value: figures.focalLengthMm },
    );
  if (kind === 'focus') return followed(draft, cell, { kind: 'best focus' });
  if (kind !== undefined && kind !== 'pickup') return followed(draft, cell, undefined);
  if (isLast && cell.column === 'thickness') return followed(draft, cell, { kind: 'focus' });
  return 'S solves the last thickness for the paraxial focus, or the last radius for the focal length; pressed again, for the best focus or the f-number.';
}

/** A number changed by a share of it; undefined where there is none. */
export function scaled(draft: LensDraft, cell: Cell, share: number): Edit | string | undefined {
  const value = Number(textOf(draft.lens, cell));
  if (followOf(draft, cell)) return notTyped(cell);
  if (cell.column === 'glass' || !Number.isFinite(value) || value === 0) return undefined;
  return typed(draft, cell, String(Number((value * (1 + share)).toPrecision(7))));
}

/** Another thickness behind a surface; a sentence where it is not typed. */
export function dragged(
  draft: LensDraft,
  row: number,
  thicknessMm: number,
): Edit | string | undefined {
  const cell: Cell = { row, column: 'thickness' };
  return followOf(draft, cell)
    ? notTyped(cell)
    : typed(draft, cell, String(Number(Math.max(0, thicknessMm).toPrecision(7))));
}

const notTyped = ({ row, column }: Cell): string =>
  `${columnFacts(column).label} ${row + 1} is not typed: it follows.`;

/** Makes a number variable, or fixes it again. */
export function varied(draft: LensDraft, cell: Cell): Edit | string {
  const { label, isVaried } = columnFacts(cell.column);
  if (!isVaried) return `${label} is not varied.`;
  const rest = draft.varied.filter((one) => !isSameCell(one, cell));
  const isOff = rest.length < draft.varied.length;
  return {
    draft: {
      ...draft,
      varied: isOff ? rest : [...draft.varied, cell],
      follows: without(draft.follows, cell),
    },
    name: `${wordsOf(cell)} ${isOff ? 'fixed' : 'variable'}`,
  };
}

export const inserted = (draft: LensDraft, row: number): Edit => ({
  draft: {
    ...draft,
    lens: withInserted(draft.lens, row),
    varied: movedCells(draft.varied, row, 1),
    follows: movedFollows(draft.follows, row, 1),
    merit: movedMerit(draft.merit, row, 1),
    positions: movedPositions(draft.positions, row, 1),
  },
  name: `surface ${row + 1} inserted`,
});

export const deleted = (draft: LensDraft, row: number): Edit => ({
  draft: {
    ...draft,
    lens: withoutSurface(draft.lens, row),
    varied: movedCells(draft.varied, row, -1),
    follows: movedFollows(draft.follows, row, -1),
    merit: movedMerit(draft.merit, row, -1),
    positions: movedPositions(draft.positions, row, -1),
  },
  name: `surface ${row + 1} deleted`,
});

export const stopAt = (draft: LensDraft, row: number): Edit => ({
  draft: { ...draft, lens: { ...draft.lens, stopIndex: row } },
  name: `stop at surface ${row + 1}`,
});

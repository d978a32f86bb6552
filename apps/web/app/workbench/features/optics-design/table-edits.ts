import {
  COLUMNS,
  isSameCell,
  movedCells,
  textOf,
  withInserted,
  withoutSurface,
  withText,
  type Cell,
  type LensDraft,
} from './lens-draft.ts';

/** A change of the draft, and its name in the history. */
export interface Edit {
  readonly draft: LensDraft;
  readonly name: string;
}

/** 'radius 3'. */
const wordsOf = ({ row, column }: Cell): string =>
  `${COLUMNS[column].label.toLowerCase()} ${row + 1}`;

/** @returns a sentence where the text is no value of the cell; undefined where it is there. */
export function typed(draft: LensDraft, cell: Cell, text: string): Edit | string | undefined {
  const before = textOf(draft.lens, cell);
  if (text.trim() === before) return undefined;
  const lens = withText(draft.lens, cell, text);
  return typeof lens === 'string'
    ? lens
    : {
        draft: { ...draft, lens },
        name: `${wordsOf(cell)}: ${before || '—'} → ${text.trim() || '—'}`,
      };
}

/** A number changed by a share of it; undefined where there is none. */
export function scaled(draft: LensDraft, cell: Cell, share: number): Edit | string | undefined {
  const value = Number(textOf(draft.lens, cell));
  if (cell.column === 'glass' || !Number.isFinite(value) || value === 0) return undefined;
  return typed(draft, cell, String(Number((value * (1 + share)).toPrecision(7))));
}

/** Makes a number variable, or fixes it again. */
export function varied(draft: LensDraft, cell: Cell): Edit | string {
  const { label, isVaried } = COLUMNS[cell.column];
  if (!isVaried) return `${label} is not varied.`;
  const rest = draft.varied.filter((one) => !isSameCell(one, cell));
  const isOff = rest.length < draft.varied.length;
  return {
    draft: { ...draft, varied: isOff ? rest : [...draft.varied, cell] },
    name: `${wordsOf(cell)} ${isOff ? 'fixed' : 'variable'}`,
  };
}

export const inserted = (draft: LensDraft, row: number): Edit => ({
  draft: {
    ...draft,
    lens: withInserted(draft.lens, row),
    varied: movedCells(draft.varied, row, 1),
  },
  name: `surface ${row + 1} inserted`,
});

export const deleted = (draft: LensDraft, row: number): Edit => ({
  draft: {
    ...draft,
    lens: withoutSurface(draft.lens, row),
    varied: movedCells(draft.varied, row, -1),
  },
  name: `surface ${row + 1} deleted`,
});

export const stopAt = (draft: LensDraft, row: number): Edit => ({
  draft: { ...draft, lens: { ...draft.lens, stopIndex: row } },
  name: `stop at surface ${row + 1}`,
});

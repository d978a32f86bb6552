import { useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Cell } from './lens-draft.ts';

/** The cell that had the focus last, and what moves the focus to another one. */
export interface Selection {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly selected: Cell;
  readonly setSelected: (cell: Cell) => void;
  readonly goTo: (cell: Cell) => void;
}

export const cellOn = (table: HTMLElement | null, { row, column }: Cell): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`) ?? null;

/** @param surfaces of the lens. */
export function useSelection(surfaces: number): Selection {
  const [selected, setSelected] = useState<Cell>({ row: 0, column: 'radius' });
  const table = useRef<HTMLTableElement>(null);
  return useMemo(() => {
    const goTo = ({ row, column }: Cell): void => {
      const cell = { row: Math.max(0, Math.min(surfaces - 1, row)), column };
      // A folded table has a row for it only then.
      flushSync(() => setSelected(cell));
      cellOn(table.current, cell)?.focus();
    };
    const row = Math.min(selected.row, surfaces - 1);
    return { table, selected: { ...selected, row }, setSelected, goTo };
  }, [selected, surfaces]);
}

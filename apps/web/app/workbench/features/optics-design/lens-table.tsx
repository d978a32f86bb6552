import { useRef, useState, type KeyboardEvent } from 'react';
import {
  COLUMNS,
  followOf,
  hasAspheres,
  isSameCell,
  markedText,
  textOf,
  type Cell,
  type Column,
  type LensDraft,
} from './lens-draft.ts';
import { FollowForm } from './follow-form.tsx';
import type { Failure } from './lens-store.ts';
import styles from './optics-workspace.module.css';
import { TableCommands } from './table-commands.tsx';
import {
  deleted,
  followed,
  inserted,
  scaled,
  solved,
  stopAt,
  typed,
  varied,
  type Edit,
} from './table-edits.ts';

interface LensTableProps {
  readonly draft: LensDraft;
  /** Why the lens cannot be traced, and the cell at fault where one is known. */
  readonly failure: (Failure & { readonly cell: Cell | undefined }) | undefined;
  readonly isSearching: boolean;
  readonly note: string;
  /** Of the lens, where it is known. */
  readonly focalLengthMm: number | undefined;
  /** Opens the glasses of a surface. */
  readonly onGlass: (row: number) => void;
  readonly onEdit: (draft: LensDraft, name: string) => void;
  readonly onSay: (note: string) => void;
  readonly onSearch: () => void;
  readonly onStop: () => void;
}

const NAMES = Object.keys(COLUMNS) as readonly Column[];
const PLACEHOLDERS: Partial<Record<Column, string>> = { glass: 'air', radius: 'plane' };
/** Shares by which Alt with an arrow changes a number, and with Shift too. */
const [COARSE, FINE] = [0.01, 0.001];

/** The surfaces of the lens, to be edited. */
export function LensTable({
  draft,
  failure,
  focalLengthMm,
  onGlass,
  onEdit,
  onSay,
  ...rest
}: LensTableProps) {
  const { surfaces } = draft.lens;
  /** The cell whose pickup is asked for. */
  const [asked, setAsked] = useState<Cell>();
  const [areUnfolded, setUnfolded] = useState(() => hasAspheres(draft.lens));
  const columns = NAMES.filter((name) => areUnfolded || !COLUMNS[name].isFolded);
  const [selected, setSelected] = useState<Cell>({ row: 0, column: 'radius' });
  const table = useRef<HTMLTableElement>(null);
  const take = (edit: Edit | string | undefined): void => {
    if (typeof edit === 'string') onSay(edit);
    else if (edit) onEdit(edit.draft, edit.name);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, cell: Cell): void => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget: input } = event;
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (by === 1 && altKey && cell.column === 'glass') onGlass(cell.row);
    else if (by !== undefined && altKey)
      take(scaled(draft, cell, -by * (shiftKey ? FINE : COARSE)));
    else if (by !== undefined || key === 'Enter') {
      const next = `[data-cell="${cell.row + (by ?? 1)} ${cell.column}"]`;
      // Whoever leaves a cell has typed it.
      input.blur();
      (table.current?.querySelector<HTMLElement>(next) ?? input).focus();
    } else if (key === 'Insert') take(inserted(draft, cell.row));
    else if (ctrlKey || metaKey || altKey || cell.column === 'glass' || !/^[vpsg]$/i.test(key))
      return;
    else command(key.toLowerCase(), cell);
    event.preventDefault();
  };
  /** Letters are commands in cells of numbers. */
  const command = (key: string, cell: Cell): void => {
    if (key === 'v') take(varied(draft, cell));
    else if (key === 'p') setAsked(cell);
    else if (key === 's') take(solved(draft, cell, focalLengthMm));
    else onGlass(cell.row);
  };
  const focusOn = ({ row: at, column }: Cell): void =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${at} ${column}"]`)?.focus();
  const row = Math.min(selected.row, surfaces.length - 1);
  const labels = ['#', ...columns.map((column) => COLUMNS[column].label), 'Stop'];
  return (
    <>
      <TableCommands
        {...rest}
        hasVaried={draft.varied.length > 0}
        canSearch={failure === undefined}
        canDelete={surfaces.length > 1}
        areUnfolded={areUnfolded}
        onVaried={() => take(varied(draft, { ...selected, row }))}
        onPickup={() => setAsked({ ...selected, row })}
        onSolve={() => take(solved(draft, { ...selected, row }, focalLengthMm))}
        onGlass={() => onGlass(row)}
        onFold={() => setUnfolded(!areUnfolded)}
        onInsert={() => take(inserted(draft, row))}
        onDelete={() => take(deleted(draft, row))}
      />
      {asked && (
        <FollowForm
          key={`${asked.row} ${asked.column}`}
          draft={draft}
          cell={asked}
          onRule={(rule) => take(followed(draft, asked, rule))}
          onClose={() => {
            setAsked(undefined);
            focusOn(asked);
          }}
        />
      )}
      <div className={styles.scrolled}>
        <table ref={table} className={styles.table} aria-label="Surfaces">
          <thead>
            <tr>
              {labels.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {surfaces.map(({ aspheric }, at) => (
              <tr key={at} data-selected={at === row || undefined}>
                <th scope="row">
                  {at + 1}
                  {aspheric && <abbr title="aspheric">*</abbr>}
                </th>
                {columns.map((column) => (
                  <TableCell
                    key={column}
                    cell={{ row: at, column }}
                    draft={draft}
                    failure={failure}
                    onSelect={setSelected}
                    onType={(cell, text) => take(typed(draft, cell, text))}
                    onKey={onKey}
                  />
                ))}
                <td>
                  <StopMark draft={draft} row={at} onStop={() => take(stopAt(draft, at))} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Whether a surface carries the stop. */
const StopMark = ({
  draft,
  row,
  onStop,
}: Pick<LensTableProps, 'draft'> & { readonly row: number; readonly onStop: () => void }) => (
  <input
    type="radio"
    name="stop"
    aria-label={`Stop at surface ${row + 1}`}
    checked={draft.lens.stopIndex === row}
    onChange={onStop}
  />
);

/** A number or a glass of a surface. */
function TableCell({
  cell,
  draft,
  failure,
  onSelect,
  onType,
  onKey,
}: Pick<LensTableProps, 'draft' | 'failure'> & {
  readonly cell: Cell;
  readonly onSelect: (cell: Cell) => void;
  readonly onType: (cell: Cell, text: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLInputElement>, cell: Cell) => void;
}) {
  const { row, column } = cell;
  const isVaried = draft.varied.some((one) => isSameCell(one, cell));
  const isWrong = failure?.cell && isSameCell(failure.cell, cell);
  const follow = followOf(draft, cell);
  const [typing, setTyping] = useState<string>();
  return (
    <td data-follows={follow !== undefined || undefined} data-varied={isVaried || undefined}>
      <input
        data-cell={`${row} ${column}`}
        aria-label={`${COLUMNS[column].label} ${row + 1}${isVaried ? ', variable' : follow ? ', follows' : ''}`}
        aria-invalid={isWrong || undefined}
        title={isWrong ? failure.message : follow ? textOf(draft.lens, cell) : undefined}
        value={typing ?? markedText(draft, cell)}
        placeholder={PLACEHOLDERS[column]}
        spellCheck={false}
        onFocus={() => onSelect(cell)}
        onChange={(event) => setTyping(event.target.value)}
        onBlur={() => {
          if (typing !== undefined) onType(cell, typing);
          setTyping(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyping(undefined);
          else onKey(event, cell);
        }}
      />
    </td>
  );
}

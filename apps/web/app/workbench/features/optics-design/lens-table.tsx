import { memo, useState, type KeyboardEvent } from 'react';
import type { Failure } from '../../kit/design/failure.ts';
import {
  cellOf,
  columnFacts,
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
import type { LensStore } from './lens-store.ts';
import styles from './optics-workspace.module.css';
import { cellOn, type Selection } from './selection.ts';
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
  /** Why the lens cannot be traced. */
  readonly failure: Failure | undefined;
  /** Whether the table can show the selected surface alone. */
  readonly isFolding: boolean;
  readonly selection: Selection;
  readonly isSearching: boolean;
  readonly note: string;
  readonly store: LensStore;
  /** Opens the glasses of a surface. */
  readonly onGlass: (row: number) => void;
  readonly onStudy: (() => void) | undefined;
}

const NAMES = Object.keys(COLUMNS) as readonly Column[];
const PLACEHOLDERS: Partial<Record<Column, string>> = { glass: 'air', radius: 'plane' };
/** Shares by which Alt with an arrow changes a number, and with Shift too. */
const [COARSE, FINE] = [0.01, 0.001];

/** Performs a key in a cell. @returns whether it is one of the table. */
function performKey(
  {
    key,
    altKey,
    shiftKey,
    ctrlKey,
    metaKey,
    currentTarget: input,
  }: KeyboardEvent<HTMLInputElement>,
  {
    draft,
    cell,
    letters,
    take,
    goTo,
  }: {
    readonly draft: LensDraft;
    readonly cell: Cell;
    /** Letters are commands in cells of numbers. */
    readonly letters: Readonly<Record<'v' | 'p' | 's' | 'g', () => void>>;
    readonly take: (edit: Edit | string | undefined) => void;
    readonly goTo: (cell: Cell) => void;
  },
): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  const isGlass = cell.column === 'glass';
  if (by === 1 && altKey && isGlass) letters.g();
  else if (by !== undefined && altKey) take(scaled(draft, cell, -by * (shiftKey ? FINE : COARSE)));
  else if (by !== undefined || key === 'Enter') {
    // Whoever leaves a cell has typed it.
    input.blur();
    goTo({ ...cell, row: cell.row + (by ?? 1) });
  } else if (key === 'Insert') take(inserted(draft, cell.row));
  else if (ctrlKey || metaKey || altKey || isGlass || !/^[vpsg]$/i.test(key)) return false;
  else letters[key.toLowerCase() as keyof typeof letters]();
  return true;
}

/** What changes a draft. */
function editing(store: LensStore, draft: LensDraft) {
  const take = (edit: Edit | string | undefined): void => {
    if (typeof edit === 'string') store.say(edit);
    else if (edit) store.edit(edit.draft, edit.name);
  };
  const solve = (cell: Cell): void =>
    take(solved(draft, cell, store.current().results.layout?.value?.figures));
  return { take, solve };
}

/** The surfaces of the lens, to be edited; they are not drawn again for what is computed. */
export const LensTable = memo(function LensTable({
  draft,
  failure,
  isFolding,
  selection,
  store,
  onGlass,
  ...rest
}: LensTableProps) {
  const { surfaces } = draft.lens;
  /** The cell whose pickup is asked for. */
  const [asked, setAsked] = useState<Cell>();
  const [areUnfolded, setUnfolded] = useState(() => hasAspheres(draft.lens));
  const columns = NAMES.filter((name) => areUnfolded || !columnFacts(name).isFolded);
  const { table, selected, goTo } = selection;
  const { row } = selected;
  const [isWhole, setWhole] = useState(true);
  const { take, solve } = editing(store, draft);
  const wrong = failure && { ...failure, cell: cellOf(failure.field) };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, cell: Cell): void => {
    const letters = {
      v: () => take(varied(draft, cell)),
      p: () => setAsked(cell),
      s: () => solve(cell),
      g: () => onGlass(cell.row),
    };
    if (performKey(event, { draft, cell, letters, take, goTo })) event.preventDefault();
  };
  const rowAt = (at: number) => (
    <SurfaceRow
      key={at}
      row={at}
      isSelected={at === row}
      {...{ columns, draft, wrong, onKey }}
      onSelect={selection.setSelected}
      onEdit={take}
    />
  );
  return (
    <>
      <TableCommands
        {...rest}
        hasVaried={draft.varied.length > 0}
        canSearch={failure === undefined}
        canDelete={surfaces.length > 1}
        areUnfolded={areUnfolded}
        onVaried={() => take(varied(draft, selected))}
        onPickup={() => setAsked(selected)}
        onSolve={() => solve(selected)}
        onGlass={() => onGlass(row)}
        isWhole={isFolding ? isWhole : undefined}
        onWhole={() => setWhole(!isWhole)}
        onFold={() => setUnfolded(!areUnfolded)}
        onInsert={() => take(inserted(draft, row))}
        onDelete={() => take(deleted(draft, row))}
        onSearch={() => void store.search()}
        onStop={store.stop}
        onMerit={() => store.showIn(1, 'merit')}
        onStarts={() => store.showIn(1, 'starts')}
      />
      {asked && (
        <FollowForm
          key={`${asked.row} ${asked.column}`}
          draft={draft}
          cell={asked}
          onRule={(rule) => take(followed(draft, asked, rule))}
          onClose={() => {
            setAsked(undefined);
            cellOn(table.current, asked)?.focus();
          }}
        />
      )}
      <div className={styles.scrolled} data-folded={(isFolding && !isWhole) || undefined}>
        <table ref={table} className={styles.table} aria-label="Surfaces">
          <Head columns={columns} />
          <tbody>{(isFolding && !isWhole ? [row] : surfaces.map((_, at) => at)).map(rowAt)}</tbody>
        </table>
      </div>
    </>
  );
});

const Head = ({ columns }: { readonly columns: readonly Column[] }) => (
  <thead>
    <tr>
      {['#', ...columns.map((column) => columnFacts(column).label), 'Stop'].map((label) => (
        <th key={label} scope="col">
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

/** A surface: its cells, and whether it carries the stop. */
function SurfaceRow({
  row,
  isSelected,
  columns,
  onEdit,
  ...rest
}: Omit<CellProps, 'cell' | 'onType'> & {
  readonly row: number;
  readonly isSelected: boolean;
  readonly columns: readonly Column[];
  readonly onEdit: (edit: Edit | string | undefined) => void;
}) {
  const { draft } = rest;
  return (
    <tr data-selected={isSelected || undefined}>
      <th scope="row">
        {row + 1}
        {draft.lens.surfaces[row]!.aspheric && <abbr title="aspheric">*</abbr>}
      </th>
      {columns.map((column) => (
        <TableCell
          key={column}
          {...rest}
          cell={{ row, column }}
          onType={(cell, text) => onEdit(typed(draft, cell, text))}
        />
      ))}
      <td>
        <StopMark draft={draft} row={row} onStop={() => onEdit(stopAt(draft, row))} />
      </td>
    </tr>
  );
}

/** Whether a surface carries the stop. */
const StopMark = ({
  draft,
  row,
  onStop,
}: Pick<LensTableProps, 'draft'> & { readonly row: number; readonly onStop: () => void }) => (
  <label className={styles.stop}>
    <input
      type="radio"
      name="stop"
      aria-label={`Stop at surface ${row + 1}`}
      checked={draft.lens.stopIndex === row}
      onChange={onStop}
    />
  </label>
);

interface CellProps extends Pick<LensTableProps, 'draft'> {
  /** Why the lens cannot be traced, and the cell at fault where one is known. */
  readonly wrong: (Failure & { readonly cell: Cell | undefined }) | undefined;
  readonly cell: Cell;
  readonly onSelect: (cell: Cell) => void;
  readonly onType: (cell: Cell, text: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLInputElement>, cell: Cell) => void;
}

/** A number or a glass of a surface. */
function TableCell({ cell, draft, wrong, onSelect, onType, onKey }: CellProps) {
  const { row, column } = cell;
  const isVaried = draft.varied.some((one) => isSameCell(one, cell));
  const isWrong = wrong?.cell && isSameCell(wrong.cell, cell);
  const follow = followOf(draft, cell);
  const [typing, setTyping] = useState<string>();
  return (
    <td data-follows={follow !== undefined || undefined} data-varied={isVaried || undefined}>
      <input
        data-cell={`${row} ${column}`}
        aria-label={`${columnFacts(column).label} ${row + 1}${isVaried ? ', variable' : follow ? ', follows' : ''}`}
        aria-invalid={isWrong || undefined}
        title={isWrong ? wrong.message : follow ? textOf(draft.lens, cell) : undefined}
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

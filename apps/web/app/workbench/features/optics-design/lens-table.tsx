import { memo, Suspense, useReducer, useState, type KeyboardEvent } from 'react';
import type { Failure } from '../../kit/design/failure.ts';
import { lazyPart } from '../../kit/part/part.tsx';
import {
  cellOf,
  columnFacts,
  columnsOf,
  followOf,
  hasAspheres,
  hasParts,
  isOwnColumn,
  ownColumnsOf,
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

const LazyFold = lazyPart(async () => (await import('./surface-fold.tsx')).SurfaceFold);
const LazyMoves = lazyPart(async () => (await import('./surface-fold.tsx')).MoveRows);

interface LensTableProps {
  readonly draft: LensDraft;
  /** Whether the parts of surfaces and the moves of the axis are shown. */
  readonly hasLensFiles: boolean;
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

/** The row that is open after one was pressed. */
const toggled = (open: number | undefined, pressed: number): number | undefined =>
  open === pressed ? undefined : pressed;

/** What changes a draft. */
function editing(store: LensStore, draft: LensDraft) {
  const take = (edit: Edit | string | undefined): void => {
    if (typeof edit === 'string') store.say(edit);
    else if (edit) store.edit(edit.draft, edit.name);
  };
  const solve = (cell: Cell): void =>
    take(solved(draft, cell, store.current().results.layout?.value?.figures));
  const vary = (cell: Cell): void => take(varied(draft, cell));
  return { take, solve, vary };
}

/** The surfaces of the lens, to be edited; they are not drawn again for what is computed. */
export const LensTable = memo(function LensTable({
  draft,
  hasLensFiles,
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
  // Numbers of kinds stand with the parts of their surfaces.
  const all = columnsOf(draft.lens, areUnfolded);
  const columns = hasLensFiles ? all.filter((column) => !isOwnColumn(column)) : all;
  const { table, selected, goTo } = selection;
  const { row } = selected;
  const [isWhole, setWhole] = useState(true);
  /** The surface whose parts are shown. */
  const [openRow, open] = useReducer(toggled, undefined);
  const { take, solve, vary } = editing(store, draft);
  const wrong = failure && { ...failure, cell: cellOf(failure.field) };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, cell: Cell): void => {
    const [v, p] = [() => vary(cell), () => setAsked(cell)];
    const letters = { v, p, s: () => solve(cell), g: () => onGlass(cell.row) };
    if (performKey(event, { draft, cell, letters, take, goTo })) event.preventDefault();
  };
  const ofRows = { columns, draft, wrong, onKey, onSelect: selection.setSelected, onEdit: take };
  const rowAt = (at: number) => (
    <SurfaceRow
      key={at}
      {...ofRows}
      row={at}
      isSelected={at === row}
      isOpen={at === openRow}
      onOpen={hasLensFiles ? () => open(at) : undefined}
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
        onVaried={() => vary(selected)}
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

/** A surface: its cells, and whether it carries the stop; its parts and moves around it. */
function SurfaceRow({
  row,
  isSelected,
  isOpen,
  columns,
  onEdit,
  onOpen,
  ...rest
}: Omit<CellProps, 'cell' | 'onType'> & {
  readonly row: number;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly columns: readonly Column[];
  readonly onEdit: (edit: Edit | string | undefined) => void;
  /** Opens or closes the parts of the surface; undefined where they are not shown. */
  readonly onOpen: (() => void) | undefined;
}) {
  const { draft } = rest;
  const surface = draft.lens.surfaces[row]!;
  const cell = {
    ...rest,
    onType: (one: Cell, text: string) => onEdit(typed(draft, one, text)),
  };
  const around = { draft, row, columns: columns.length + 2, onEdit };
  const mark = (
    <>
      {row + 1}
      {surface.aspheric && <abbr title="aspheric">*</abbr>}
    </>
  );
  return (
    <Suspense fallback={null}>
      {onOpen && surface.before && <LazyMoves {...around} isBehind={false} />}
      <tr data-selected={isSelected || undefined}>
        <th scope="row">
          {onOpen ? (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-label={`Parts of surface ${row + 1}`}
              data-has={hasParts(surface) || undefined}
              onClick={onOpen}
            >
              {isOpen ? '▾' : '▸'} {mark}
            </button>
          ) : (
            mark
          )}
        </th>
        {columns.map((column) => (
          <TableCell key={column} {...cell} cell={{ row, column }} />
        ))}
        <td>
          <StopMark draft={draft} row={row} onStop={() => onEdit(stopAt(draft, row))} />
        </td>
      </tr>
      {onOpen && isOpen && (
        <LazyFold {...around}>
          {ownColumnsOf(surface).map((column) => (
            <label key={column} className={styles.own}>
              <span>{columnFacts(column).label}</span>
              <CellInput {...cell} cell={{ row, column }} />
            </label>
          ))}
        </LazyFold>
      )}
      {onOpen && surface.after && <LazyMoves {...around} isBehind />}
    </Suspense>
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

/** A number or a glass of a surface, in its place in the table. */
function TableCell(props: CellProps) {
  const { cell, draft } = props;
  const isVaried = draft.varied.some((one) => isSameCell(one, cell));
  const follow = followOf(draft, cell);
  return (
    <td data-follows={follow !== undefined || undefined} data-varied={isVaried || undefined}>
      <CellInput {...props} />
    </td>
  );
}

/** A number or a glass of a surface. */
function CellInput({ cell, draft, wrong, onSelect, onType, onKey }: CellProps) {
  const { row, column } = cell;
  const isVaried = draft.varied.some((one) => isSameCell(one, cell));
  const isWrong = wrong?.cell && isSameCell(wrong.cell, cell);
  const follow = followOf(draft, cell);
  const [typing, setTyping] = useState<string>();
  return (
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
  );
}

import { ownIdOf } from '@lumenloom/contract';
import { publishedName } from '@lumenloom/engine/catalogue';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import {
  columnsOf,
  isUsable,
  UNKNOWN,
  type Column,
  type PartRow,
  type PartsChoice,
} from './part-rows.ts';
import styles from './parts-dialog.module.css';

interface PartTableProps {
  readonly choice: PartsChoice;
  readonly rows: readonly PartRow[];
  readonly current: string | undefined;
  /** In the recipe. */
  readonly chosen: string;
  readonly stars: readonly string[];
  readonly compared: readonly string[];
  readonly onPick: (name: string) => void;
  readonly onUse: (name: string) => void;
  readonly onCompare: (name: string) => void;
  readonly onStar: (name: string) => void;
}

/** The parts with their figures: arrows move, Enter uses, Space compares. */
export function PartTable({ choice, rows, current, ...rest }: PartTableProps) {
  const columns = columnsOf(choice);
  const body = useRef<HTMLTableSectionElement>(null);
  const at = rows.findIndex(({ name }) => name === current);
  const usable = rows.find((row) => row.name === current && isUsable(row))?.name;
  const move = (to: number): void => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!next) return;
    rest.onPick(next.name);
    body.current?.querySelectorAll('tr')[rows.indexOf(next)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    };
    const to = steps[event.key];
    const isRow = event.target instanceof HTMLTableRowElement;
    if (to !== undefined) move(to);
    else if (isRow && event.key === 'Enter' && usable !== undefined) rest.onUse(usable);
    else if (isRow && event.key === ' ' && usable !== undefined) rest.onCompare(usable);
    else return;
    event.preventDefault();
  };
  // The chosen part may lie far down.
  useEffect(() => {
    body.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <table className={styles.table} role="grid" aria-label="Parts" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          <th scope="col">Name</th>
          {columns.map(({ id, label, unit, meaning }) => (
            <th key={id} scope="col" title={meaning || undefined} data-figure>
              {label}
              {unit && <small> {unit}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <Row
            key={row.name}
            row={row}
            columns={columns}
            isHead={row.group !== rows[index - 1]?.group}
            isCurrent={row.name === current}
            {...rest}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Omit<PartTableProps, 'choice' | 'rows' | 'current'> {
  readonly row: PartRow;
  readonly columns: readonly Column[];
  /** The first of its group. */
  readonly isHead: boolean;
  readonly isCurrent: boolean;
}

function Row({ row, columns, isHead, isCurrent, ...rest }: RowProps) {
  const { name, label, group } = row;
  const hasStar = ownIdOf(name) !== undefined || publishedName(name) !== undefined;
  const isStarred = rest.stars.includes(name);
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <tr
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isCurrent}
      data-head={isHead || undefined}
      onClick={() => rest.onPick(name)}
      title={row.source}
      onDoubleClick={() => isUsable(row) && rest.onUse(name)}
    >
      <td>
        {isUsable(row) && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Compare ${label}`}
            checked={rest.compared.includes(name)}
            onChange={() => rest.onCompare(name)}
          />
        )}
        {hasStar && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.star}
            aria-label={`${label} in the list`}
            aria-pressed={isStarred}
            title={isStarred ? 'Takes it out of the list' : 'Puts it into the list'}
            onClick={(event) => {
              event.stopPropagation();
              rest.onStar(name);
            }}
          >
            <Star size={14} aria-hidden />
          </button>
        )}
      </td>
      <th scope="row">
        {label}
        {row.mount && <small> {row.mount}</small>}
        {rest.chosen === name && <small> chosen</small>}
        {isHead && <small className={styles.group}>{group}</small>}
      </th>
      {columns.map((column) => (
        <td key={column.id} data-figure>
          {column.text(row) ?? UNKNOWN}
        </td>
      ))}
    </tr>
  );
}

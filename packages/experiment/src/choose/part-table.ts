import { fail, plainNumber } from '@lumenloom/engine/quick';
import { readTextTable } from '../document/text-table.ts';

/** What a customer knows of parts: a row for each, by its exact name. */
export interface PartTable {
  /** As sentences call it. */
  readonly file: string;
  /** Without `part`. */
  readonly columns: readonly string[];
  /** Cells that are not empty; numbers where they are numbers. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, number | string>>;
}

const LONGEST_CELL = 200;
/** Columns whose cells are numbers. */
const NUMBERS = [
  ...['price', 'sizeMm', 'massG', 'powerW', 'leadDays', 'flangeMm', 'imageCircleMm'],
] as const;
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads a table of parts: CSV with a header, separated by what stands most often in the header.
 *
 * @param file its name.
 * @throws SimulationError with the row at fault.
 */
export function readPartTable(text: string, file: string): PartTable {
  const header = text.slice(0, /[\r\n]/.exec(text)?.index ?? text.length);
  const count = (separator: string): number => header.split(separator).length;
  const delimiter = SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
  const { columns, rows } = readTextTable(text, delimiter);
  const at = columns.indexOf('part');
  if (at < 0) fail('table', `${file} has no column part.`);
  const out = new Map<string, ReadonlyMap<string, number | string>>();
  for (const [index, cells] of rows.entries()) {
    // As people count: the header is row 1.
    const row = index + 2;
    const long = cells.find(({ length }) => length > LONGEST_CELL);
    if (long !== undefined) fail('table', `row ${row} has a cell of ${long.length} characters.`);
    const part = cells[at]!;
    if (part === '') fail('table', `row ${row} names no part.`);
    if (out.has(part)) fail('table', `row ${row} names ${part} again.`);
    const own = columns.flatMap((column, i): readonly (readonly [string, number | string])[] => {
      const cell = cells[i]!;
      return i === at || cell === '' ? [] : [[column, valueOf(column, cell, row)]];
    });
    out.set(part, new Map(own));
  }
  return { file, columns: columns.filter((column) => column !== 'part'), rows: out };
}

/** Formulas of spreadsheets are text: nothing is evaluated. */
function valueOf(column: string, cell: string, row: number): number | string {
  const value = plainNumber(cell);
  if (Number.isFinite(value)) return value;
  if ((NUMBERS as readonly string[]).includes(column))
    fail('table', `row ${row}: ${column} is ${cell.slice(0, 40)}, no number with a decimal point.`);
  return cell;
}

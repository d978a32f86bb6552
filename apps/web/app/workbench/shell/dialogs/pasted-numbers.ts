import { WAVELENGTHS } from '@lumenloom/engine/catalogue';

/** Text of a cell in the notation of the table: point for the decimals. */
const asNumberText = (cell: string, decimals: RegExp): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .replace(decimals, '.');

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && cell !== '' && Number.isFinite(Number(cell));

/**
 * Rows of cells of a spreadsheet (tabs) or a CSV file (semicolons or commas); decimal commas become
 * points where commas do not separate.
 */
function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
  const separator = [/\t/, /;/].find((candidate) => candidate.test(text));
  if (separator)
    return lines.map((line) => line.split(separator).map((cell) => asNumberText(cell, /,/)));
  // One comma per line: a column with decimal commas, unless wavelengths stand before it.
  const isColumn =
    lines.every((line) => /^\s*-?\d*(,\d+)?\s*$/.test(line)) &&
    !lines.every((line) => WAVELENGTHS.includes(Number(line.split(',')[0])));
  return lines.map((line) =>
    (isColumn ? [line] : line.split(',')).map((cell) => asNumberText(cell, isColumn ? /,/ : /$^/)),
  );
}

/** Cells to fill: the row of the table, and the texts from the column of the focus on. */
export interface PastedRow {
  readonly band: number;
  readonly cells: readonly string[];
}

/** Rows that fit the table, and how many did not. */
export interface Pasted {
  readonly rows: readonly PastedRow[];
  readonly left: number;
}

/**
 * What a pasted text puts into the table, from the row of the focus downwards. Lines without any
 * number before the first one are headings. Where every line begins with a wavelength of the table,
 * the values go to these wavelengths.
 *
 * @param from row of the focus.
 * @returns undefined for a single value, which the field takes as any text.
 */
export function pastedRows(text: string, from: number): Pasted | undefined {
  const all = cellsOf(text);
  const begin = all.findIndex((row) => row.some(isNumber));
  const rows = begin < 0 ? [] : all.slice(begin);
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return undefined;
  const isSpectrum = rows.every(
    (row) => row.length > 1 && isNumber(row[0]) && WAVELENGTHS.includes(Number(row[0])),
  );
  const placed = rows.map((row, index) =>
    isSpectrum
      ? { band: WAVELENGTHS.indexOf(Number(row[0])), cells: row.slice(1) }
      : { band: from + index, cells: row },
  );
  const fitting = placed.filter(({ band }) => band < WAVELENGTHS.length);
  return { rows: fitting, left: placed.length - fitting.length };
}

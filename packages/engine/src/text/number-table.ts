import { failAt } from './numbered-lines.ts';
import { plainNumber } from './plain-number.ts';

/** A table of numbers with a name per column where the text has a header. */
export interface NumberTable {
  /** As in the header, without blanks around them; undefined without a header. */
  readonly header: readonly string[] | undefined;
  readonly columns: number;
  readonly rows: readonly { readonly line: number; readonly values: readonly number[] }[];
  /** Lines of words before the table that were passed over. */
  readonly skipped: number;
}

/** The mark that parts columns; where it is no comma, commas are decimal points. */
const separatorOf = (text: string): ';' | '\t' | ',' | ' ' =>
  ([';', '\t', ','] as const).find((mark) => text.includes(mark)) ?? ' ';

/**
 * Reads a table of numbers: CSV, TSV, semicolons or blanks; a header is optional, and lines that
 * begin with # are comments.
 *
 * @param columns smallest and largest number of columns.
 * @throws SimulationError naming the line with a value that is not a number, or with another number
 * of values.
 */
export function readNumberTable(
  text: string,
  [fewest, most]: readonly [number, number],
): NumberTable {
  const all = text
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '' && !content.startsWith('#'));
  const skipped = wordsBefore(
    all.map(({ content }) => content),
    fewest,
  );
  const lines = all.slice(skipped);
  const separator = separatorOf(lines.map(({ content }) => content).join('\n'));
  const split = (content: string): string[] =>
    (separator === ' ' ? content.split(/\s+/) : content.split(separator)).map((cell) =>
      cell.trim().replace(/^"(.*)"$/, '$1'),
    );
  const valueOf = (cell: string): number => {
    const plain = separator === ',' || separator === ' ' ? cell : cell.replace(',', '.');
    return plainNumber(plain);
  };
  let header: string[] | undefined;
  const rows: { line: number; values: number[] }[] = [];
  for (const { line, content } of lines) {
    const cells = split(content);
    const wanted = header?.length ?? rows[0]?.values.length;
    if (cells.length < fewest || cells.length > most || (wanted ?? cells.length) !== cells.length)
      failAt(
        line,
        `${cells.length} columns; there must be ${wanted ?? (fewest === most ? fewest : `${fewest} to ${most}`)}`,
      );
    if (rows.length === 0 && !header && cells.every((cell) => /[a-z]{2}/i.test(cell))) {
      header = cells;
      continue;
    }
    const values = cells.map(valueOf);
    const wrong = values.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0)
      failAt(line, `"${cells[wrong]!.slice(0, 40)}" in column ${wrong + 1} is no number`);
    rows.push({ line, values });
  }
  if (rows.length === 0) failAt(1, 'the file has no numbers');
  return { header, columns: rows[0]!.values.length, rows, skipped };
}

/** Words of a line, by any mark. */
const cellsOf = (content: string): string[] =>
  content.split(/[;\t,]|\s+/).filter((cell) => cell !== '');

const isRow = (content: string, fewest: number): boolean => {
  const cells = cellsOf(content);
  return cells.length >= fewest && cells.every((cell) => Number.isFinite(plainNumber(cell)));
};

/**
 * How many lines of words stand before a table, as spectrometers write them: all but a header,
 * which has as many names as the table has columns.
 */
function wordsBefore(contents: readonly string[], fewest: number): number {
  const first = contents.findIndex((content) => isRow(content, fewest));
  if (first <= 0) return 0;
  const before = contents.slice(0, first);
  if (!before.every((content) => /[a-z]{2}/i.test(content))) return 0;
  const header = before.at(-1)!.split(/[;\t,]/);
  const columns = contents[first]!.split(/[;\t,]/).length;
  const isHeader =
    columns > 1 && header.length === columns && header.every((cell) => /[a-z]{2}/i.test(cell));
  return isHeader || first === 1 ? first - 1 : first;
}

import { SimulationError } from '@lumenloom/engine/quick';
import { CsvError, parse } from 'csv-parse/sync';

/** A table of texts with a name for each column. */
export interface TextTable {
  readonly columns: readonly string[];
  /** A cell for each column, without blanks around it. */
  readonly rows: readonly (readonly string[])[];
}

const [MOST_CELLS, MOST_CHARACTERS] = [2_000_000, 64_000_000] as const;

/**
 * Reads CSV (RFC 4180) with a header.
 *
 * @param delimiter between cells.
 * @throws SimulationError for other text, equal names and tables of more than 2,000,000 cells.
 */
export function readTextTable(text: string, delimiter = ','): TextTable {
  const refuse = (problem: string): never => {
    throw new SimulationError('bad-parameter', problem, 'table');
  };
  if (text.length > MOST_CHARACTERS)
    refuse(`has ${text.length} characters; at most ${MOST_CHARACTERS} are read.`);
  // What UTF-8 does not have stands as U+FFFD.
  if (/[\0\uFFFD]/.test(text)) refuse('is no text in UTF-8: save it as CSV in UTF-8.');
  let parsed: readonly (readonly string[])[];
  try {
    parsed = parse(text, { delimiter, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse(inWords(error));
  }
  const [columns, ...rows] = parsed;
  if (!columns) return refuse('is empty: it must have a header and rows.');
  const twice = columns.find((name, i) => columns.indexOf(name) < i);
  if (twice !== undefined) refuse(`two columns are named "${twice.slice(0, 60)}".`);
  if (rows.length * columns.length > MOST_CELLS)
    refuse(`has ${rows.length} rows of ${columns.length}; at most ${MOST_CELLS} cells are read.`);
  return { columns, rows };
}

/** Why a table cannot be read, in words for people with a spreadsheet. */
function inWords({ code, message, ...place }: CsvError): string {
  const { lines } = place as { readonly lines?: number };
  const at = lines === undefined ? '' : ` (line ${lines})`;
  if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return `a row has not as many cells as the header has names${at}.`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark is not closed${at}.`;
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
    return `a quotation mark stands inside a cell${at}: write it twice.`;
  return `${message}.`;
}

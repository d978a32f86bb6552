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
  let parsed: readonly (readonly string[])[];
  try {
    parsed = parse(text, { delimiter, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse(`${error.message}.`);
  }
  const [columns, ...rows] = parsed;
  if (!columns) return refuse('is empty: it must have a header and rows.');
  const twice = columns.find((name, i) => columns.indexOf(name) < i);
  if (twice !== undefined) refuse(`two columns are named "${twice.slice(0, 60)}".`);
  if (rows.length * columns.length > MOST_CELLS)
    refuse(`has ${rows.length} rows of ${columns.length}; at most ${MOST_CELLS} cells are read.`);
  return { columns, rows };
}

import { readNumberTable } from '../../text/number-table.ts';
import { failAt } from '../../text/numbered-lines.ts';

const MOST_ROWS = 100_000;
/** Frequency, the curve, and what else a command writes. */
const COLUMNS = [2, 20] as const;

/**
 * Reads a curve from CSV: cycles per pixel in the first column, the SFR in the second.
 *
 * @throws SimulationError naming the line.
 */
export function readSfrTable(text: string): {
  readonly frequency: readonly number[];
  readonly sfr: readonly number[];
} {
  const { rows } = readNumberTable(text, COLUMNS);
  if (rows.length > MOST_ROWS) failAt(rows[MOST_ROWS]!.line, `more than ${MOST_ROWS} frequencies`);
  if (rows.length < 2) failAt(rows[0]!.line, 'a curve needs at least two frequencies');
  for (const [i, { line, values }] of rows.entries()) {
    const [f = NaN, response = NaN] = values;
    if (!(f >= 0 && f <= 100)) failAt(line, `${f} is no frequency in cycles per pixel`);
    if (i > 0 && !(f > rows[i - 1]!.values[0]!)) failAt(line, `the frequency ${f} does not rise`);
    if (!(response >= 0 && response <= 100)) failAt(line, `${response} is no response`);
  }
  return {
    frequency: rows.map(({ values }) => values[0]!),
    sfr: rows.map(({ values }) => values[1]!),
  };
}

type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** The result of a command; `--json` prints it unchanged. */
export interface Outcome {
  /** Printed as a table; a single row is printed as lines. */
  readonly rows?: readonly Row[];
  readonly sentence?: string;
}

/**
 * Replaces control and direction characters, which could control the terminal or reverse the line.
 */
const printable = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');

const WIDEST_CELL = 60;

const shown = (cell: Row[string]): string => (cell === null ? '' : printable(String(cell)));

function inColumn(cell: Row[string]): string {
  const line = shown(cell).replaceAll('\n', ' ');
  return line.length > WIDEST_CELL ? `${line.slice(0, WIDEST_CELL - 1)}…` : line;
}

function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => inColumn(row[name]!)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const record = (row: Row): string =>
  Object.entries(row)
    .map(([name, cell]) => {
      const text = shown(cell);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');

/** @param isSingle one record was requested: its fields are printed below each other, in full. */
export function printed(
  { rows, sentence }: Outcome,
  { json, isSingle }: { readonly json: boolean; readonly isSingle: boolean },
): string {
  if (json)
    return JSON.stringify(
      { ...(rows && { rows }), ...(sentence !== undefined && { sentence }) },
      null,
      2,
    );
  const parts = [];
  if (rows)
    parts.push(rows.length === 0 ? 'There are none.' : isSingle ? record(rows[0]!) : table(rows));
  if (sentence !== undefined) parts.push(sentence);
  return parts.join('\n');
}

import type { Output } from './command.ts';

/** One line of a table: what, the value, its unit. */
export type Row = readonly [name: string, value: number | string | null, unit?: string];

const shown = (value: number | string | null): string =>
  value === null
    ? 'not reached'
    : typeof value === 'number'
      ? String(Number(value.toPrecision(5)))
      : value;

/** JSON as a file or a program's output has it. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Prints JSON, or a table of names, values and units in columns. */
export function print(
  stdout: Output,
  asJson: boolean,
  result: unknown,
  rows: readonly Row[],
): void {
  if (asJson) {
    stdout.write(jsonText(result));
    return;
  }
  const [names, values] = [rows.map(([name]) => name), rows.map(([, value]) => shown(value))];
  const [wide, long] = [names, values].map((column) =>
    Math.max(...column.map((text) => text.length)),
  );
  for (const [i, [, , unit = '']] of rows.entries())
    stdout.write(
      `${names[i]!.padEnd(wide!)}  ${values[i]!.padStart(long!)} ${unit}`.trimEnd() + '\n',
    );
}

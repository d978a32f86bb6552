import type { SweepDocument, SweepOutcome } from '@lumenloom/contract';

/**
 * The results of a sweep as CSV: a header and a row per run, in their order.
 *
 * @see RFC 4180, with line feeds.
 */
export function csvOf(
  { vary, measure }: Pick<SweepDocument, 'vary' | 'measure'>,
  runs: readonly SweepOutcome[],
): string {
  const paths = vary.map(({ path }) => path);
  const rows = [
    ['run', 'seed', ...paths, ...measure, 'status', 'message'],
    ...runs.map(({ run, seed, values, figures, status, message }) => [
      run,
      seed,
      ...paths.map((path) => values[path]),
      ...measure.map((name) => figures[name]),
      status,
      message,
    ]),
  ];
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** A cell; text that a spreadsheet would run as a formula is marked as text. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text =
    typeof value === 'string' ? value.replace(/^[=+@\t\r-]/, "'$&") : JSON.stringify(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

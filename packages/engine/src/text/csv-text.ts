/**
 * Rows as CSV; text that a spreadsheet would run as a formula is marked as text.
 *
 * @param quotes around which texts; numbers have none.
 * @see RFC 4180, with line feeds.
 */
export function csvText(
  rows: readonly (readonly unknown[])[],
  quotes: 'where needed' | 'around all text' = 'where needed',
): string {
  const cell = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'number') return String(value);
    const text =
      typeof value === 'string' ? value.replace(/^[=+@\t\r-]/, "'$&") : JSON.stringify(value);
    return quotes === 'around all text' || /[",\n\r]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

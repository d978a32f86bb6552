/** What is typed, as a number; undefined for other text. People type a minus too. */
export function numberOf(text: string): number | undefined {
  const value = Number(text.trim().replace('−', '-').replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

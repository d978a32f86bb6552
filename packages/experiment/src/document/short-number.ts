/**
 * A number with a few digits, as sentences have it: .032, 1,800.
 *
 * @param digits that count.
 */
export function shortNumber(value: number, digits: number): string {
  const [whole, part] = String(Number(value.toPrecision(digits))).split('.') as [string, string?];
  if (/e/.test(whole + (part ?? ''))) return Number(value.toPrecision(digits)).toExponential();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped.replace(/^(-?)0$/, '$1')}.${part}`;
}

/** Capital letters of a road sign, 5 x 7. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  S: ['01110', '10001', '10000', '01110', '00001', '10001', '01110'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
  O: ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  P: ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
};

/** Whether the word covers the point `u`, `v` (0..1, from its lower left corner). */
export function coversWord(word: string, u: number, v: number): boolean {
  if (u < 0 || u >= 1 || v < 0 || v >= 1) return false;
  const place = u * (word.length * 6 - 1);
  const column = Math.floor(place % 6);
  return (
    column < 5 && LETTERS[word[Math.floor(place / 6)]!]?.[6 - Math.floor(v * 7)]?.[column] === '1'
  );
}

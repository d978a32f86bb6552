/** A typed number; other text stays text, which the check refuses with its field. */
export const numberIn = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** A typed value: a number, true or false, or text. */
export const valueIn = (text: string): boolean | number | string =>
  text === 'true' || text === 'false' ? text === 'true' : numberIn(text);

/** Typed values with commas between them. */
export const valuesIn = (text: string): readonly (boolean | number | string)[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map(valueIn);

/** Truth or results that cannot be scored. The message is a sentence that names the place. */
export class ScoreError extends Error {
  override readonly name = 'ScoreError';
}

/** @param place its path in the data, such as `results[1].bbox`. */
export function refuse(place: string, problem: string): never {
  throw new ScoreError(`${place} ${problem}.`);
}

/** What a wrong value is, in the words of a message. */
export const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);

/** Whether a value of JSON is an object, and not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list of JSON objects. @throws ScoreError for anything else. */
export function objectsOf<Item>(list: readonly Item[], place: string): readonly Item[] {
  const value: unknown = list;
  if (!Array.isArray(value)) refuse(place, value === undefined ? 'is missing' : 'must be a list');
  for (const [i, item] of list.entries())
    if (!isObject(item)) refuse(`${place}[${i}]`, 'must be an object');
  return list;
}

/** A finite number. @throws ScoreError for anything else, NaN included. */
export function numberOf(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    refuse(place, value === undefined ? 'is missing' : 'must be a finite number');
  return value;
}

/** An identifier: an integer of at most 2^53 in size. @throws ScoreError for anything else. */
export function identifierOf(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 2 ** 53)
    refuse(place, value === undefined ? 'is missing' : 'must be an integer of at most 2^53');
  return value;
}

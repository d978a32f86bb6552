/** How a published part is named where a choice or a file may be named: `published:heliar`. */
const PREFIX = 'published:';

/** The name of a published part in a choice or the path of a file; undefined for anything else. */
export const publishedName = (choice: unknown): string | undefined =>
  typeof choice === 'string' && choice.startsWith(PREFIX) ? choice.slice(PREFIX.length) : undefined;

/** How a recipe names a published part. */
export const publishedChoice = (name: string): string => PREFIX + name;

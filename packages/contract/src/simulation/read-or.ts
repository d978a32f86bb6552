import { isBlank } from './blank.ts';
import type { Problem } from './decoded.ts';

/** What a reader makes of a part of the recipe; undefined where it is blank or refused. */
export function readOr<Value>(
  sent: unknown,
  read: (sent: unknown) => Value,
  problems: Problem[],
): Value | undefined {
  if (isBlank(sent)) return undefined;
  try {
    return read(sent);
  } catch (error) {
    const { field, message } = error as { readonly field?: string; readonly message: string };
    if (field === undefined) throw error;
    problems.push({ field, message });
    return undefined;
  }
}

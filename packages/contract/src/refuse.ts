import { z } from 'zod';

/**
 * Refuses the value of a transform: `return refuse(context, sentence)`.
 *
 * @param path of the wrong part in the value.
 */
export function refuse(
  context: z.RefinementCtx,
  message: string,
  path: readonly PropertyKey[] = [],
): never {
  context.addIssue({ code: 'custom', message, path: [...path] });
  return z.NEVER;
}

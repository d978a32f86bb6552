import type { StudyDocument } from '@lumenloom/contract';

/** File of the runs in their order, a line each, as they are taken; clients follow it. */
export const STREAM = 'results.ndjson';

/** A recipe that a study has found, with the names of the account's files again. */
export function withOwnNames(
  found: Readonly<Record<string, unknown>>,
  { recipe, vary }: StudyDocument,
): Readonly<Record<string, unknown>> {
  const isVaried = (key: string): boolean => vary.some(({ path }) => path === key);
  const named = Object.entries(recipe ?? {}).filter(
    ([key, value]) =>
      typeof value === 'string' && /^(mine|published):/.test(value) && !isVaried(key),
  );
  return { ...found, ...Object.fromEntries(named) };
}

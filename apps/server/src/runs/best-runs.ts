import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyDocument } from '@lumenloom/contract';
import type { StudyResults } from '@lumenloom/experiment';
import { z } from 'zod';

const bestRunSchema = z.object({
  run: z.number(),
  recipe: z.record(z.string(), z.unknown()).optional(),
  lens: z.record(z.string(), z.unknown()).optional(),
  values: z.record(z.string(), z.unknown()),
  figures: z.record(z.string(), z.number().nullable()),
});
/** The best run of a study; of several objectives the ends of the front and its knee. */
export const bestRunsSchema = z.union([
  bestRunSchema,
  z.object({ representatives: z.array(bestRunSchema) }),
]);

type Found = Readonly<Record<string, unknown>>;

/** What a finished study has found in its folder; undefined: no run. */
export async function bestRuns(
  folder: string,
  document: StudyDocument,
): Promise<z.infer<typeof bestRunsSchema> | undefined> {
  const read = (name: string): Promise<Found | undefined> =>
    readFile(join(folder, name), 'utf8').then(
      (text) => JSON.parse(text) as Found,
      () => undefined,
    );
  const withFiles = async (run: z.infer<typeof bestRunSchema>, ending: string) => {
    const [recipe, lens] = [
      await read(`best-recipe${ending}.json`),
      await read(`best-lens${ending}.json`),
    ];
    return {
      ...run,
      ...(recipe && { recipe: withOwnNames(recipe, document) }),
      ...(lens && { lens }),
    };
  };
  const results = (await read('results.json')) as
    | Pick<StudyResults, 'best' | 'representatives' | 'runs'>
    | undefined;
  if (results?.best) return withFiles(results.best, '');
  const runs = results?.representatives ?? [];
  if (!results || runs.length === 0) return undefined;
  return {
    representatives: await Promise.all(
      runs.map((run, at) => {
        const { values, figures } = results.runs[run]!;
        return withFiles({ run, values, figures }, `-${at + 1}`);
      }),
    ),
  };
}

/** A recipe that a study has found, with the names of the account's files again. */
function withOwnNames(found: Found, { recipe, vary }: StudyDocument): Found {
  const isVaried = (key: string): boolean => vary.some(({ path }) => path === key);
  const named = Object.entries(recipe ?? {}).filter(
    ([key, value]) =>
      typeof value === 'string' && /^(mine|published):/.test(value) && !isVaried(key),
  );
  return { ...found, ...Object.fromEntries(named) };
}

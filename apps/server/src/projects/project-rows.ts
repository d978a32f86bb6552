import { randomUUID } from 'node:crypto';
import { messages, type Project, type WholeProject } from '@lumenloom/contract';
import type { Database, Tables } from '../database/schema.ts';
import { HttpProblem, httpProblem } from '../http-problem.ts';

type Recipe = WholeProject['recipe'];

/** Projects of an account. */
const MOST_PROJECTS = 200;
const HEAD = ['id', 'name', 'version', 'createdAt', 'changedAt'] as const;

const iso = (at: number): string => new Date(at).toISOString();
const projectOf = (row: Pick<Tables['projects'], (typeof HEAD)[number]>): Project => ({
  id: row.id,
  name: row.name,
  version: row.version,
  createdAt: iso(row.createdAt),
  changedAt: iso(row.changedAt),
});

/** The projects of an account, the last saved first. */
export async function projectsOf(database: Database, userId: string): Promise<Project[]> {
  const rows = await database
    .selectFrom('projects')
    .select(HEAD)
    .where('userId', '=', userId)
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(projectOf);
}

/** @throws HttpProblem 404 when the account has no project with that id. */
export async function readProject(
  database: Database,
  userId: string,
  id: string,
): Promise<WholeProject> {
  const row = await database
    .selectFrom('projects')
    .select([...HEAD, 'recipe'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) throw httpProblem(404, messages.noProject);
  return { ...projectOf(row), recipe: JSON.parse(row.recipe) as Recipe };
}

/** @throws HttpProblem 409 when the account has as many projects as allowed. */
export async function addProject(
  database: Database,
  userId: string,
  { name, recipe }: { readonly name: string; readonly recipe: Recipe },
  now: number,
): Promise<Project> {
  const row = { id: randomUUID(), name, version: 1, createdAt: now, changedAt: now };
  await database.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_PROJECTS) throw httpProblem(409, messages.tooManyProjects(MOST_PROJECTS));
    await transaction
      .insertInto('projects')
      .values({ ...row, userId, recipe: JSON.stringify(recipe) })
      .execute();
  });
  return projectOf(row);
}

/**
 * Saves another recipe under a project.
 *
 * @param version that the recipe was made from.
 * @throws HttpProblem 404 without the project; 409 when another recipe was saved since that
 * version.
 */
export async function saveRecipe(
  database: Database,
  userId: string,
  id: string,
  { recipe, version }: { readonly recipe: Recipe; readonly version: number },
  now: number,
): Promise<Project> {
  const row = await database
    .updateTable('projects')
    .set({ recipe: JSON.stringify(recipe), version: version + 1, changedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('version', '=', version)
    .returning(HEAD)
    .executeTakeFirst();
  if (row) return projectOf(row);
  const saved = await readProject(database, userId, id);
  throw new HttpProblem(409, [
    { field: 'version', message: messages.otherVersion(version, saved.version) },
  ]);
}

/** @throws HttpProblem 404 without the project. */
export async function renameProject(
  database: Database,
  userId: string,
  id: string,
  name: string,
): Promise<Project> {
  const row = await database
    .updateTable('projects')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(HEAD)
    .executeTakeFirst();
  if (!row) throw httpProblem(404, messages.noProject);
  return projectOf(row);
}

/** @throws HttpProblem 404 without the project. */
export async function deleteProject(database: Database, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('projects')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw httpProblem(404, messages.noProject);
}

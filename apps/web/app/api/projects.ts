import {
  projectSchema,
  projectsAnswerSchema,
  wholeProjectSchema,
  type Project,
  type WholeProject,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';

const addressOf = (id: string): `/${string}` => `/projects/${encodeURIComponent(id)}`;

/** The projects of the account, the last saved first. */
export const listProjects = async (): Promise<readonly Project[]> =>
  projectsAnswerSchema.parse(await (await callSite('/projects')).json()).projects;

export const readProject = async (id: string): Promise<WholeProject> =>
  wholeProjectSchema.parse(await (await callSite(addressOf(id))).json());

export const addProject = async (name: string, recipe: object): Promise<Project> =>
  projectSchema.parse(await (await callSite('/projects', { name, recipe })).json());

/**
 * Saves a recipe under a project.
 * @throws RequestError with the status 409 where another one was saved since that version.
 */
export const saveProject = async (
  { id, version }: Pick<Project, 'id' | 'version'>,
  recipe: object,
): Promise<Project> =>
  projectSchema.parse(
    await (await callSite(addressOf(id), { recipe, version }, { method: 'PUT' })).json(),
  );

export const renameProject = async (id: string, name: string): Promise<Project> =>
  projectSchema.parse(await (await callSite(addressOf(id), { name }, { method: 'PATCH' })).json());

export async function deleteProject(id: string): Promise<void> {
  await callSite(addressOf(id), undefined, { method: 'DELETE' });
}

import { Button } from '@mantine/core';
import type { Project } from '@lumenloom/contract';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { WORKBENCH, withWayBack } from '../../../accounts/way-back.ts';
import {
  addProject,
  deleteProject,
  listProjects,
  readProject,
  renameProject,
} from '../../../api/projects.ts';
import { RequestError } from '../../../api/request.ts';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { readOffered, notOpenedSentence } from '../../model/recipe/offered-recipe.ts';
import { RecipeError } from '../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { Conflict } from './conflict.tsx';
import { exportRecipe, importRecipe } from './project-files.ts';
import styles from './projects-dialog.module.css';
import type { OpenProject, ProjectState, ProjectStore } from './project-store.ts';

export interface ProjectsDialogProps {
  readonly recipe: Recipe;
  readonly state: ProjectState & Pick<ProjectStore, 'change' | 'closeDialog'>;
  /** What can be chosen on this server. */
  readonly lists: readonly ChoiceListDescription[];
  /** Loads a recipe; `name` says in the history where from. */
  readonly onRecipe: (recipe: Recipe, name: string) => void;
}

const dayAndTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const statusOf = (error: unknown): number | undefined =>
  error instanceof RequestError ? error.status : undefined;
const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The calls of the dialog, with the list that they change and what went wrong last. */
function useCalls({ recipe, state, lists, onRecipe }: ProjectsDialogProps) {
  const { project, change, closeDialog } = state;
  const [failure, setFailure] = useState<unknown>(state.failure);
  const [projects, setProjects] = useState<readonly Project[]>();
  useEffect(() => {
    listProjects().then(setProjects, setFailure);
  }, []);
  const attempt = (work: () => Promise<unknown>): void => {
    setFailure(undefined);
    work().then(listProjects).then(setProjects, setFailure);
  };
  const open = async ({ id, name }: Pick<Project, 'id' | 'name'>): Promise<void> => {
    const { recipe: json, version } = await readProject(id);
    try {
      const saved = readOffered(json, lists);
      onRecipe(saved, `Open “${name}”`);
      change({ id, name, version, saved });
      closeDialog();
    } catch (error) {
      throw error instanceof RecipeError ? new Error(notOpenedSentence(`“${name}”`, error)) : error;
    }
  };
  return {
    projects,
    failure,
    setFailure,
    open: (one: Pick<Project, 'id' | 'name'>) => attempt(() => open(one)),
    saveAs: (name: string) =>
      attempt(async () => {
        const { id, version, name: savedName } = await addProject(name, recipe);
        change({ id, name: savedName, version, saved: recipe });
        closeDialog();
      }),
    rename: (one: Project, name: string) =>
      attempt(async () => {
        const renamed = await renameProject(one.id, name);
        if (project?.id === one.id) change({ ...project, name: renamed.name });
      }),
    copy: (one: Project) =>
      attempt(async () => {
        const { recipe: json } = await readProject(one.id);
        await addProject(`${one.name.slice(0, 90)} (copy)`, json);
      }),
    remove: (one: Project) =>
      attempt(async () => {
        await deleteProject(one.id);
        if (project?.id === one.id) change(undefined);
      }),
    exportFile: (): void => {
      setFailure(undefined);
      exportRecipe(recipe, project?.name).catch(setFailure);
    },
    importFile: (file: File): void => {
      setFailure(undefined);
      importRecipe(file, lists).then((imported) => {
        onRecipe(imported, `Import ${file.name}`);
        change(undefined);
        closeDialog();
      }, setFailure);
    },
  };
}

/**
 * The projects of the account: saves the recipe under a name, opens, renames, copies and deletes
 * projects, reads and writes files.
 */
export function ProjectsDialog(props: ProjectsDialogProps) {
  const { recipe, state, lists } = props;
  const { project, change, closeDialog } = state;
  const calls = useCalls(props);
  const { failure, setFailure } = calls;
  if (project && statusOf(failure) === 409 && state.failure === failure)
    return (
      <ModalFrame size={560} bodyClass={styles.body} onClose={closeDialog} title="Saved elsewhere">
        <Conflict
          recipe={recipe}
          project={project}
          lists={lists}
          onMine={(next) => {
            change(next);
            closeDialog();
          }}
          onTheirs={() => calls.open(project)}
          onBoth={() => calls.saveAs(`${project.name.slice(0, 90)} (mine)`)}
          onFailure={setFailure}
        />
      </ModalFrame>
    );
  return (
    <ModalFrame size={560} bodyClass={styles.body} onClose={closeDialog} title="Projects">
      <Failure failure={failure} project={project} />
      {statusOf(failure) !== 401 && (
        <>
          <SaveAs project={project} onSave={calls.saveAs} />
          <ProjectList openId={project?.id} calls={calls} />
        </>
      )}
      <Files onExport={calls.exportFile} onImport={calls.importFile} />
    </ModalFrame>
  );
}

/** What went wrong, and what to do. */
function Failure({
  failure,
  project,
}: {
  readonly failure: unknown;
  readonly project: OpenProject | undefined;
}) {
  if (failure === undefined) return undefined;
  if (statusOf(failure) === 401)
    return (
      <p className={styles.failure} role="alert">
        <Link to={withWayBack('/login', WORKBENCH)}>Log in</Link> to keep projects: they belong to
        an account. Files and links work without.
      </p>
    );
  return (
    <p className={styles.failure} role="alert">
      {statusOf(failure) === 404 && project
        ? 'This project was deleted elsewhere: save the recipe under a name to keep it.'
        : sentenceOf(failure)}
    </p>
  );
}

/** Saves the recipe as a new project. */
function SaveAs({
  project,
  onSave,
}: {
  readonly project: OpenProject | undefined;
  readonly onSave: (name: string) => void;
}) {
  const [name, setName] = useState('');
  return (
    <form
      className={styles.saveAs}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name);
      }}
    >
      <label>
        {project ? 'Save as another project' : 'Save this recipe as'}
        <input
          value={name}
          maxLength={100}
          autoComplete="off"
          placeholder="Name"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" size="xs" h={32} disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  );
}

interface ProjectListProps {
  readonly openId: string | undefined;
  readonly calls: ReturnType<typeof useCalls>;
}

/** The projects, once they are read. */
function ProjectList({ openId, calls: { projects, ...calls } }: ProjectListProps) {
  const [renamed, setRenamed] = useState<string>();
  if (projects?.length === 0)
    return <p className={styles.none}>You have no projects yet: save this recipe under a name.</p>;
  return (
    <ul className={styles.list} aria-label="Your projects" aria-busy={projects === undefined}>
      {projects?.map((project) => (
        <li key={project.id} data-open={project.id === openId || undefined}>
          {project.id === renamed ? (
            <Rename
              name={project.name}
              onEnd={(name) => {
                setRenamed(undefined);
                if (name !== undefined && name.trim() !== '') calls.rename(project, name);
              }}
            />
          ) : (
            <button type="button" className={styles.open} onClick={() => calls.open(project)}>
              <span>{project.name}</span>
              <time dateTime={project.changedAt}>
                {dayAndTime.format(new Date(project.changedAt))}
              </time>
            </button>
          )}
          <IconButton
            label={`Rename ${project.name}`}
            icon={IconPencil}
            onClick={() => setRenamed(project.id)}
          />
          <IconButton
            label={`Duplicate ${project.name}`}
            icon={IconCopy}
            onClick={() => calls.copy(project)}
          />
          <IconButton
            label={`Delete ${project.name}`}
            icon={IconTrash}
            onClick={() => {
              if (window.confirm(`Delete “${project.name}”? It cannot be brought back.`))
                calls.remove(project);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** The name of a project as a field: Enter takes it, Escape leaves it as it was. */
function Rename({
  name,
  onEnd,
}: {
  readonly name: string;
  readonly onEnd: (name: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(name);
  return (
    <input
      ref={(input) => input?.focus()}
      className={styles.rename}
      aria-label={`New name of ${name}`}
      value={typed}
      maxLength={100}
      // Escape is for the field, not for the dialog.
      data-mantine-stop-propagation="true"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnd(typed);
        if (event.key === 'Escape') onEnd(undefined);
      }}
      onBlur={() => onEnd(undefined)}
    />
  );
}

function Files({
  onExport,
  onImport,
}: {
  readonly onExport: () => void;
  readonly onImport: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <footer className={styles.files}>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Recipe file"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // So that the same file can be chosen again.
          currentTarget.value = '';
          if (file) onImport(file);
        }}
      />
      <Button size="xs" h={32} variant="default" onClick={() => input.current?.click()}>
        Import…
      </Button>
      <Button size="xs" h={32} variant="default" onClick={onExport}>
        Export
      </Button>
      <p>One JSON file: what “lumenloom simulate” takes.</p>
    </footer>
  );
}

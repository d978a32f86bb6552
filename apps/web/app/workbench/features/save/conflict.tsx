import { Button } from '@mantine/core';
import type { WholeProject } from '@lumenloom/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { readProject, saveProject } from '../../../api/projects.ts';
import type { ChoiceListDescription } from '../../model/choice-lists.ts';
import { changesInWords, differences } from '../../model/recipe/differences.ts';
import { readOffered } from '../../model/recipe/offered-recipe.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import styles from './projects-dialog.module.css';
import type { OpenProject } from './project-store.ts';

interface ConflictProps {
  readonly recipe: Recipe;
  readonly project: OpenProject;
  readonly lists: readonly ChoiceListDescription[];
  /** The recipe here was saved over the other one. */
  readonly onMine: (project: OpenProject) => void;
  readonly onTheirs: () => void;
  readonly onBoth: () => void;
  readonly onFailure: (error: unknown) => void;
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** In what the recipe that is saved differs from this one; '' where it cannot be read here. */
function differenceInWords(
  { recipe: json }: WholeProject,
  recipe: Recipe,
  lists: readonly ChoiceListDescription[],
): string {
  try {
    return changesInWords(differences(readOffered(json, lists), recipe));
  } catch (error) {
    console.warn('project:', error);
    return '';
  }
}

/** Another tab or person has saved the project since it was opened here: which recipe stays. */
export function Conflict(props: ConflictProps) {
  const { recipe, project, lists, onMine, onTheirs, onBoth, onFailure } = props;
  const [theirs, setTheirs] = useState<WholeProject>();
  const read = useEffectEvent(() => {
    readProject(project.id).then(setTheirs, onFailure);
  });
  useEffect(() => read(), []);
  const overwrite = (): void => {
    if (!theirs) return;
    const { id, name } = theirs;
    saveProject(theirs, recipe).then(
      ({ version }) => onMine({ id, name, version, saved: recipe }),
      onFailure,
    );
  };
  const words = theirs && differenceInWords(theirs, recipe, lists);
  return (
    <div className={styles.conflict}>
      <p role="alert">
        “{project.name}” was saved elsewhere
        {theirs && ` on ${time.format(new Date(theirs.changedAt))}`}, after you opened it. Nothing
        is lost yet: choose which recipe stays.
      </p>
      {words !== undefined && words !== '' && <p>Theirs → mine: {words}.</p>}
      <div className={styles.ways}>
        <Button size="xs" h={32} variant="default" disabled={!theirs} onClick={overwrite}>
          Keep mine
        </Button>
        <Button size="xs" h={32} variant="default" disabled={!theirs} onClick={onTheirs}>
          Take theirs
        </Button>
        {/* Enter loses nothing. */}
        <Button size="xs" h={32} data-autofocus onClick={onBoth}>
          Keep both
        </Button>
      </div>
      <p className={styles.none}>
        Keep mine saves over theirs. Keep both saves mine as “{project.name} (mine)”.
      </p>
    </div>
  );
}

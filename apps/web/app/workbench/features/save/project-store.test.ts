import { expect, it, vi } from 'vitest';
import { initialRecipe, type RecipeChange } from '../../model/recipe/recipe.ts';
import { writable } from '../../model/store.ts';
import { benchForTests } from '../../shell/bench/bench-for-tests.ts';
import { contribute } from './contributions.tsx';
import { createProjectStore } from './project-store.ts';

vi.mock('../../../accounts/kept-work.ts', () => ({
  keep: () => undefined,
  readKept: () => undefined,
}));
vi.mock('../../model/kept-workbench.ts', () => ({ isReturningVisit: () => false }));

const open = { id: '1', name: 'dash cam', version: 1, saved: initialRecipe };

it('Save opens the dialog where there is no project', async () => {
  const { bench, place } = benchForTests();
  const { Save } = contribute(bench).actions!;
  expect(Save!.now.current()).toEqual({ hint: undefined, reason: undefined });
  await Save!.perform();
  expect(place.current().modal).toBe('projects');
});

it('Save is there until everything is saved, and names the project', () => {
  const recipe = writable(initialRecipe);
  const { state, change, clear } = createProjectStore(benchForTests({ recipe }).bench);
  change(open);
  expect(state.current()).toEqual({ project: open, failure: undefined, isChanged: false });
  recipe.set({ ...initialRecipe, scene: 'Macbeth' });
  expect(state.current().isChanged).toBe(true);
  const bringBack = clear();
  expect(state.current().project).toBeUndefined();
  bringBack();
  expect(state.current().project).toEqual(open);
});

it('a recipe from elsewhere belongs to no project', () => {
  const changed = writable<RecipeChange | undefined>(undefined);
  const { state, change } = createProjectStore(benchForTests({ changed }).bench);
  change(open);
  changed.set({ type: 'restored', recipe: initialRecipe, name: 'Open “b”' });
  expect(state.current().project).toEqual(open);
  changed.set({ type: 'restored', recipe: initialRecipe, name: 'Link', isForeign: true });
  expect(state.current().project).toBeUndefined();
});

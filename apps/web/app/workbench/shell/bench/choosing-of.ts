import type { WorkbenchFeature } from '@lumenloom/contract';
import type { ChoosingFields } from '../../kit/fields/choosing-fields.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { derived, loadedFor, type Readable } from '../../model/store.ts';
import type { Bench } from './bench.ts';

/** A goal of the tab Study whose draft varies fields of the recipe. */
interface DraftStore<Draft> extends Readable<{ readonly draft: Draft; readonly open: unknown }> {
  readonly changeDraft: (draft: Draft) => void;
}

/** The goal's module that takes fields into a draft, or out of it. */
interface TakesPaths<Draft> {
  readonly withPaths: (
    draft: Draft,
    recipe: Recipe,
    switches: readonly WorkbenchFeature[],
    paths: readonly string[],
  ) => Draft;
}

/** What a press of a label does while the draft of this tab is shown; undefined otherwise. */
export function choosingOf<Draft>(
  { recipe, switches, place, signal }: Bench,
  tab: string,
  store: DraftStore<Draft>,
  variedOf: (draft: Draft) => readonly { readonly path: string }[],
  load: () => Promise<TakesPaths<NoInfer<Draft>>>,
): Readable<ChoosingFields | undefined> {
  const isChosen = derived([place, store], () =>
    place.current().tab === tab && !store.current().open ? true : undefined,
  );
  const fields = loadedFor(isChosen, load, signal);
  const draft = derived([store], () => store.current().draft);
  return derived([fields, draft, recipe, switches], () => {
    const loaded = fields.current();
    if (!loaded) return undefined;
    return {
      isVaried: (path) => variedOf(draft.current()).some((field) => field.path === path),
      onPaths: (paths) =>
        store.changeDraft(
          loaded.withPaths(draft.current(), recipe.current(), switches.current(), paths),
        ),
    };
  });
}

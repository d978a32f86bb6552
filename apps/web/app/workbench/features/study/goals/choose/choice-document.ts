import { readChoiceDocument } from '@lumenloom/contract';
import { numberIn } from '../../../../kit/study/typed-values.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { ChoosableDataset } from '../score/choosable.ts';
import { worldOf } from '../score/score-document.ts';
import { LISTS, type ChoiceDraft, type ListName } from './choice-draft.ts';

/** Pictures that a preview takes, and the share of cameras that it leaves. */
const PREVIEW = { pictures: 12, share: 0.1 };
/** Pictures before the first look, at most. */
const FIRST = 20;
const LEAST_FIRST = 8;

const typed = (text: string): unknown => (text === 'true' ? true : numberIn(text));

/** The plan of `lumenloom choose` that a draft means. */
export function planOf(
  draft: ChoiceDraft,
  { scene, algorithm: _, ...camera }: Recipe,
  dataset: ChoosableDataset | undefined,
): object {
  const isScored = draft.dataset !== '';
  const lists = (Object.keys(LISTS) as ListName[]).filter((list) => draft.parts[list].length > 0);
  const requirements = Object.entries(draft.requirements).filter(([, text]) => text.trim() !== '');
  const front = draft.front.split(',').flatMap((text) => text.trim() || []);
  const pictures = numberIn(draft.pictures);
  const first =
    typeof pictures === 'number' ? Math.max(LEAST_FIRST, Math.min(FIRST, pictures)) : FIRST;
  return {
    version: 1,
    name: draft.name.trim() || 'Choice',
    recipe: { ...camera, ...(!isScored && { scene }) },
    parts: Object.fromEntries(lists.map((list) => [list, draft.parts[list]])),
    ...(draft.table && { table: draft.table }),
    ...(draft.cost.trim() !== '' && { cost: draft.cost.trim() }),
    ...(front.length > 0 && { front }),
    requirements: Object.fromEntries(requirements.map(([key, text]) => [key, typed(text)])),
    ...(isScored && {
      evaluate: {
        dataset: draft.dataset,
        network: draft.network,
        scene: {
          ...worldOf({ ...camera, scene, algorithm: _ }, dataset),
          ...(draft.hfov.trim() !== '' && { hfov: numberIn(draft.hfov) }),
        },
      },
    }),
    goal: { figure: draft.figure, goal: draft.goal },
    race: {
      first,
      ...(draft.hasPreview && { preview: PREVIEW }),
      budget: { ...(draft.pictures.trim() !== '' && { pictures }) },
    },
  };
}

/** What a draft asks for, or what is missing, in one sentence. */
export function checkDraft(
  draft: ChoiceDraft,
  recipe: Recipe,
  dataset: ChoosableDataset | undefined,
): { readonly plan: object } | { readonly missing: string } {
  if (Object.values(draft.parts).every(({ length }) => length === 0))
    return { missing: 'Choose lenses or sensors to race.' };
  if (draft.dataset !== '' && draft.network === '') return { missing: 'Choose a network.' };
  if (draft.figure === '') return { missing: 'Choose the figure that counts.' };
  const plan = planOf(draft, recipe, dataset);
  const read = readChoiceDocument(plan);
  if (read.ok) return { plan };
  const { field, message } = read.problems[0]!;
  return { missing: field === '' ? message : `${field}: ${message}` };
}

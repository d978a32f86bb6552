import type { ShownWorld } from '@lumenloom/browser-host';
import { worldName } from '../../model/recipe/caption.ts';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';
import type { WorldDraft } from './world-draft.ts';
import { filesOf, withGroupLevels } from './world-edits.ts';

/** A recipe with a world, by the name of its step, and what was done to it besides; '' for nothing. */
export interface UsedWorld {
  readonly recipe: Recipe;
  readonly name: string;
  readonly note: string;
}

/** Fields that say where the lens is focused. */
const FOCUS = ['focusDistance', 'focusShift', 'autofocus'] as const;

/**
 * The recipe with the world in front of its camera, as the faders mix it. What has no place beside a
 * world is taken out, and a lens without a focus looks at what stands in the middle.
 */
export function withWorld(
  recipe: Recipe,
  draft: WorldDraft,
  picture: ShownWorld | undefined,
): UsedWorld | { readonly refusal: string } {
  const world = inRecipe(draft);
  if (world === undefined)
    return {
      refusal: `A recipe does not hold files yet, and this world has ${[...filesOf(draft.document)].join(', ')}: download it, and photograph it by lumenloom simulate --world.`,
    };
  const { sceneDepth: _depth, motion: _motion, flicker: _flicker, opticsParams, ...rest } = recipe;
  const { objectDistance: _distance, ...optics } = opticsParams ?? {};
  const hasFocus = FOCUS.some((key) => optics[key] !== undefined);
  const distance = hasFocus ? undefined : middleOf(picture);
  const focus = distance === undefined ? {} : { focusDistance: distance };
  const opticsNow = { ...optics, ...focus };
  const used: Recipe = {
    ...rest,
    scene: '',
    sceneLuminance: '',
    ...(Object.keys(opticsNow).length > 0 && { opticsParams: opticsNow }),
    world,
  };
  return {
    recipe: used,
    name: worldName(used),
    note:
      distance === undefined
        ? ''
        : `The lens had no focus: it is set to ${distance} m, where the middle of the world stands.`,
  };
}

/** Distance of what stands in the middle of the picture, m; undefined where nothing does. */
function middleOf(picture: ShownWorld | undefined): string | undefined {
  if (!picture) return undefined;
  const { depth, rows, columns } = picture;
  const distance = depth[Math.floor(rows / 2) * columns + Math.floor(columns / 2)]!;
  return Number.isFinite(distance) ? String(Number(distance.toPrecision(3))) : undefined;
}

/** An example by its name, others as they are; undefined with files, which a recipe does not hold. */
function inRecipe({ document, example, levels }: WorldDraft): string | FieldTable | undefined {
  const isMixed = Object.values(levels).some((level) => level !== 1);
  if (example !== undefined && !isMixed) return `example:${example}`;
  return filesOf(document).size > 0 ? undefined : withGroupLevels(document, levels);
}

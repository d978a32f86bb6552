import type { ShownWorld } from '@lumenloom/browser-host';
import { ownName, type WholeOwnFile } from '@lumenloom/contract';
import { addDesign } from '../../kit/design/add-design.ts';
import { worldName } from '../../model/recipe/caption.ts';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';
import type { WorldDraft } from './world-draft.ts';
import { filesOf, withGroupLevels } from './world-edits.ts';

/**
 * A recipe with a world, by the name of its step, and what was done to it besides; '' for nothing.
 */
interface UsedWorld {
  readonly recipe: Recipe;
  readonly name: string;
  readonly note: string;
}

/** Fields that say where the lens is focused. */
const FOCUS = ['focusDistance', 'focusShift', 'autofocus'] as const;

/**
 * The recipe with the world in front of its camera, as the faders mix it. What has no place beside
 * a world is taken out, and a lens without a focus looks at what stands in the middle.
 */
export async function withWorld(
  recipe: Recipe,
  draft: WorldDraft,
  picture: ShownWorld | undefined,
  signal: AbortSignal,
): Promise<UsedWorld> {
  const world = await inRecipe(draft, signal);
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

/** An example by its name, a world without files as it is, others by their name in the library. */
async function inRecipe(draft: WorldDraft, signal: AbortSignal): Promise<string | FieldTable> {
  const { document, example, levels } = draft;
  const isMixed = Object.values(levels).some((level) => level !== 1);
  if (example !== undefined && !isMixed) return `example:${example}`;
  return filesOf(document).size > 0
    ? ownName((await savedWorld(draft, signal)).id)
    : withGroupLevels(document, levels);
}

/**
 * Adds the world, as the faders mix it, with the files that it names to the library.
 *
 * @throws RequestError with the sentence to show.
 */
async function savedWorld(
  { document, files, levels }: WorldDraft,
  signal: AbortSignal,
): Promise<WholeOwnFile> {
  const { strToU8, zipSync } = await import('fflate');
  const named = [...filesOf(document)].flatMap((file) => {
    const bytes = files[file];
    return bytes ? [[file, bytes] as const] : [];
  });
  const content = JSON.stringify(withGroupLevels(document, levels));
  const zip = zipSync({ 'world.json': strToU8(content), ...Object.fromEntries(named) });
  const name = document.name ?? 'World';
  return addDesign('world', new File([Uint8Array.from(zip)], `${name}.zip`), name, signal);
}

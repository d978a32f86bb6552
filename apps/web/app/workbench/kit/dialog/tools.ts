import { simulationRequestSchema } from '@lumenloom/contract';
import { createContext } from 'react';
import type { Recipe } from '../../model/recipe/recipe.ts';

/**
 * Whether this deployment has any switch of the workbench on; without one, dialogs behave as
 * specified: they check nothing, ask nothing, and have only the specified labels.
 */
export const ToolsContext = createContext(false);

/**
 * Sentences about typed values, by the place in its part of the recipe: 'pixel_size',
 * 'ccmValues.0.1', the band of a spectrum, '' for a luminance.
 */
export type TypedProblems = Readonly<Record<string, string>>;

/** The problems for which the server would refuse a part of a recipe, each field by itself. */
export function typedProblems(part: keyof Recipe, value: unknown): TypedProblems {
  const read = simulationRequestSchema.safeParse({ [part]: value });
  return read.success
    ? {}
    : Object.fromEntries(
        read.error.issues.map(({ path, message }) => [path.slice(1).join('.'), message]),
      );
}

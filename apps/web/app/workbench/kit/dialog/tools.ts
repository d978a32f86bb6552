import { simulationRequestSchema } from '@lumenloom/contract';
import type { Recipe } from '../../model/recipe/recipe.ts';

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

import { LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
import {
  CORRECTIONS,
  correctionInWords,
  type CorrectionName,
  type CorrectionParams,
  type Corrections,
  type Recipe,
} from '../../model/recipe/recipe.ts';

/** All fields of the corrections as text; a correction of one word has it under ''. */
export type TypedCorrections = Readonly<Record<CorrectionName, Readonly<Record<string, string>>>>;

const FIELDS: Readonly<Partial<Record<CorrectionName, readonly Field[]>>> = {
  toneMap: TONE_MAP_FIELDS,
  lensShading: LENS_SHADING_FIELDS,
};

/** The fields of a dialog: what a recipe holds, blank where it holds nothing. */
export const typedCorrections = (recipe: Recipe): TypedCorrections =>
  Object.fromEntries(
    CORRECTIONS.map((part) => {
      const held = recipe[part];
      const fields = FIELDS[part];
      return [
        part,
        fields
          ? Object.fromEntries(
              fields.map(({ key }) => [
                key,
                String((held as CorrectionParams | undefined)?.[key] ?? ''),
              ]),
            )
          : { '': (held as string | undefined) ?? 'fixed' },
      ];
    }),
  ) as TypedCorrections;

/** What a recipe holds of a correction; undefined where nothing is asked. */
export function correctionOf(
  typed: TypedCorrections,
  part: CorrectionName,
): CorrectionParams | string | undefined {
  const word = typed[part][''];
  if (word !== undefined) return word === 'fixed' || word === '' ? undefined : word;
  const entries = Object.entries(typed[part]).flatMap(([key, text]) =>
    text.trim() === '' ? [] : [[key, text.trim()] as const],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** What a recipe holds of all of them. */
export const correctionsOf = (typed: TypedCorrections): Corrections =>
  Object.fromEntries(
    CORRECTIONS.flatMap((part) => {
      const value = correctionOf(typed, part);
      return value === undefined ? [] : [[part, value]];
    }),
  );

/** 'none', or the corrections that are on: 'tone map, white balance'. */
export const correctionsInWords = (typed: TypedCorrections): string =>
  CORRECTIONS.filter((part) => correctionOf(typed, part) !== undefined)
    .map((part) => correctionInWords(part))
    .join(', ') || 'none';

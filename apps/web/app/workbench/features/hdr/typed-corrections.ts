import { CORRECTION_CHOICES, LENS_SHADING_FIELDS, TONE_MAP_FIELDS } from '@lumenloom/contract';
import { typedProblems } from '../../kit/dialog/tools.ts';
import {
  CORRECTIONS,
  correctionInWords,
  type CorrectionName,
  type CorrectionParams,
} from '../../model/recipe/recipe.ts';
import type { Texts, TypedPart } from '../../shell/dialogs/typed-fold.tsx';

const WORDS = Object.values(CORRECTION_CHOICES);
/** Corrections with fields of their own, whose keys are their paths here. */
const OBJECTS = [
  ['toneMap', TONE_MAP_FIELDS],
  ['lensShading', LENS_SHADING_FIELDS],
] as const;
const inside = (part: CorrectionName, key: string): string => `${part}.${key}`;

/** What a recipe holds of a correction; undefined where nothing is asked. */
function correctionOf(typed: Texts, part: CorrectionName): CorrectionParams | string | undefined {
  const [, fields] = OBJECTS.find(([name]) => name === part) ?? [];
  if (!fields) return typed[part] === 'fixed' ? undefined : typed[part] || undefined;
  const entries = fields
    .map(({ key }) => [key, typed[inside(part, key)]!.trim()] as const)
    .filter(([, text]) => text !== '');
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The corrections before the ISP; blank where a recipe holds nothing. */
export const CORRECTIONS_PART: TypedPart = {
  label: 'Corrections',
  in: 'isp',
  parts: CORRECTIONS,
  fields: () => [
    ...WORDS,
    ...OBJECTS.flatMap(([part, fields]) =>
      fields.map((field) => ({
        ...field,
        key: inside(part, field.key),
        ...(field.kind === 'choice' && { options: ['', ...field.options] }),
      })),
    ),
  ],
  pathOf: (key) => key,
  read: (recipe) =>
    Object.fromEntries([
      ...WORDS.map(({ key }) => [key, recipe[key] ?? 'fixed']),
      ...OBJECTS.flatMap(([part, fields]) =>
        fields.map(({ key }) => [inside(part, key), String(recipe[part]?.[key] ?? '')]),
      ),
    ]) as Texts,
  write: (typed) =>
    Object.fromEntries(CORRECTIONS.map((part) => [part, correctionOf(typed, part)])),
  words: (typed) =>
    CORRECTIONS.filter((part) => correctionOf(typed, part) !== undefined)
      .map((part) => correctionInWords(part))
      .join(', ') || 'none',
  problems: (_, written) =>
    Object.fromEntries(
      OBJECTS.flatMap(([part]) =>
        Object.entries(typedProblems(part, written[part])).map(([key, message]) => [
          inside(part, key),
          message,
        ]),
      ),
    ),
};

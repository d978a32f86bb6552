import { readKept } from '../../../accounts/kept-work.ts';
import type { VariedField } from './varied-field.ts';

/** The drafts that a browser tab keeps, by the goals of the tab Study that vary fields. */
export const DRAFTS = { sweep: 'draft of a sweep', study: 'draft of a study' } as const;

/**
 * A draft that begins with the fields of another goal's draft where it has none of its own: whoever
 * switches the goal keeps the fields.
 */
export function withFieldsOf<Draft extends { readonly fields: readonly VariedField[] }>(
  goal: keyof typeof DRAFTS,
  draft: Draft,
): Draft {
  if (draft.fields.length > 0) return draft;
  const { fields = [] } = (readKept(DRAFTS[goal]) ?? {}) as Partial<Draft>;
  return fields.length > 0 ? { ...draft, fields } : draft;
}

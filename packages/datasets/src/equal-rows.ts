import type { FoundLabels, Listing } from './dataset.ts';
import { trouble } from './troubles.ts';

/** A listing whose pictures have no label twice: the second one is left out and named. */
export const withoutEqualRows = (listing: Listing): Listing => {
  const { labelsOf } = listing;
  return labelsOf
    ? { ...listing, labelsOf: async (image) => once(await labelsOf(image)) }
    : listing;
};

function once(labels: FoundLabels): FoundLabels {
  const first = new Map<string, string>();
  const problems = [...labels.problems];
  const kept = labels.annotations.filter(({ id: _, ...content }, at) => {
    const key = JSON.stringify(content);
    const place = labels.places[at]!;
    const before = first.get(key);
    first.set(key, before ?? place);
    if (before !== undefined) problems.push(trouble(place, ` is the same label as ${before}`));
    return before === undefined;
  });
  if (kept.length === labels.annotations.length) return labels;
  const places = labels.places.filter((_, at) => kept.includes(labels.annotations[at]!));
  return { ...labels, annotations: kept, places, problems };
}

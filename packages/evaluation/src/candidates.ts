import { matchedPairs, type DetectionMatches, type ImagePairs } from '@lumenloom/scoring';
import type { Box, DoneLine, FoundObject, TruthObject } from './picture-lines.ts';

/** Findings below it are not worth a look. */
export const DRAWN = 0.25;
const OVERLAP = 0.5;

/** An object, or a result, of which there may be a crop. */
export interface Candidate {
  readonly line: DoneLine;
  readonly box: Box;
  readonly category: number;
  /** The largest are shown. */
  readonly weight: number;
  readonly words: string;
}

type KnownObject = Candidate & { readonly id: number };

/** Objects and results of a column of which galleries may show some. */
export interface Candidates {
  readonly missed: readonly KnownObject[];
  readonly found: readonly KnownObject[];
  readonly falseAlarms: readonly Candidate[];
}

/** An object by its picture, condition and identifier, which all cameras share. */
export const keyOf = ({ line, id }: KnownObject): string =>
  JSON.stringify([line.image, line.condition, id]);

/**
 * What galleries may show of a column.
 *
 * @param lines of each image of the matches, in the order of their identifiers.
 * @param listed objects and results as they were matched.
 */
export function candidatesOf(
  matches: DetectionMatches,
  lines: readonly DoneLine[],
  {
    objects,
    results,
  }: { readonly objects: readonly TruthObject[]; readonly results: readonly FoundObject[] },
): Candidates {
  const pairs = matchedPairs(matches, OVERLAP, DRAWN);
  const objectsIn = (places: (pair: ImagePairs) => readonly number[]): readonly KnownObject[] =>
    pairs.flatMap((pair) =>
      places(pair).map((at) => {
        const { id, bbox, category_id: category, sourceArea } = objects[at]!;
        return {
          id,
          line: lines[pair.image - 1]!,
          box: bbox,
          category,
          weight: sourceArea,
          words: '',
        };
      }),
    );
  return {
    missed: objectsIn(({ missed }) => missed),
    found: objectsIn(({ found }) => found.map(({ annotation }) => annotation)),
    falseAlarms: pairs.flatMap((pair) =>
      pair.falseAlarms.map((at): Candidate => {
        const { bbox, category_id: category, score } = results[at]!;
        const words = ` at ${score.toFixed(2)}`;
        return { line: lines[pair.image - 1]!, box: bbox, category, weight: score, words };
      }),
    ),
  };
}

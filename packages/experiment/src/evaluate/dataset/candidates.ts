import { matchedPairs, type DetectionMatches } from '@lumenloom/scoring';
import type { FoundObject, TruthObject } from './objects.ts';

/** Findings below it are not worth a look. */
export const DRAWN = 0.25;
const OVERLAP = 0.5;

/**
 * Objects or results of which there may be a crop, as numbers alone: memory has no room for those
 * of many pictures.
 */
export interface Candidate {
  /** Place among the lines of the column. */
  readonly line: number;
  /** Identifier of an object; place of a result among those of its line. */
  readonly id: number;
  /** The largest are shown. */
  readonly weight: number;
}

/** Candidates by their numbers, in the order of their lines. */
export type CandidateList = Readonly<Record<keyof Candidate, number[]>>;

/** Objects and results of a column of which galleries may show some. */
export type Candidates = Readonly<Record<'missed' | 'found' | 'falseAlarms', CandidateList>>;

const emptyList = (): CandidateList => ({ line: [], id: [], weight: [] });

export const noCandidates = (): Candidates => ({
  missed: emptyList(),
  found: emptyList(),
  falseAlarms: emptyList(),
});

/**
 * Adds what galleries may show of a line.
 *
 * @param line its place among the lines of the column.
 * @param matches of this line alone.
 * @param listed objects and results as they were matched.
 */
export function addCandidates(
  { missed, found, falseAlarms }: Candidates,
  line: number,
  matches: DetectionMatches,
  {
    objects,
    results,
  }: { readonly objects: readonly TruthObject[]; readonly results: readonly FoundObject[] },
): void {
  const add = (list: CandidateList, id: number, weight: number): void => {
    list.line.push(line);
    list.id.push(id);
    list.weight.push(weight);
  };
  const addObject = (list: CandidateList, at: number): void =>
    add(list, objects[at]!.id, objects[at]!.sourceArea);
  for (const pair of matchedPairs(matches, OVERLAP, DRAWN)) {
    for (const at of pair.missed) addObject(missed, at);
    for (const { annotation } of pair.found) addObject(found, annotation);
    for (const at of pair.falseAlarms) add(falseAlarms, at, results[at]!.score);
  }
}

/** The candidates of a list that are also in the other one, or that are not in it. */
export function candidatesIn(list: CandidateList, other: CandidateList): CandidateList {
  const out = emptyList();
  let start = 0;
  for (const [at, line] of list.line.entries()) {
    while (start < other.line.length && other.line[start]! < line) start += 1;
    let place = start;
    while (other.line[place] === line && other.id[place] !== list.id[at]) place += 1;
    if (other.line[place] !== line) continue;
    out.line.push(line);
    out.id.push(list.id[at]!);
    out.weight.push(list.weight[at]!);
  }
  return out;
}

/** Those with the largest weights; of equal ones those that come first. */
export const strongest = (
  { line, id, weight }: CandidateList,
  most: number,
): readonly Candidate[] =>
  Uint32Array.from(weight.keys())
    .sort((one, other) => weight[other]! - weight[one]! || one - other)
    .subarray(0, most)
    .reduce<Candidate[]>(
      (all, at) => [...all, { line: line[at]!, id: id[at]!, weight: weight[at]! }],
      [],
    );

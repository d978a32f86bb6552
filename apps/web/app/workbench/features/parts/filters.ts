import { GROUPS, type Group, type PartRow } from './part-rows.ts';

/** What a person asks for. */
export interface Filters {
  readonly search: string;
  readonly groups: readonly Group[];
  /** Focal length, mm, as typed; '' is no limit. */
  readonly shortest: string;
  readonly longest: string;
  /** Largest f-number, as typed. */
  readonly slowest: string;
  readonly covers: boolean;
}

export const NO_FILTERS: Filters = {
  search: '',
  groups: GROUPS,
  shortest: '',
  longest: '',
  slowest: '',
  covers: false,
};

/** How far a number in the search may lie off the figure, as a share. */
const NEAR = 0.05;

interface Filter {
  /** 'the search “50”'. */
  readonly words: string;
  readonly passes: (row: PartRow) => boolean;
}

/**
 * Those of the filters that ask for something.
 *
 * @param diagonalMm of the sensor of the recipe.
 */
function activeFilters(filters: Filters, diagonalMm: number): readonly Filter[] {
  const { search, groups, covers } = filters;
  const [shortest, longest, slowest] = [filters.shortest, filters.longest, filters.slowest].map(
    (text) => (text.trim() === '' ? Number.NaN : Number(text)),
  ) as [number, number, number];
  return [
    ...(search.trim() === ''
      ? []
      : [{ words: `the search “${search.trim()}”`, passes: found(search) }]),
    ...(groups.length === GROUPS.length
      ? []
      : [
          {
            words: `${groups.length === 0 ? 'no group' : groups.join(' and ')} alone`,
            passes: ({ group }: PartRow) => groups.includes(group),
          },
        ]),
    ...(Number.isNaN(shortest)
      ? []
      : [
          {
            words: `EFL from ${shortest} mm`,
            passes: ({ lens }: PartRow) => (lens?.focalLengthMm ?? 0) >= shortest,
          },
        ]),
    ...(Number.isNaN(longest)
      ? []
      : [
          {
            words: `EFL up to ${longest} mm`,
            passes: ({ lens }: PartRow) => (lens?.focalLengthMm ?? Infinity) <= longest,
          },
        ]),
    ...(Number.isNaN(slowest)
      ? []
      : [
          {
            words: `f/ up to ${slowest}`,
            passes: ({ lens }: PartRow) => (lens?.fNumber ?? Infinity) <= slowest * (1 + NEAR / 5),
          },
        ]),
    ...(covers
      ? [
          {
            words: 'covers my sensor',
            passes: ({ lens }: PartRow) => (lens?.imageCircleMm ?? 0) >= diagonalMm,
          },
        ]
      : []),
  ];
}

/**
 * Whether a part fits every word of a search: 'f/2' is an f-number, a bare number a focal length,
 * and anything may stand in the name.
 */
function found(search: string): (row: PartRow) => boolean {
  const words = search.toLowerCase().trim().split(/\s+/);
  const near = (value: number | undefined, wanted: number): boolean =>
    value !== undefined && Math.abs(value / wanted - 1) <= NEAR;
  return ({ label, summary, lens }) => {
    const text = `${label} ${summary}`.toLowerCase();
    return words.every((word) => {
      const fNumber = /^f\/(\d+(?:\.\d*)?)$/.exec(word)?.[1];
      if (fNumber !== undefined) return near(lens?.fNumber, Number(fNumber)) || text.includes(word);
      return (/^\d/.test(word) && near(lens?.focalLengthMm, Number(word))) || text.includes(word);
    });
  };
}

/** The parts that pass, and where none does, which filter leaves out most. */
export function filtered(
  rows: readonly PartRow[],
  filters: Filters,
  diagonalMm: number,
): { readonly rows: readonly PartRow[]; readonly problem: string | undefined } {
  const active = activeFilters(filters, diagonalMm);
  const passing = (without?: Filter): readonly PartRow[] =>
    rows.filter((row) => active.every((filter) => filter === without || filter.passes(row)));
  const left = passing();
  if (left.length > 0 || rows.length === 0 || active.length === 0)
    return { rows: left, problem: undefined };
  const [most] = active
    .map((filter) => ({ filter, count: passing(filter).length }))
    .toSorted((one, other) => other.count - one.count);
  return {
    rows: left,
    problem:
      most!.count > 0
        ? `Nothing fits. ${most!.filter.words[0]!.toUpperCase()}${most!.filter.words.slice(1)} excludes most: without it there ${most!.count === 1 ? 'is 1' : `are ${most!.count}`}.`
        : 'Nothing fits, not even without one of the filters: clear two of them.',
  };
}

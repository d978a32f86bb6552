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
  /** Pitch of the pixels, µm, as typed. */
  readonly finest: string;
  readonly coarsest: string;
  /** '' is any. */
  readonly shutter: string;
  readonly mount: string;
  readonly mono: boolean;
}

export const NO_FILTERS: Filters = {
  search: '',
  groups: GROUPS,
  shortest: '',
  longest: '',
  slowest: '',
  covers: false,
  finest: '',
  coarsest: '',
  shutter: '',
  mount: '',
  mono: false,
};

/** How far a number in the search may lie off the figure, as a share. */
const NEAR = 0.05;

interface Filter {
  /** 'the search “50”'. */
  readonly words: string;
  readonly passes: (row: PartRow) => boolean;
}

/** A limit as it is typed. @returns a filter of the rows that `keeps` it, if anything is typed. */
const typedLimit = (
  text: string,
  words: (limit: number) => string,
  keeps: (row: PartRow, limit: number) => boolean,
): readonly Filter[] => {
  const limit = text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(limit) ? [] : [{ words: words(limit), passes: (row) => keeps(row, limit) }];
};

const chosen = (isAsked: boolean, words: string, passes: Filter['passes']): readonly Filter[] =>
  isAsked ? [{ words, passes }] : [];

/**
 * Those of the filters that ask for something.
 *
 * @param diagonalMm of the sensor of the recipe.
 */
function activeFilters(filters: Filters, diagonalMm: number): readonly Filter[] {
  const { search, groups, shutter, mount } = filters;
  return [
    ...chosen(search.trim() !== '', `the search “${search.trim()}”`, found(search)),
    ...chosen(
      groups.length < GROUPS.length,
      `${groups.length === 0 ? 'no group' : groups.join(' and ')} alone`,
      ({ group }) => groups.includes(group),
    ),
    ...typedLimit(
      filters.shortest,
      (mm) => `EFL from ${mm} mm`,
      ({ lens }, mm) => (lens?.focalLengthMm ?? 0) >= mm,
    ),
    ...typedLimit(
      filters.longest,
      (mm) => `EFL up to ${mm} mm`,
      ({ lens }, mm) => (lens?.focalLengthMm ?? Infinity) <= mm,
    ),
    ...typedLimit(
      filters.slowest,
      (limit) => `f/ up to ${limit}`,
      ({ lens }, limit) => (lens?.fNumber ?? Infinity) <= limit * (1 + NEAR / 5),
    ),
    ...chosen(
      filters.covers,
      'covers my sensor',
      ({ lens }) => (lens?.imageCircleMm ?? 0) >= diagonalMm,
    ),
    ...typedLimit(
      filters.finest,
      (um) => `pitch from ${um} µm`,
      ({ sensor }, um) => (sensor?.pixelUm ?? 0) >= um,
    ),
    ...typedLimit(
      filters.coarsest,
      (um) => `pitch up to ${um} µm`,
      ({ sensor }, um) => (sensor?.pixelUm ?? Infinity) <= um,
    ),
    ...chosen(
      shutter !== '',
      `${shutter} shutter`,
      (row) => row.shutter?.includes(shutter) === true,
    ),
    ...chosen(filters.mono, 'mono', ({ sensor }) => sensor?.pattern === 'mono'),
    ...chosen(mount !== '', `mount ${mount}`, (row) => row.mount === mount),
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

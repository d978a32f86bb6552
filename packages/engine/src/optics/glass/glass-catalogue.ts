import type { CataloguedGlass } from './dispersion-formulas.ts';
import { catalogued, findGlass, type FoundGlass, type TabulatedGlass } from './find-glass.ts';

/**
 * Glasses by their names. Upper and lower case are the same; hyphens may be left out, as CODE V
 * does.
 */
export interface GlassCatalogue {
  /**
   * @param name as in the maker's catalogue.
   * @param order makers or catalogues in which it is looked up first; only names that several have
   * need it.
   * @param index at the d line that a file has beside the name: it chooses among makers, and means
   * nothing else.
   */
  readonly find: (name: string, order: readonly string[], index?: number) => FoundGlass;
  /** All glasses of a maker; none of an unknown one. */
  readonly madeBy: (maker: string) => readonly CataloguedGlass[];
  /** All glasses of the makers, by the figures that their catalogues print. */
  readonly printed: readonly PrintedGlass[];
}

/** A glass in an Abbe diagram. */
export interface PrintedGlass {
  /** As a lens file names it: with the maker behind it where several have the name. */
  readonly name: string;
  readonly maker: string;
  /** At the d line. */
  readonly index: number;
  readonly abbe: number;
}

interface Table {
  readonly glasses: readonly TabulatedGlass[];
}

/** Loads the glasses of the makers; they come after the given ones, which are somebody's own. */
export async function loadGlassCatalogue(
  own: readonly CataloguedGlass[] = [],
): Promise<GlassCatalogue> {
  const { default: table } = (await import('./makers.json', { with: { type: 'json' } })) as {
    readonly default: Table;
  };
  const theirs = byName(table.glasses);
  const mine = byName(own);
  const schott = (name: string): TabulatedGlass | undefined =>
    named(theirs, name).find(({ maker }) => maker === 'SCHOTT');
  return {
    madeBy: (maker) => [
      ...own.filter((glass) => glass.maker.toUpperCase() === maker.toUpperCase()),
      ...table.glasses.filter((glass) => glass.maker === maker.toUpperCase()).map(catalogued),
    ],
    printed: table.glasses.map(({ name, maker, nd: index, vd: abbe }) => ({
      name: named(theirs, name).length > 1 ? `${name}_${maker}` : name,
      maker,
      index,
      abbe,
    })),
    find: (name, order, index) =>
      findGlass(name, order, {
        index,
        mine: named(mine, name),
        theirs: named(theirs, name),
        schott,
      }),
  };
}

const withoutHyphens = (name: string): string => name.toUpperCase().replace(/[-_ ]/g, '');

/** Glasses by their name in capitals, and by that without hyphens. */
function byName<Named extends { readonly name: string }>(
  glasses: readonly Named[],
): ReadonlyMap<string, readonly Named[]> {
  const map = new Map<string, Named[]>();
  for (const glass of glasses)
    for (const key of new Set([glass.name.toUpperCase(), withoutHyphens(glass.name)]))
      map.set(key, [...(map.get(key) ?? []), glass]);
  return map;
}

const named = <Named>(
  glasses: ReadonlyMap<string, readonly Named[]>,
  name: string,
): readonly Named[] => glasses.get(name.toUpperCase()) ?? glasses.get(withoutHyphens(name)) ?? [];

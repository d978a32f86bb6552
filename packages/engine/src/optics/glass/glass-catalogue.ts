import { tabulatedGlass, type CataloguedGlass } from './dispersion-formulas.ts';

/**
 * The result of a search by name: a glass, or the reason why there is none, as a sentence without
 * its beginning and full stop.
 */
export type FoundGlass = { readonly found: CataloguedGlass } | { readonly problem: string };

/**
 * Glasses by their names. Upper and lower case are the same; hyphens may be left out, as CODE V
 * does.
 */
export interface GlassCatalogue {
  /**
   * @param name as in the maker's catalogue.
   * @param order makers or catalogues in which it is looked up first; only names that several have
   * need it.
   */
  readonly find: (name: string, order: readonly string[]) => FoundGlass;
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
  readonly glasses: readonly {
    readonly name: string;
    readonly maker: string;
    readonly formula: number;
    readonly coefficients: readonly number[];
    readonly nd: number;
    readonly vd: number;
  }[];
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
  const catalogued = ({ name, maker, formula, coefficients }: Table['glasses'][number]) => ({
    ...{ name, maker },
    glass: tabulatedGlass(formula, coefficients),
  });
  return {
    madeBy: (maker) => [
      ...own.filter((glass) => glass.maker.toUpperCase() === maker.toUpperCase()),
      ...table.glasses.filter((glass) => glass.maker === maker.toUpperCase()).map(catalogued),
    ],
    printed: table.glasses.map(({ name, maker, nd: index, vd: abbe }) => ({
      name: named(theirs, name).length > 1 ? `${name}_${maker}` : name,
      ...{ maker, index, abbe },
    })),
    find: (name, order) => {
      const [first] = named(mine, name);
      if (first) return { found: first };
      const known = named(theirs, name);
      const inOrder = order.flatMap((catalogue) =>
        known.filter(({ maker }) => catalogue.toUpperCase().startsWith(maker)),
      );
      const chosen = inOrder[0] ?? (known.length === 1 ? known[0] : undefined);
      if (chosen) return { found: catalogued(chosen) };
      return {
        problem:
          known.length === 0
            ? `there is no glass "${name.slice(0, 40)}" in the catalogues of SCHOTT, OHARA, HOYA, CDGM, HIKARI and SUMITA; give its .agf file`
            : `${known.map(({ maker }) => maker).join(' and ')} have a glass "${name}", and ${order.length === 0 ? 'the file names no catalogue' : `none of them is among the file's catalogues (${order.join(', ')})`}`,
      };
    },
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

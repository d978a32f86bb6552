import { tabulatedGlass, type CataloguedGlass } from './dispersion-formulas.ts';
import { MATERIAL_NAMES, materialOf, oldGlassOf, successorsOf } from './named-materials.ts';
import { refractiveIndex } from './refractive-index.ts';

/** Why a name means that glass. */
export type GlassReason =
  | 'own catalogue'
  | 'catalogue of the file'
  | 'material'
  | 'only maker'
  | 'successor'
  | 'old catalogue'
  | 'index beside the name';

/** A glass that was found by its name. */
export interface NamedGlass {
  readonly found: CataloguedGlass;
  readonly why: GlassReason;
  /** What a user should know of the choice, one sentence; absent where there is no doubt. */
  readonly note?: string;
}

/**
 * The result of a search by name: a glass, or the reason why there is none, as a sentence without
 * its beginning and full stop.
 */
export type FoundGlass = NamedGlass | { readonly problem: string };

/** A glass of makers.json. */
export interface TabulatedGlass {
  readonly name: string;
  readonly maker: string;
  readonly formula: number;
  readonly coefficients: readonly number[];
  readonly nd: number;
  readonly vd: number;
}

export const catalogued = ({ name, maker, formula, coefficients }: TabulatedGlass) => ({
  name,
  maker,
  glass: tabulatedGlass(formula, coefficients),
});

/** Makers whose catalogues are here. */
export const MAKERS = ['SCHOTT', 'OHARA', 'HOYA', 'CDGM', 'HIKARI', 'SUMITA'] as const;

/** A name and the maker behind it, as CODE V writes them; the name alone where that is no maker. */
export function withoutMaker(name: string): readonly [bare: string, maker?: string] {
  const [, bare, suffix] = /^(.+)_([A-Za-z]+)$/.exec(name) ?? [];
  const maker = MAKERS.find((known) => known === suffix?.toUpperCase());
  return bare !== undefined && maker !== undefined ? [bare, maker] : [name];
}

/** Indices at the d line that differ by less belong to one glass. */
const SAME_GLASS = 5e-4;
const D_LINE = 587.5618;

/** The glasses that have a name. */
interface Candidates {
  readonly index: number | undefined;
  readonly mine: readonly CataloguedGlass[];
  readonly theirs: readonly TabulatedGlass[];
  /** SCHOTT's glass of a name. */
  readonly schott: (name: string) => TabulatedGlass | undefined;
}

/** The maker of a file's catalogue; undefined where it is none. */
const makerOf = (catalogue: string): string | undefined =>
  MAKERS.find((maker) => catalogue.toUpperCase().startsWith(maker));

/**
 * The glass of a name (docs/own-files.md#glasses-of-lens-files): the user's own; in the file's
 * catalogues; a material; the only maker's; SCHOTT's successor or old glass; the maker whose index
 * stands beside the name.
 */
export function findGlass(
  name: string,
  order: readonly string[],
  candidates: Candidates,
): FoundGlass {
  const { mine, theirs } = candidates;
  const [own] = mine;
  if (own) return ownGlass(name, mine);
  for (const catalogue of order) {
    const maker = makerOf(catalogue);
    const theirGlass = theirs.find((glass) => glass.maker === maker);
    if (theirGlass) return { found: catalogued(theirGlass), why: 'catalogue of the file' };
    const material = maker === undefined ? materialFound(name) : undefined;
    if (material) return material;
  }
  const material = theirs.length === 0 ? materialFound(name) : undefined;
  return (
    material ??
    onlyMaker(name, order, candidates) ??
    schottGlass(name, order, candidates) ??
    byIndex(name, candidates) ?? { problem: noGlass(name, order, candidates) }
  );
}

function ownGlass(name: string, mine: readonly CataloguedGlass[]): FoundGlass {
  const [own, ...others] = mine;
  if (own!.problem !== undefined) return { problem: `${own!.maker}: ${own!.problem}` };
  const doubled = others.find(({ maker }) => maker !== own!.maker);
  return {
    found: own!,
    why: 'own catalogue',
    ...(doubled && {
      note: `Glass ${name} stands in ${own!.maker} and in ${doubled.maker}: that of ${own!.maker} is taken.`,
    }),
  };
}

/** What pictures need of a material, µm. */
const PICTURES_UM = [0.4, 0.7] as const;

function materialFound(name: string): NamedGlass | undefined {
  const material = materialOf(name);
  if (!material) return undefined;
  const [from, to] = material.rangeUm;
  const [nd, nanometres] = [
    refractiveIndex(material.glass, D_LINE),
    (micrometres: number) => Number((micrometres * 1e3).toPrecision(6)),
  ];
  const isShort = from > PICTURES_UM[0] || to < PICTURES_UM[1];
  return {
    found: material,
    why: 'material',
    note: `Glass ${name} is read as the material ${material.name} (${material.source})${Number.isFinite(nd) ? `: nd ${nd.toFixed(5)}` : ''}.${isShort ? ` It was measured from ${nanometres(from)} to ${nanometres(to)} nm; its formula goes on for 50 nm at most.` : ''}`,
  };
}

/** The single maker of a name, unless SCHOTT's old or new glass of the name is another one. */
function onlyMaker(
  name: string,
  order: readonly string[],
  { theirs, schott }: Candidates,
): NamedGlass | undefined {
  const [only, ...others] = theirs;
  if (!only || others.length > 0) return undefined;
  const theirOwn = oldGlassOf(name)?.nd ?? successorOf(name, schott)?.nd;
  if (
    only.maker !== 'SCHOTT' &&
    theirOwn !== undefined &&
    Math.abs(theirOwn - only.nd) >= SAME_GLASS
  )
    return undefined;
  return {
    found: catalogued(only),
    why: 'only maker',
    ...(order.length > 0 && {
      note: `Glass ${name} is that of ${only.maker}, which is not among the file's catalogues (${order.join(', ')}).`,
    }),
  };
}

const successorOf = (name: string, schott: Candidates['schott']): TabulatedGlass | undefined =>
  successorsOf(name).flatMap((successor) => schott(successor) ?? [])[0];

/** SCHOTT's successor or old glass, for files that mean SCHOTT or where nobody has the name. */
function schottGlass(
  name: string,
  order: readonly string[],
  { theirs, schott }: Candidates,
): NamedGlass | undefined {
  if (theirs.length > 0 && !order.some((catalogue) => makerOf(catalogue) === 'SCHOTT'))
    return undefined;
  const successor = successorOf(name, schott);
  if (successor)
    return {
      found: catalogued(successor),
      why: 'successor',
      note: `Glass ${name} is read as ${successor.name} (SCHOTT), its successor: nd ${successor.nd.toFixed(5)}.`,
    };
  const old = oldGlassOf(name);
  return (
    old && {
      found: old,
      why: 'old catalogue',
      note: `${name} is no longer made: its index ${old.nd} and Abbe number ${old.abbe} are those of the old catalogue.`,
    }
  );
}

function byIndex(name: string, { theirs, index }: Candidates): NamedGlass | undefined {
  if (index === undefined) return undefined;
  const why: GlassReason = 'index beside the name';
  const near = theirs.filter(({ nd }) => Math.abs(nd - index) <= SAME_GLASS);
  const [nearest] = near;
  if (!nearest || near.length > 1) return undefined;
  return {
    found: catalogued(nearest),
    why,
    note: `Glass ${name} is that of ${nearest.maker}, whose index ${nearest.nd.toFixed(5)} is nearest to ${index}, which the file has beside the name.`,
  };
}

function noGlass(name: string, order: readonly string[], { theirs }: Candidates): string {
  const shown = name.slice(0, 40);
  if (theirs.length === 0)
    return `there is no glass ${shown} in the catalogues of ${MAKERS.join(', ')}, among their old glasses and the materials (${MATERIAL_NAMES.join(', ')}): give its .agf file, or its index and Abbe number (___BLANK, nd:vd)`;
  const makers = theirs.map(({ maker }) => maker);
  const joined =
    makers.length === 1 ? makers[0]! : `${makers.slice(0, -1).join(', ')} and ${makers.at(-1)!}`;
  const has =
    makers.length === 1
      ? `${joined} has a glass ${shown} that is not SCHOTT's old one`
      : `${joined} have a glass ${shown}`;
  const names =
    order.length === 0
      ? 'the file names no catalogue'
      : `none of them is among the file's catalogues (${order.join(', ')})`;
  const advised = makers.includes('SCHOTT') ? 'SCHOTT' : makers[0]!;
  return `${has}, and ${names}: add GCAT ${advised} to the file`;
}

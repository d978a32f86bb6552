import { tabulatedGlass, type CataloguedGlass } from './dispersion-formulas.ts';
import data from './materials.json' with { type: 'json' };
import { modelGlass } from './model-glass.ts';
import type { Glass } from './refractive-index.ts';

/** A material of materials.json, by one of the three things that are known of it. */
interface Measured {
  readonly source: string;
  readonly fromUm: number;
  readonly toUm: number;
  readonly constant?: number;
  readonly B?: readonly number[];
  readonly C?: readonly number[];
  readonly um?: readonly number[];
  readonly n?: readonly number[];
  readonly nd?: number;
  readonly abbe?: number;
}

/** A material that lens files name without a maker. */
export interface Material extends CataloguedGlass {
  readonly source: string;
  readonly rangeUm: readonly [from: number, to: number];
}

/** Who has the materials, in place of a maker. */
const NOBODY = 'MATERIALS';
/** Names by which files call SCHOTT's glasses. */
const SCHOTT = 'SCHOTT';

const materials: ReadonlyMap<string, Measured> = new Map(Object.entries(data.materials));
const sameAs: ReadonlyMap<string, string> = new Map(Object.entries(data.sameAs));
const obsolete: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(data.obsolete));
const renamed: ReadonlyMap<string, string> = new Map(Object.entries(data.renamed));

function dispersionOf({ constant = 0, B, C, um, n, nd, abbe }: Measured): Glass {
  if (um && n) return { um, n, degree: 1 };
  if (nd !== undefined) return modelGlass(nd, abbe ?? 0);
  return tabulatedGlass(2, [constant, ...B!.flatMap((b, i) => [b, C![i]!])]);
}

/** The material of a name; undefined where there is none. */
export function materialOf(name: string): Material | undefined {
  const capitals = name.toUpperCase();
  const known = sameAs.get(capitals) ?? capitals;
  const measured = materials.get(known);
  if (!measured) return undefined;
  const rangeUm = [measured.fromUm, measured.toUm] as const;
  return {
    name: known,
    maker: NOBODY,
    source: measured.source,
    rangeUm,
    glass: { ...dispersionOf(measured), rangeUm },
  };
}

/** Names of all materials. */
export const MATERIAL_NAMES: readonly string[] = [...materials.keys()];

/** A glass that SCHOTT no longer makes, by its figures in the old catalogue. */
export interface OldGlass extends CataloguedGlass {
  readonly nd: number;
  readonly abbe: number;
}

/** The old glass of SCHOTT that has no successor; undefined where the name is none. */
export function oldGlassOf(name: string): OldGlass | undefined {
  const capitals = name.toUpperCase();
  const [nd, abbe] = obsolete.get(capitals) ?? [];
  if (nd === undefined || abbe === undefined) return undefined;
  return { name: capitals, maker: SCHOTT, nd, abbe, glass: modelGlass(nd, abbe) };
}

/** Names that a successor of SCHOTT's glass may have, the likeliest first. */
export function successorsOf(name: string): readonly string[] {
  const capitals = name.toUpperCase().replaceAll(/[ _]/g, '');
  const other = renamed.get(capitals);
  if (other !== undefined) return [other];
  if (capitals.startsWith('N-')) return [];
  // BAFN10 became N-BAF10.
  const inside = /^([A-Z]+)N(\d+)$/.exec(capitals);
  return [`N-${capitals}`, ...(inside ? [`N-${inside[1]!}${inside[2]!}`] : [])];
}

import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { refractiveIndex, type Glass } from '../optics/glass/refractive-index.ts';
import { failAt } from '../text/numbered-lines.ts';
import { D_LINE, type LensDraft } from './lens-draft.ts';

/** A glass of a lens, and why its name means it; the keys are published. */
export interface UsedGlass {
  /** The number of the surface in its file. */
  readonly surface: number;
  readonly name: string;
  /** Its name and maker in a catalogue; null of a glass that the file describes itself. */
  readonly as: string | null;
  readonly maker: string | null;
  /** At the d line; null where it has no index there. */
  readonly nd: number | null;
  readonly why: string;
}

/** The glasses of a lens by the names in its file, with what was decided about each. */
export function usedGlasses(
  { surfaces, catalogues }: LensDraft,
  catalogue: GlassCatalogue,
  notes: string[],
): { readonly glasses: Readonly<Record<string, Glass>>; readonly list: readonly UsedGlass[] } {
  const glasses: Record<string, Glass> = {};
  const known = new Map<string, Omit<UsedGlass, 'surface'>>();
  const list: UsedGlass[] = [];
  for (const { number, glass } of surfaces) {
    if (!glass) continue;
    const { name, line } = glass;
    if (!known.has(name)) {
      const order = glass.catalogue === undefined ? catalogues : [glass.catalogue];
      const outcome = glass.glass
        ? undefined
        : catalogue.find(glass.bare ?? name, order, glass.index);
      if (outcome && 'problem' in outcome)
        return failAt(line, `surface ${number}: ${outcome.problem}`);
      glasses[name] = outcome?.found.glass ?? glass.glass!;
      if (outcome?.note !== undefined) notes.push(outcome.note);
      const nd = refractiveIndex(glasses[name], D_LINE);
      known.set(name, {
        name,
        as: outcome?.found.name ?? null,
        maker: outcome?.found.maker ?? null,
        nd: Number.isFinite(nd) ? nd : null,
        why: outcome?.why ?? 'in the file',
      });
    }
    list.push({ surface: number, ...known.get(name)! });
  }
  return { glasses, list };
}

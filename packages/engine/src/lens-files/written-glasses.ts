import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { MAKERS } from '../optics/glass/find-glass.ts';
import { materialOf } from '../optics/glass/named-materials.ts';
import { GLASSES, refractiveIndex, type Glass } from '../optics/glass/refractive-index.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import type { UsedGlass } from './draft-glasses.ts';
import { D_LINE } from './lens-draft.ts';
import { modelNumbers } from './written-facts.ts';

/** Wavelengths, nm, at which equal glasses have equal indices. */
const COMPARED = [450, 587.5618, 650];
const SAME_INDEX = 1e-9;

const isSame = (one: Glass, other: Glass): boolean =>
  COMPARED.every(
    (nm) => Math.abs(refractiveIndex(one, nm) - refractiveIndex(other, nm)) < SAME_INDEX,
  );

/**
 * The glasses of a lens under their names in catalogues: by what they are, since a lens file of
 * ours may call any glass by any name.
 */
export function writtenGlasses(file: LensFile, catalogue: GlassCatalogue): readonly UsedGlass[] {
  return file.surfaces.flatMap(({ glass: name }, i): readonly UsedGlass[] => {
    if (name === null || modelNumbers(name)) return [];
    const glass = file.glasses?.[name] ?? GLASSES[name];
    if (!glass) return [];
    const bare = name.replace(/_[A-Za-z]+$/, '');
    const found = [name, bare].flatMap((one) =>
      MAKERS.flatMap((maker) => {
        const outcome = catalogue.find(one, [maker]);
        const isTheirs = 'found' in outcome && outcome.found.maker === maker;
        return isTheirs && isSame(outcome.found.glass, glass) ? [outcome.found] : [];
      }),
    )[0];
    const material = materialOf(name);
    const known = found ?? (material && isSame(material.glass, glass) ? material : undefined);
    return [
      {
        surface: i + 1,
        name,
        as: known?.name ?? null,
        maker: known?.maker ?? null,
        nd: refractiveIndex(glass, D_LINE),
        why: known ? 'same index' : 'in the file',
      },
    ];
  });
}

import { optics, type OpticsId } from './list.ts';
import { readLensFile, type LensFile } from './ray-trace/lens-file.ts';

/** The prescription of a lens of the choice list. Only the lens that is used is loaded. */
export async function loadLensFile(id: OpticsId): Promise<LensFile> {
  const module = (await import(`./lenses/${id}.json`, { with: { type: 'json' } })) as {
    readonly default: unknown;
  };
  return readLensFile(module.default);
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The lens that a person means by 'Cooke Triplet', 'cooke-triplet' or 'cooke'.
 *
 * @returns undefined when no lens has that name and not exactly one has a name that begins so.
 */
export async function findLensFile(name: string): Promise<LensFile | undefined> {
  const wanted = lettersOf(name);
  const having = (fits: (letters: string) => boolean): OpticsId[] =>
    (Object.keys(optics) as OpticsId[]).filter((id) =>
      [id, optics[id].label].some((known) => fits(lettersOf(known))),
    );
  const [id] = having((letters) => letters === wanted);
  const [only, ...others] = having((letters) => letters.startsWith(wanted));
  const found = id ?? (others.length > 0 ? undefined : only);
  return found && loadLensFile(found);
}

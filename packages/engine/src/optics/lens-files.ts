import cookeTriplet from './lenses/cooke-triplet.json' with { type: 'json' };
import doubleGauss from './lenses/double-gauss.json' with { type: 'json' };
import fisheye from './lenses/fisheye.json' with { type: 'json' };
import type { LensFile } from './ray-trace/lens-file.ts';

/** The lenses that come with the product, by the name of their file in `lenses/`. */
export const lensFiles = {
  'cooke-triplet': cookeTriplet,
  'double-gauss': doubleGauss,
  fisheye,
} as const satisfies Readonly<Record<string, LensFile>>;

export type LensId = keyof typeof lensFiles;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The lens a person means by 'Cooke Triplet', 'cooke-triplet' or 'cooke'; undefined when there is none. */
export function findLensFile(name: string): LensFile | undefined {
  const wanted = plain(name);
  const candidates = Object.entries<LensFile>(lensFiles).filter(
    ([id, file]) => plain(id).startsWith(wanted) || plain(file.name).startsWith(wanted),
  );
  return wanted !== '' && candidates.length === 1 ? candidates[0]![1] : undefined;
}

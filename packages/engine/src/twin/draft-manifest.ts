import type { Table } from '../text/json-fields.ts';
import { FRAME_KINDS, type FrameKind } from './manifest.ts';

const FRAME_FILE = /\.(npy|dng|png|tiff?)$/i;
/** What names of files begin or end with, beside the kinds themselves. */
const WORDS: readonly (readonly [RegExp, FrameKind])[] = [
  [/dark|bias|black/i, 'dark'],
  [/flat|white|ptc/i, 'flat'],
  [/chart|macbeth|colou?r/i, 'chart'],
  [/edge|square|sfr/i, 'edges'],
  [/grid|dots/i, 'grid'],
  [/point|star/i, 'points'],
];
const SECONDS = { s: 1, ms: 1e-3, us: 1e-6 } as const;

/**
 * A manifest by the names of files, such as `flat-10ms.npy`, to be looked at: each entry says that
 * it is guessed.
 *
 * @returns undefined where no file has a name of raw frames.
 */
export function draftManifest(files: readonly string[]): Table | undefined {
  const frames = files.flatMap((file): readonly Table[] => {
    if (!FRAME_FILE.test(file)) return [];
    const name = file.split('/').at(-1)!;
    const kind = WORDS.find(([word]) => word.test(name))?.[1] ?? FRAME_KINDS[1];
    const exposure = exposureIn(name);
    return [{ kind, file, ...(exposure !== undefined && { exposure }), guessed: true }];
  });
  return frames.length === 0 ? undefined : { version: 1, name: 'camera', frames };
}

/** Seconds in a name: `10ms`, `0.5s`. */
function exposureIn(name: string): number | undefined {
  const [, digits, unit] = /(?:^|[^\d.])(\d+(?:\.\d+)?)(us|ms|s)(?![a-z])/i.exec(name) ?? [];
  if (digits === undefined) return undefined;
  return Number(
    (Number(digits) * SECONDS[unit!.toLowerCase() as keyof typeof SECONDS]).toPrecision(6),
  );
}

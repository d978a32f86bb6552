import type { LensFile } from '@lumenloom/browser-host';
import { configuredLens, valueAt, withValues } from '@lumenloom/engine/catalogue';
import { withInserted, withoutSurface, type LensDraft, type Positions } from './lens-draft.ts';

const wholeFile = ({ first, others }: Positions): LensFile => ({
  ...first,
  configurations: others,
});

type Opened = Pick<LensDraft, 'lens' | 'positions'>;

/** A lens as it is opened: in its first position. */
export function openedLens(file: LensFile): Opened {
  const { configurations, ...first } = file;
  return configurations
    ? { lens: first, positions: { chosen: 1, first, others: configurations } }
    : { lens: file };
}

/** The lens with all of its positions, as its file has it. */
export function wholeLens({ lens, positions }: Opened): LensFile {
  return positions ? wholeFile(positionsWith(lens, positions)) : lens;
}

type Content = Readonly<Record<string, unknown>>;
const contentOf = (lens: LensFile): Content => ({ ...lens });

/**
 * The positions with what was changed in the lens of the chosen one: numbers that it sets are its
 * own, all others are those of every position.
 */
function positionsWith(lens: LensFile, positions: Positions): Positions {
  const { chosen, first, others } = positions;
  if (chosen === 1) return { ...positions, first: lens };
  const position = others[chosen - 2]!;
  const valuesOf = (content: Content) =>
    Object.fromEntries(
      Object.keys(position.set).map((path) => [path, valueAt(content, path) ?? null]),
    );
  return {
    chosen,
    first: withValues(contentOf(lens), valuesOf(contentOf(first)), '') as unknown as LensFile,
    others: others.with(chosen - 2, { ...position, set: valuesOf(contentOf(lens)) }),
  };
}

/** The draft in another of its positions, from 1. @throws Error for one that is refused. */
export function inPosition(draft: LensDraft, chosen: number): LensDraft {
  const { lens, positions, saved } = draft;
  if (!positions) return draft;
  const all = { ...positionsWith(lens, positions), chosen };
  const shown = configuredLens(wholeFile(all), chosen);
  const before = saved.positions ?? positions;
  return {
    ...draft,
    lens: shown,
    positions: all,
    saved: {
      ...saved,
      lens: lens === saved.lens ? shown : configuredLens(wholeFile(before), chosen),
    },
  };
}

/** The positions after a surface was inserted (1) or deleted (−1) at a row. */
export function movedPositions(
  positions: Positions | undefined,
  row: number,
  by: 1 | -1,
): Positions | undefined {
  if (!positions) return undefined;
  const { first, others } = positions;
  return {
    ...positions,
    first: by === 1 ? withInserted(first, row) : withoutSurface(first, row),
    others: others.map((one) => ({
      ...one,
      set: Object.fromEntries(
        Object.entries(one.set).flatMap(([path, value]) => {
          const [, index, rest] = /^surfaces\[(\d+)\](.*)$/.exec(path) ?? [];
          if (index === undefined) return [[path, value]];
          if (by === -1 && Number(index) === row) return [];
          const moved = Number(index) >= row ? Number(index) + by : Number(index);
          return [[`surfaces[${moved}]${rest!}`, value]];
        }),
      ),
    })),
  };
}

/** What the positions of a lens are called. */
export const positionNames = ({ first, others }: Positions): readonly string[] => [
  first.name,
  ...others.map(({ name }) => name),
];

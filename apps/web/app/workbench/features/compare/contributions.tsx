import { madeWith } from '../../model/run/run-store.ts';
import { derived, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions, Key } from '../../shell/bench/feature.ts';
import type { ComparedPicture, ComparisonMode } from './compared.ts';
import { createCompareStore } from './compare-store.tsx';
import { RunsRow } from './runs-row.tsx';

const WAYS: readonly (readonly [key: string, way: ComparisonMode])[] = [
  ['W', 'wipe'],
  ['S', 'side by side'],
  ['D', 'difference'],
];

export function contribute({
  shown,
  show,
  signal,
}: Pick<Bench, 'shown' | 'show' | 'signal'>): Contributions {
  const drawn = derived([shown], () => shown.current().run);
  const now = derived([drawn], (): ComparedPicture | undefined => {
    const { image } = drawn.current();
    if (image === undefined) return undefined;
    const name = shown.current().source ?? 'last run';
    return { name, recipe: madeWith(drawn.current()), address: image };
  });
  const { compare, inspected } = createCompareStore(now, signal);
  const Row = () => {
    const picture = useReadable(now);
    const isRun = useReadable(shown).source === undefined;
    return <RunsRow compare={useReadable(compare)} live={isRun ? undefined : picture} />;
  };
  const isIdle = (): boolean => now.current() === undefined;
  return {
    strips: [{ id: 'runs', label: 'Runs', Content: Row }],
    inspected,
    keys: [
      ...WAYS.map(([key, way]): Key => ({
        key,
        where: 'picture',
        says: `compares A and B: ${way}`,
        isIdle,
        perform: () => {
          show({ strip: 'runs' });
          const { way: before, showWay } = compare.current();
          showWay(before === way ? undefined : way);
        },
      })),
      {
        key: 'Space',
        where: 'picture',
        says: 'shows A while it is held',
        isIdle,
        perform: () => compare.current().hold(true),
        release: () => compare.current().hold(false),
      },
    ],
    leave: () => {
      const { way, isOther, showWay, showB } = compare.current();
      if (way) showWay(undefined);
      else if (isOther) showB(undefined);
      return way !== undefined || isOther;
    },
  };
}

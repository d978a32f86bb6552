import { BAYER_ORDERS, isps, whyNotDeveloped, type IspId } from '@lumenloom/engine/catalogue';
import { derived, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { rowsOf } from './part-rows.ts';
import type { PartsStore } from './parts-store.ts';

/** What develops a pattern of colour filters: 'mono', 'rggb', or a pattern of another name. */
function filtersOf(pattern: string): Parameters<typeof whyNotDeveloped>[1] {
  const order = BAYER_ORDERS.find((one) => one === pattern);
  return order ? { order } : { order: undefined, tile: pattern === 'mono' ? ['w'] : [pattern] };
}

/** The ISPs that cannot develop what a pattern gives, with the reason, by their labels. */
export const unfitFor = (pattern: string | null | undefined): ReadonlyMap<string, string> =>
  new Map(
    pattern
      ? Object.entries(isps).flatMap(([id, { label }]) => {
          const reason = whyNotDeveloped(id as IspId, filtersOf(pattern));
          return reason === undefined ? [] : [[label, reason] as const];
        })
      : [],
  );

/** The ISPs that the sensor of the recipe does not allow. */
export function unfitIsps(
  { recipe }: Pick<Bench, 'recipe'>,
  { parts, files }: Pick<PartsStore, 'parts' | 'files'>,
): Readable<ReadonlyMap<string, string>> {
  const pattern = derived([recipe, parts, files], () => {
    const { sensor } = recipe.current();
    return rowsOf('sensor', parts.current(), files.current(), []).find(
      ({ name }) => name === sensor,
    )?.sensor?.pattern;
  });
  return derived([pattern], () => unfitFor(pattern.current()));
}

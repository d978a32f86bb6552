import { isObject } from '@lumenloom/engine/quick';
import { refuseAt } from '../document/problem.ts';

type Table = Readonly<Record<string, unknown>>;

/** Keys that stand in a document by their defaults. */
const DEFAULTS: Table = { position: [0, 0, 0], degrees: [0, 0, 0], scale: [1, 1, 1] };

const stepsOf = (path: string): readonly string[] =>
  path.split(/[.[\]]+/).filter((step) => step !== '');

/** The place of an entry by its index or its name; -1 where there is none. */
const entryAt = (list: readonly unknown[], step: string): number =>
  list.findIndex((item, at) => String(at) === step || (isObject(item) && item['name'] === step));

/**
 * The document of a world with another value under a path, whose lists have names.
 *
 * @param place of the path, for the refusal.
 * @throws SimulationError where the path names an entry that there is not.
 */
export function withWorldValue(
  document: object,
  path: string,
  value: unknown,
  place = path,
): object {
  const steps = stepsOf(path);
  const placed = (into: unknown, at: number): unknown => {
    const step = steps[at];
    if (step === undefined) return value;
    const missing = (): never =>
      refuseAt(
        place,
        `${place}: the world has no ${steps
          .slice(0, at + 1)
          .join('.')
          .slice(0, 100)}.`,
      );
    if (Array.isArray(into)) {
      const list = into as readonly unknown[];
      const found = entryAt(list, step);
      if (found < 0) return missing();
      return list.map((item, index) => (index === found ? placed(item, at + 1) : item));
    }
    const isLast = at === steps.length - 1;
    const table: Table = isObject(into) ? into : {};
    const held = table[step];
    // A scale may be one number for all axes.
    const inside =
      !isLast && (held === undefined || typeof held === 'number')
        ? typeof held === 'number'
          ? [held, held, held]
          : DEFAULTS[step]
        : held;
    if (!isLast && inside === undefined) return missing();
    return { ...table, [step]: placed(inside, at + 1) };
  };
  return placed(document, 0) as object;
}

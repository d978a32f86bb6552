export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Items by their keys, in the order of the first of each key. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** With more values than this a variable is cut into ranges of equally many runs. */
export const MOST_GROUPS = 12;
const RANGES = 8;

/**
 * Share of the variance of a figure that one variable explains, 0 to 1: the first-order sensitivity
 * index, with the part taken off that groups of few runs explain by chance (omega squared).
 *
 * @param pairs value of the variable, and of the figure.
 */
export function explainedShare(
  pairs: readonly (readonly [value: unknown, figure: number])[],
): number {
  const count = pairs.length;
  const values = new Set(pairs.map(([value]) => value));
  const groups =
    values.size <= MOST_GROUPS
      ? grouped(pairs, ([value]) => value)
      : grouped(
          pairs
            .toSorted(([a], [b]) => (a as number) - (b as number))
            .map((pair, rank) => [pair[0], pair[1], Math.floor((rank * RANGES) / count)] as const),
          ([, , range]) => range,
        );
  const all = mean(pairs.map(([, figure]) => figure));
  const total = pairs.reduce((sum, [, figure]) => sum + (figure - all) ** 2, 0);
  // Less than this is rounding.
  if (!(total > 1e-18 * count * all ** 2) || groups.size < 2) return 0;
  let between = 0;
  for (const group of groups.values())
    between += group.length * (mean(group.map(([, figure]) => figure)) - all) ** 2;
  if (groups.size === count) return between / total;
  const within = (total - between) / (count - groups.size);
  return Math.min(1, Math.max(0, (between - (groups.size - 1) * within) / (total + within)));
}

/**
 * The points that no other point beats in both figures, along x.
 *
 * @param better 1 where more is better, −1 where less is.
 */
export function paretoFront<At extends { readonly x: number; readonly y: number }>(
  points: readonly At[],
  better: { readonly x: 1 | -1; readonly y: 1 | -1 },
): At[] {
  const front: At[] = [];
  let best = -Infinity;
  for (const point of points.toSorted((a, b) => better.x * (b.x - a.x) || better.y * (b.y - a.y))) {
    if (better.y * point.y <= best) continue;
    best = better.y * point.y;
    front.push(point);
  }
  return front.toSorted((a, b) => a.x - b.x);
}

/** Share of the values that keep a limit, 0 to 1. */
export const yieldAt = (values: readonly number[], limit: number, atLeast: boolean): number =>
  values.filter((value) => (atLeast ? value >= limit : value <= limit)).length / values.length;

interface FilteredCell {
  /** What its column is called; the unit behind a comma can be left out. */
  readonly names: readonly string[];
  readonly text: string;
}

/** What a column is called, for a comparison. */
const plainName = (name: string): string => name.trim().toLowerCase();

/**
 * Whether a run is wanted: `name < 3`, `name = D65` (also >, <=, >=), or text that occurs in one of
 * its cells.
 */
export function isWanted(cells: readonly FilteredCell[], filter: string): boolean {
  return filter.split(/\s+and\s+/i).every((term) => {
    const [, name = '', relation, limit] = /^([^<>=]+)(<=|>=|<|>|=)\s*(\S.*?)\s*$/.exec(term) ?? [];
    const cell = cells.find(({ names }) =>
      names.some((one) =>
        [one, one.replace(/, [^,]+$/, '')].some((own) => plainName(own) === plainName(name)),
      ),
    )?.text;
    if (cell === undefined || limit === undefined)
      return cells.some(({ text }) => text.toLowerCase().includes(plainName(term)));
    const [left, right] = [Number(cell), Number(limit)];
    if (cell === '') return false;
    if (relation === '=') return cell === limit || left === right;
    return relation === '<'
      ? left < right
      : relation === '>'
        ? left > right
        : relation === '<='
          ? left <= right
          : left >= right;
  });
}

/** A number as people read it. */
export function shown(value: unknown): string {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

const plain = (name: string): string => name.trim().toLowerCase();

/** How the labels of a network lead to the categories of a data set. */
export interface ClassMapping {
  /** Labels whose names are those of categories. */
  readonly equal: readonly string[];
  /** The other labels, with the category that the map names; '' is none. */
  readonly others: readonly { readonly label: string; readonly category: string }[];
  /** Categories that no label leads to: they are not scored. */
  readonly unreached: readonly string[];
}

/**
 * Pairs labels and categories as evaluations do: by the class map, then by equal names, whatever
 * their case.
 */
export function mappingOf(
  labels: readonly string[],
  categories: readonly string[],
  classMap: Readonly<Record<string, string>>,
): ClassMapping {
  const mapped = new Map(Object.entries(classMap).map(([label, name]) => [plain(label), name]));
  const byName = new Map(categories.map((name) => [plain(name), name]));
  const isEqual = (label: string): boolean => byName.has(plain(label)) && !mapped.has(plain(label));
  const equal = labels.filter(isEqual);
  const others = labels
    .filter((label) => !isEqual(label))
    .map((label) => ({ label, category: byName.get(plain(mapped.get(plain(label)) ?? '')) ?? '' }));
  const reached = new Set([...equal, ...others.map(({ category }) => category)].map(plain));
  return { equal, others, unreached: categories.filter((name) => !reached.has(plain(name))) };
}

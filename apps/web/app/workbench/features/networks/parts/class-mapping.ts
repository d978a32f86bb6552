const plain = (name: string): string => name.trim().toLowerCase();

/** How the labels of a network lead to the categories of a data set. */
export interface ClassMapping {
  /** Labels whose names are those of categories. */
  readonly equal: readonly string[];
  /** The other labels, with the category that the map names; '' is none. */
  readonly others: readonly { readonly label: string; readonly category: string }[];
  /** Categories that no label leads to: they are not scored. */
  readonly unreached: readonly string[];
  /** Labels of the map that the network does not have: an evaluation refuses them. */
  readonly strange: readonly string[];
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
  const known = new Set(labels.map(plain));
  return {
    equal,
    others,
    unreached: categories.filter((name) => !reached.has(plain(name))),
    strange: Object.keys(classMap).filter((label) => !known.has(plain(label))),
  };
}

/**
 * A class map with another category of a label; '' takes the label out. Labels that the network
 * does not have stay out too: a data set has the map of one network.
 */
export function withCategory(
  labels: readonly string[],
  classMap: Readonly<Record<string, string>>,
  label: string,
  category: string,
): Readonly<Record<string, string>> {
  const known = new Set(labels.map(plain));
  const kept = Object.entries(classMap).filter(
    ([one]) => known.has(plain(one)) && plain(one) !== plain(label),
  );
  return Object.fromEntries(category === '' ? kept : [...kept, [label, category]]);
}

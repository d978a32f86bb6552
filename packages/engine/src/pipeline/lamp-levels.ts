import type { WorldPlan } from '../worlds.ts';

/** Keys of a lamp that say how much it shines. */
const LEVELS = ['lumens', 'candela', 'luminance', 'watts', 'lux'] as const;

/** A lamp of a document, as far as its level goes. */
type Lamp = Readonly<Partial<Record<(typeof LEVELS)[number], unknown>>> & {
  readonly name?: unknown;
};

/** The level of a lamp in the unit of its own key; undefined where the document has none. */
export function lampLevel(lamp: Lamp): number | undefined {
  const key = LEVELS.find((one) => lamp[one] !== undefined);
  if (key === undefined) return undefined;
  const level = lamp[key];
  return typeof level === 'number' ? level : (level as { readonly value: number }).value;
}

/** The path of the level of a lamp below its entry in `lights`. */
const isLevelPath = (steps: readonly string[]): boolean =>
  LEVELS.some((key) => steps[0] === key) &&
  (steps.length === 1 || (steps[0] === 'lux' && steps[1] === 'value' && steps.length === 2));

/**
 * The lamp whose level a path names, and that level; undefined for other paths and dark lamps.
 *
 * @param steps of the path in the document.
 */
export function lampLevelAt(
  document: object,
  [list, entry, ...steps]: readonly string[],
): { readonly name: string; readonly level: number } | undefined {
  if (list !== 'lights' || !isLevelPath(steps)) return undefined;
  const lamps = lampsOf(document);
  const lamp = lamps.find(({ name }, at) => name === entry || String(at) === entry);
  const level = lamp && lampLevel(lamp);
  // A lamp whose entry is not read yet may hold anything.
  return typeof lamp?.name === 'string' && typeof level === 'number' && level > 0
    ? { name: lamp.name, level }
    : undefined;
}

const lampsOf = (document: object): readonly Lamp[] =>
  (document as { readonly lights?: readonly Lamp[] }).lights ?? [];

/** The group of a lamp whose light is kept by itself; lamps that are not are in `lights`. */
const groupOf = (name: string): string => `lamp ${name}`;

/** A world whose lamps have the levels by which they are chosen. */
export interface LevelledWorld {
  readonly world: WorldPlan;
  /** What the light of a group is multiplied by; 1 of groups that are not there. */
  readonly scales: ReadonlyMap<string, number>;
}

/**
 * The world that is rendered for a plan (docs/reference/world.md#w7): with `levels` the same for
 * all levels of these lamps, which the document has.
 */
export function levelledWorld(world: WorldPlan): LevelledWorld {
  const { levels } = world.params;
  if (!levels) return { world, scales: new Map() };
  const lamps = lampsOf(world.document);
  const scales = new Map(
    Object.entries(levels).map(([name, level]) => {
      const lamp = lamps.find((one) => one.name === name);
      return [groupOf(name), lampLevel(lamp!)! / level] as const;
    }),
  );
  const lights = lamps.map(({ group: _, ...lamp }: Lamp & { readonly group?: unknown }) => {
    const level = typeof lamp.name === 'string' ? levels[lamp.name] : undefined;
    return level === undefined
      ? lamp
      : { ...withLevel(lamp, level), group: groupOf(lamp.name as string) };
  });
  return { world: { ...world, document: { ...world.document, lights }, isApart: true }, scales };
}

function withLevel(lamp: Lamp, level: number): Lamp {
  const key = LEVELS.find((one) => lamp[one] !== undefined)!;
  const own = lamp[key];
  return { ...lamp, [key]: typeof own === 'number' ? level : { ...(own as object), value: level } };
}

import { SimulationError } from '../../simulation-error.ts';
import { fail, isObject, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';

/**
 * Another position of a lens: what is different from the lens file itself, which is the first one.
 * The keys are published.
 */
export interface Configuration {
  readonly name: string;
  /** Values by their paths from the top of the file; null takes away a key of the top. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Why it cannot be traced; then nothing is set. */
  readonly refused?: string;
}

/** Most configurations, and values of one. */
const MOST_CONFIGURATIONS = 100;
const MOST_VALUES = 2000;
const STEP = /^(?:([A-Za-z][A-Za-z0-9]*)|\[(\d{1,4})\])/;

/** The steps of a path such as surfaces[2].thickness; undefined where it is none. */
function stepsOf(path: string): readonly (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  let rest = path;
  while (rest !== '') {
    const [whole, key, index] = STEP.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    steps.push(key ?? Number(index));
    rest = rest.slice(whole.length).replace(/^\.(?=[A-Za-z])/, '');
  }
  return steps.length > 0 ? steps : undefined;
}

/** A copy with a value in place of another; undefined where the path leads nowhere. */
export function placed(
  content: unknown,
  steps: readonly (string | number)[],
  value: unknown,
): unknown {
  const [step, ...others] = steps;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    if (!Array.isArray(content) || step >= content.length) return undefined;
    const inner = placed(content[step], others, value);
    return inner === undefined ? undefined : content.with(step, inner);
  }
  if (!isObject(content)) return undefined;
  if (others.length === 0) return { ...content, [step]: value };
  if (!Object.hasOwn(content, step)) return undefined;
  const inner = placed(content[step], others, value);
  return inner === undefined ? undefined : { ...content, [step]: inner };
}

/** What stands at a path of a lens file; undefined where it leads nowhere. */
export const valueAt = (content: Table, path: string): unknown =>
  valueOfSteps(content, stepsOf(path) ?? [path]);

export const valueOfSteps = (content: unknown, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<string | number, unknown>> | undefined)?.[step],
    content,
  );

/** The content of a lens file with the values of a configuration. */
export function withValues(content: Table, set: Configuration['set'], path: string): Table {
  let changed = content;
  for (const [key, value] of Object.entries(set)) {
    const steps = stepsOf(key);
    if (steps?.length === 1 && value === null) {
      const { [key]: _, ...others } = changed;
      changed = others;
      continue;
    }
    const next = steps && placed(changed, steps, value);
    if (!isObject(next))
      fail(
        `${path}.set`,
        `${path}.set: there is nothing at "${key.slice(0, 60)}"; a path begins at the top of the file, such as surfaces[2].thickness.`,
      );
    changed = next;
  }
  return changed;
}

/**
 * Reads the configurations of a lens file.
 *
 * @param check reads the lens file in a configuration. @throws SimulationError.
 */
export function readConfigurations(
  file: Table,
  check: (content: Table, path: string) => void,
): readonly Configuration[] {
  const { configurations: content, ...first } = file;
  if (!Array.isArray(content) || content.length > MOST_CONFIGURATIONS)
    return fail(
      'configurations',
      `configurations must be a list of at most ${MOST_CONFIGURATIONS}, those besides the first one.`,
    );
  return (content as unknown[]).map((entry, index) => {
    const path = `configurations[${index}]`;
    const table = tableOf(entry, path, path);
    refuseUnknown(table, ['name', 'set', 'refused'], path, path);
    const { name, refused } = table;
    if (typeof name !== 'string') fail(`${path}.name`, `${path}.name must be a text.`);
    const set = tableOf(table['set'] ?? {}, `${path}.set`, `${path}.set`);
    if (Object.keys(set).length > MOST_VALUES)
      fail(`${path}.set`, `${path}.set has more than ${MOST_VALUES} values.`);
    if (typeof refused === 'string') return { name, set: {}, refused };
    check(withValues(first, set, path), path);
    return { name, set };
  });
}

/** @throws SimulationError for a configuration that a lens does not have. */
export function checkConfiguration(configuration: number, count: number): void {
  if (!Number.isInteger(configuration) || configuration < 1 || configuration > count)
    throw new SimulationError(
      'bad-parameter',
      `configuration must be ${count === 1 ? '1' : `from 1 to ${count}`}, not ${configuration}${count === 1 ? ': the lens has no others' : ''}.`,
      'configuration',
    );
}

/**
 * The lens in one of its configurations, which has no others; its values were checked when the lens
 * was read.
 *
 * @param configuration from 1.
 * @throws SimulationError for one that is not there or is refused.
 */
export function configuredLens<File extends { readonly configurations?: readonly Configuration[] }>(
  file: File,
  configuration: number,
): File {
  const { configurations = [], ...first } = file;
  checkConfiguration(configuration, 1 + configurations.length);
  if (configuration === 1) return first as File;
  const { set, refused } = configurations[configuration - 2]!;
  if (refused !== undefined) throw new SimulationError('bad-parameter', refused, 'configuration');
  return withValues(first, set, `configurations[${configuration - 2}]`) as unknown as File;
}

/** How many configurations a lens has. */
export const configurationCount = (file: {
  readonly configurations?: readonly Configuration[];
}): number => 1 + (file.configurations?.length ?? 0);

/**
 * What another configuration has in place of the first one's values, by paths. Lists of another
 * length, and tables with other keys, are replaced as a whole.
 */
export function differencesOf(first: Table, other: Table): Readonly<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(first), ...Object.keys(other)]))
    if (!Object.hasOwn(other, key)) set[key] = null;
    else collect(first[key], other[key], key, set);
  return set;
}

function collect(one: unknown, other: unknown, path: string, set: Record<string, unknown>): void {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    one.forEach((value, i) => collect(value, other[i], `${path}[${i}]`, set));
  else if (isObject(one) && isObject(other) && haveSameKeys(one, other))
    for (const [key, value] of Object.entries(one))
      collect(value, other[key], `${path}.${key}`, set);
  else if (JSON.stringify(one) !== JSON.stringify(other)) set[path] = other;
}

const haveSameKeys = (one: Table, other: Table): boolean => {
  const [mine, theirs] = [Object.keys(one), Object.keys(other)];
  // Keys that no path can name make the table one value.
  return (
    mine.length === theirs.length &&
    mine.every((key) => Object.hasOwn(other, key) && /^[A-Za-z][A-Za-z0-9]*$/.test(key))
  );
};

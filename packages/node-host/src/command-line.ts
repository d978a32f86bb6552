import { parseArgs } from 'node:util';
import { outputProblem, type Output } from './output-paths.ts';

export { makeFolder, reasonOf } from './output-paths.ts';

/** Invalid arguments; the program exits with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = Readonly<
  Record<
    string,
    {
      readonly type: 'string' | 'boolean';
      readonly default?: string | boolean;
      /** Its value is the path of something that the command writes. */
      readonly output?: Output;
    }
  >
>;
type ValueOf<Option extends Options[string]> =
  | (Option['type'] extends 'boolean' ? boolean : string)
  | (Option extends { readonly default: string | boolean } ? never : undefined);

interface Arguments<Given extends Options> {
  readonly values: { readonly [Name in keyof Given]: ValueOf<Given[Name]> };
  readonly words: readonly string[];
}

/**
 * Parses the arguments of a command into options and words.
 *
 * @param words number of words that are allowed, and what they are, for the error message
 * @throws UsageError for an unknown option, a missing value, too many or too few words, and an output that cannot be written.
 */
export function readArguments<const Given extends Options>(
  args: readonly string[],
  options: Given,
  words: { readonly min: number; readonly max: number; readonly are: string },
): Arguments<Given> {
  let parsed: { readonly values: unknown; readonly positionals: readonly string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(sentenceOf(error as Error));
  }
  const { values, positionals } = parsed;
  if (positionals.length < words.min || positionals.length > words.max)
    throw new UsageError(`Expected ${words.are}, got ${positionals.join(' ') || 'nothing'}.`);
  refuseOutputs(options, values as Arguments<Given>['values']);
  return { values: values as Arguments<Given>['values'], words: positionals };
}

/** @throws UsageError for the first output that cannot be written. */
function refuseOutputs(
  options: Options,
  values: Readonly<Record<string, string | boolean | undefined>>,
): void {
  const outputs = Object.entries(options).flatMap(([option, { output: kind }]) => {
    const path = values[option];
    return kind && typeof path === 'string' ? [{ option, kind, path }] : [];
  });
  const problem = outputProblem(outputs);
  if (problem !== undefined) throw new UsageError(problem);
}

/** The message of Node without its advice for programmers. */
function sentenceOf({ message }: Error): string {
  const ambiguous = /^Option '(--[\w-]+).*ambiguous/.exec(message)?.[1];
  return ambiguous === undefined
    ? `${message.split(/\.? To specify|\n/)[0]!.replace(/\.$/, '')}.`
    : `${ambiguous} needs a value; write one that starts with a dash as ${ambiguous}=-VALUE.`;
}

/** Returns the value of `read`. On a UsageError it writes the error and the usage to stderr and exits with status 2. */
export function readOrExit<Value>(usage: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n${usage}\n`);
    process.exit(2);
  }
}

interface Limits {
  readonly whole?: true;
  readonly above?: number;
  readonly min?: number;
  readonly max: number;
}

/**
 * The value of a number option; undefined when the option is missing.
 *
 * @throws UsageError when the value is not a number within the limits.
 */
export function numberOption(name: string, text: string, limits: Limits): number;
export function numberOption(
  name: string,
  text: string | undefined,
  limits: Limits,
): number | undefined;
export function numberOption(
  name: string,
  text: string | undefined,
  limits: Limits,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  const fits =
    Number.isFinite(value) &&
    value <= limits.max &&
    value >= (limits.min ?? -Infinity) &&
    value > (limits.above ?? -Infinity) &&
    (!limits.whole || Number.isInteger(value));
  if (!fits)
    throw new UsageError(
      `--${name} must be a ${limits.whole ? 'whole ' : ''}number ${limits.above === undefined ? `from ${limits.min ?? 0}` : `above ${limits.above}`} to ${limits.max}, not "${text.slice(0, 40)}".`,
    );
  return value;
}

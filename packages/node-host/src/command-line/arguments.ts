import { parseArgs } from 'node:util';
import { didYouMean, plainNumber } from '@lumenloom/engine/quick';
import { outputProblem, type Output } from '../output-paths.ts';

/** Invalid arguments; the program exits with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Path of the field at fault, where it is one of a document; the message begins with it. */
  readonly field: string | undefined;

  constructor(message?: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** An option of a command, once: what is parsed, and what help and completion say. */
export interface Option {
  /**
   * What stands for the value in help, such as DIR, N or on|off; an option without it is a switch.
   */
  readonly value?: string;
  /** The value of an option that is left out. */
  readonly default?: string;
  /** Its values are a list: it may be given several times. */
  readonly repeats?: true;
  /** Its value is the path of something that the command writes. */
  readonly output?: Output;
  /** A sentence or two for the help. */
  readonly says: string;
}

/** Options by their names. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<Given extends Option> = Given extends { readonly value: string }
  ? Given extends { readonly repeats: true }
    ? readonly string[]
    : string | (Given extends { readonly default: string } ? never : undefined)
  : boolean;

/** The words that a command takes besides its options. */
export interface Words {
  readonly min: number;
  readonly max: number;
  /** What they are, for the error message. */
  readonly are: string;
}

/** What a person has given to a command. */
export interface Arguments<Given extends Options> {
  readonly values: { readonly [Name in keyof Given]: ValueOf<Given[Name]> };
  readonly words: readonly string[];
}

/** The option as Node parses it. */
const parsed = ({ value, repeats, default: otherwise }: Option) => ({
  type: value === undefined ? ('boolean' as const) : ('string' as const),
  multiple: repeats ?? false,
  ...(value === undefined && { default: false }),
  ...(repeats && { default: [] }),
  ...(otherwise !== undefined && { default: otherwise }),
});

/**
 * Parses the arguments of a command into options and words.
 *
 * @throws UsageError for an unknown option, a missing value, too many or too few words, and an
 *   output that cannot be written.
 */
export function readArguments<const Given extends Options>(
  args: readonly string[],
  options: Given,
  words: Words,
): Arguments<Given> {
  let read: { readonly values: unknown; readonly positionals: readonly string[] };
  try {
    read = parseArgs({
      args: withNegatives(args, options),
      options: Object.fromEntries(
        Object.entries(options).map(([name, option]) => [name, parsed(option)]),
      ),
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(sentenceOf(error as Error, Object.keys(options)));
  }
  const { values, positionals } = read;
  if (positionals.length < words.min || positionals.length > words.max)
    throw new UsageError(`Expected ${words.are}, got ${positionals.join(' ') || 'nothing'}.`);
  refuseOutputs(options, values as Readonly<Record<string, unknown>>);
  return { values: values as Arguments<Given>['values'], words: positionals };
}

/** The arguments with negative numbers joined to their options, which would look like options. */
const withNegatives = (args: readonly string[], options: Options): string[] =>
  args.reduce<string[]>((joined, arg) => {
    const option = joined.at(-1)?.replace(/^--/, '') ?? '';
    const isValue = /^-\.?\d/.test(arg) && joined.at(-1) !== option && options[option]?.value;
    if (isValue) joined.push(`${joined.pop()!}=${arg}`);
    else joined.push(arg);
    return joined;
  }, []);

/** @throws UsageError for the first output that cannot be written. */
function refuseOutputs(options: Options, values: Readonly<Record<string, unknown>>): void {
  const outputs = Object.entries(options).flatMap(([option, { output: kind }]) => {
    const path = values[option];
    return kind && typeof path === 'string' ? [{ option, kind, path }] : [];
  });
  const problem = outputProblem(outputs);
  if (problem !== undefined) throw new UsageError(problem);
}

/** The message of Node without its advice for programmers. */
function sentenceOf({ message }: Error, names: readonly string[]): string {
  const ambiguous = /^Option '(--[\w-]+).*ambiguous/.exec(message)?.[1];
  if (ambiguous !== undefined)
    return `${ambiguous} needs a value; write one that starts with a dash as ${ambiguous}=-VALUE.`;
  const sentence = message.split(/\.? To specify|\n/)[0]!.replace(/\.$/, '');
  const unknown = /^Unknown option '(--?[^']+)'/.exec(sentence)?.[1];
  return `${sentence}${
    unknown === undefined
      ? ''
      : didYouMean(
          unknown,
          names.map((name) => `--${name}`),
        )
  }.`.replace('?.', '?');
}

/**
 * Returns the value of `read`. On a UsageError it writes the error and the usage to stderr and
 * exits with status 2.
 */
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
  const value = plainNumber(text);
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

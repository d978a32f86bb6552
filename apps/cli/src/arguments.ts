import { parseArgs } from 'node:util';
import { readFile } from 'node:fs/promises';
import type { Decoded } from '@lumenloom/contract';

/** Wrong input at the command line: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly default?: string | boolean }>
>;
type ValueOf<Option> = Option extends { readonly type: 'boolean' }
  ? boolean
  : Option extends { readonly default: string }
    ? string
    : string | undefined;
interface Arguments<Given extends Options> {
  readonly values: { readonly [Name in keyof Given]: ValueOf<Given[Name]> };
  readonly positionals: readonly string[];
}

/** Options and file names of a command; unknown options are refused with a sentence. */
export function readArguments<const Given extends Options>(
  args: readonly string[],
  options: Given,
  positionals: readonly string[],
): Arguments<Given> {
  let parsed: Arguments<Given>;
  try {
    parsed = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    }) as unknown as Arguments<Given>;
  } catch (error) {
    const ambiguous = /^Option '(--[\w-]+).*ambiguous/.exec((error as Error).message);
    if (ambiguous)
      throw new UsageError(
        `${ambiguous[1]!} needs a value; write one that starts with a dash as ${ambiguous[1]!}=-VALUE.`,
      );
    throw new UsageError(
      `${(error as Error).message.split(/\.? To specify|\n/)[0]!.replace(/\.$/, '')}.`,
    );
  }
  if (parsed.positionals.length !== positionals.length)
    throw new UsageError(
      `Expected ${positionals.length === 0 ? 'no file or name' : positionals.join(' ')}, got ${parsed.positionals.length === 0 ? 'nothing' : parsed.positionals.join(' ')}.`,
    );
  return parsed;
}

/** A number option within limits. */
export function numberOption(
  name: string,
  text: string | undefined,
  limits: {
    readonly whole?: true;
    readonly above?: number;
    readonly min?: number;
    readonly max: number;
  },
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

/** One of a few words. */
export function choiceOption<const Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const choice = text === undefined ? fallback : choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${text!.slice(0, 40)}".`);
  return choice;
}

export async function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT'
        ? `There is no file ${path}.`
        : `${path} cannot be read: ${code ?? String(error)}.`,
    );
  });
}

export async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${(error as Error).message}.`);
  }
}

/** The decoded value, or a UsageError with every problem's field and sentence. */
export function accept<Value>(decoded: Decoded<Value>): Value {
  if (decoded.ok) return decoded.value;
  throw new UsageError(
    decoded.problems
      .map(({ field, message }) => (field ? `${field}: ${message}` : message))
      .join(' '),
  );
}

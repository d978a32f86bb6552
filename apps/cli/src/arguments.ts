import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseJson, publishedName } from '@lumenloom/engine/quick';
import type { Decoded } from '@lumenloom/contract';
import type { PublishedKind } from '@lumenloom/node-host';
import {
  DEVICE_CHOICES,
  UsageError,
  numberOption,
  readDeviceChoice,
  reasonOf,
  type DeviceChoice,
} from '@lumenloom/node-host/command-line';

const MOST_THREADS = 64;
const MOST_JOBS = 64;
/** Seeds are unsigned 32-bit integers. */
const LARGEST_SEED = 2 ** 32 - 1;
/** Seconds. */
const LONGEST_EXPOSURE = 1e6;

/** Options of several commands. */
export const THREADS = {
  value: 'N',
  says: 'Threads that compute, at most two without it; results do not depend on it.',
} as const;
/** @param what is computed side by side: 'Pictures at the same time'. */
export const jobsOf = (what: string) =>
  ({
    value: 'N',
    says: `${what}, one per processor without it; results do not depend on it.`,
  }) as const;
export const DEVICE = {
  value: DEVICE_CHOICES.join('|'),
  says: 'What computes: the processor, a GPU where there is one, or any WebGPU adapter; COMPUTE_DEVICE without it, else cpu.',
} as const;
export const SEED = {
  value: 'N',
  says: 'Seed of the noise, instead of one made of the recipe.',
} as const;
export const FPN_SEED = { value: 'N', says: 'Seed of the fixed pattern.' } as const;
export const NOISE = {
  value: 'on|off',
  says: 'Whether noise is drawn; it is, unless switched off.',
} as const;
export const JSON_OUTPUT = { says: 'Prints JSON for programs.' } as const;

/** How many threads compute; undefined leaves it to the host. */
export const threadsOption = (text: string | undefined): number | undefined =>
  numberOption('threads', text, { whole: true, min: 1, max: MOST_THREADS });

/** How many of what a command computes many of are computed at the same time. */
export const jobsOption = (text: string | undefined): number =>
  numberOption('jobs', text, { whole: true, min: 1, max: MOST_JOBS }) ?? availableParallelism();

/** What computes. @throws UsageError for another word, or another COMPUTE_DEVICE. */
export const deviceOption = (text: string | undefined, env: NodeJS.ProcessEnv): DeviceChoice =>
  text === undefined
    ? readDeviceChoice(env)
    : choiceOption('device', text, DEVICE_CHOICES, DEVICE_CHOICES[0]);

/** A seed of the noise; undefined leaves it to the recipe. */
export const seedOption = (name: string, text: string | undefined): number | undefined =>
  numberOption(name, text, { whole: true, min: 0, max: LARGEST_SEED });

/** Seconds; undefined leaves it to the meter. */
export const exposureOption = (text: string | undefined): number | undefined =>
  numberOption('exposure', text, { above: 0, max: LONGEST_EXPOSURE });

/** Whether noise is drawn; it is, unless switched off. */
export const noiseOption = (text: string | undefined): boolean =>
  choiceOption('noise', text, ['on', 'off'], 'on') === 'on';

/** An option that takes one of several words. @throws UsageError for any other word. */
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

/** The position of a lens file that has several. */
export const configurationOption = {
  configuration: { value: 'K', says: 'Configuration of a lens file that has several, from 1.' },
} as const;

const MOST_CONFIGURATIONS = 1000;

/** The configuration that the option names; undefined without it. */
export const configurationOf = (text: string | undefined): number | undefined =>
  numberOption('configuration', text, { whole: true, min: 1, max: MOST_CONFIGURATIONS });

export async function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT'
        ? `There is no file ${path}.`
        : `${path} cannot be read: ${reasonOf(error)}. Name a file that can be.`,
    );
  });
}

/**
 * The bytes of a file, or of a published part that is named in place of one: `published:heliar`.
 */
export async function readPart(kind: PublishedKind, path: string): Promise<Uint8Array> {
  const name = publishedName(path);
  if (name === undefined) return readBytes(path);
  const { publishedNames, readPublished } = await import('@lumenloom/node-host');
  const bytes = await readPublished(kind, name);
  if (bytes) return bytes;
  const { messages } = await import('@lumenloom/contract');
  throw new UsageError(messages.noPublishedPart(path, await publishedNames(kind)));
}

export async function readJson(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path));
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`);
  }
}

/** Numbers of an option, with commas between them. */
export const numberList = (
  name: string,
  text: string,
  limits: { readonly min: number; readonly max: number },
): number[] => text.split(',').map((part) => numberOption(name, part.trim(), limits));

/** The decoded value, or a UsageError with every problem's field and sentence. */
export function accept<Value>(decoded: Decoded<Value>): Value {
  if (decoded.ok) return decoded.value;
  throw new UsageError(
    decoded.problems
      .map(({ field, message }) =>
        field && !message.startsWith(field) ? `${field}: ${message}` : message,
      )
      .join(' '),
    decoded.problems[0]?.field,
  );
}

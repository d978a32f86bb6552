import { UsageError } from '@lumenloom/node-host/command-line';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';

type Cell = string | number | boolean | null;
export type Row = Readonly<Record<string, Cell>>;

/** The result of a command; `--json` prints it unchanged. */
export interface Outcome {
  /** Printed as a table; a single row is printed as lines. */
  readonly rows?: readonly Row[];
  readonly sentence?: string;
}

export interface Surroundings {
  readonly database: Database;
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl'>;
  readonly clock: Clock;
  readonly readInput: () => Promise<string>;
}

/** A command of `npm run admin`. */
export interface Command {
  readonly name: string;
  /** With the command's name and arguments. */
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[], surroundings: Surroundings) => Promise<Outcome>;
}

/** The input as a schema parses it. @throws UsageError with every problem. */
export function accepted<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(input);
  if (error)
    throw new UsageError(
      error.issues.map(({ message }) => `${message}.`.replace('..', '.')).join(' '),
    );
  return data;
}

/** A time in UTC for display; null stays null. */
export const moment = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 16).replace('T', ' ');

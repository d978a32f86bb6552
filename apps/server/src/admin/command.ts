import {
  makeCommand,
  UsageError,
  type Arguments,
  type Command as AnyCommand,
  type Help,
  type Options,
  type Words,
} from '@lumenloom/node-host/command-line';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { printed, type Outcome } from './print.ts';

export interface Surroundings {
  readonly database: Database;
  readonly config: Pick<Config, 'dataFolder' | 'databaseUrl'>;
  readonly clock: Clock;
  readonly readInput: () => Promise<string>;
}

/** A command of `npm run admin`; it gives what is printed. */
export type Command = AnyCommand<Surroundings, string>;

const make = makeCommand<Surroundings, string>();

/** A command whose outcome is printed: a table, a record, or JSON for programs. */
export const command = <const Given extends Options>(
  help: Omit<Help, 'options' | 'document'> & { readonly options: Given; readonly words: Words },
  run: (parsed: Arguments<Given>, surroundings: Surroundings) => Promise<Outcome>,
): Command =>
  make(
    {
      ...help,
      document: 'docs/on-premise.md',
      options: { ...help.options, json: { says: 'Prints JSON for programs.' } },
    },
    async (parsed, surroundings) => {
      const outcome = await run(parsed, surroundings);
      const isSingle = outcome.rows?.length === 1 && parsed.words.length > 0;
      const { json } = parsed.values as { readonly json: boolean };
      return `${printed(outcome, { json, isSingle })}\n`;
    },
  );

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

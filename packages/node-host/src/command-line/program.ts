import { readArguments, type Arguments, type Options, type Words } from './arguments.ts';
import type { Help } from './help.ts';

/** A command of a program; what it needs and gives is up to the program. */
export interface Command<Needs, Gives> extends Help {
  readonly run: (args: readonly string[], needs: Needs) => Promise<Gives>;
}

/** What a program knows of a command without loading it. */
export interface Entry<Needs, Gives> {
  readonly name: string;
  /** What it does, in a line of the overview. */
  readonly summary: string;
  /**
   * Loads it with all that it needs; a command of several words has `parts`, and may be a command
   * without the second word too.
   */
  readonly load?: () => Promise<Command<Needs, Gives>>;
  readonly parts?: readonly Entry<Needs, Gives>[];
}

export interface Program<Needs, Gives> {
  readonly name: string;
  /** What it is, in a sentence. */
  readonly says: string;
  readonly version: string;
  readonly groups: readonly {
    readonly title: string;
    readonly entries: readonly Entry<Needs, Gives>[];
  }[];
}

/** Makes commands of help and of a function of parsed arguments. */
export const makeCommand =
  <Needs, Gives>() =>
  <const Given extends Options>(
    help: Omit<Help, 'options'> & { readonly options: Given; readonly words: Words },
    run: (parsed: Arguments<Given>, needs: Needs) => Promise<Gives>,
  ): Command<Needs, Gives> => ({
    ...help,
    run: async (args, needs) => run(readArguments(args, help.options, help.words), needs),
  });

/** Every command with its whole name, in the order of the help. */
export const commandsOf = <Needs, Gives>({
  groups,
}: Pick<Program<Needs, Gives>, 'groups'>): readonly Entry<Needs, Gives>[] =>
  groups.flatMap(({ entries }) =>
    entries.flatMap(({ parts = [], ...entry }) => [
      ...(entry.load ? [entry] : []),
      ...parts.map((part) => ({ ...part, name: `${entry.name} ${part.name}` })),
    ]),
  );

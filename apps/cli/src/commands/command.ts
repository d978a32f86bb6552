/** Takes text: a stream, or what collects its output. */
export interface Output {
  readonly write: (text: string) => unknown;
  /** Whether it is a terminal, whose last line can be written anew. */
  readonly isTTY?: boolean;
}

/** Where a command writes, the environment that it reads, and the signal that stops it. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** A command of `lumenloom`. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** @returns the exit status; 0 where it returns nothing. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number | undefined>;
}

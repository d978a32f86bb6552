/** A command of `lumenloom`. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<void>;
}

import type { ProofRow } from '@lumenloom/engine/prove';
import type { CommandTerminal } from '../command.ts';

/** A row before it is computed. */
export interface ProofTask {
  readonly id: string;
  readonly group: string;
  readonly what: string;
  readonly source: string;
  readonly run: (terminal: CommandTerminal) => Promise<ProofRow>;
}

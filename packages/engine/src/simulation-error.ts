/** An error that the user can correct or has caused. All other errors are bugs. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  /**
   * 'bad-model': the files of a network cannot be used. The run continues without it.
   * 'unavailable': what may pass by itself, such as a server that does not answer.
   */
  readonly code:
    | 'bad-parameter'
    | 'too-large'
    | 'nothing-to-do'
    | 'bad-model'
    | 'cancelled'
    | 'unavailable';
  /** Path of the field at fault, e.g. `macbethParams.patchSize`. */
  readonly field: string | undefined;

  constructor(code: SimulationError['code'], message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

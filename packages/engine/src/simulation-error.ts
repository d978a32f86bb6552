/** A fault the person at the screen can act on. Anything else that throws is a bug. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  /** 'bad-model': the files of a network cannot be used; a run goes on without it. */
  readonly code: 'bad-parameter' | 'too-large' | 'nothing-to-do' | 'bad-model' | 'cancelled';
  /** Path of the field at fault, e.g. `macbethParams.patchSize`. */
  readonly field: string | undefined;

  constructor(code: SimulationError['code'], message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Every sentence that the workbench or its server shows and that the specification or a ruling words. */
export const messages = {
  simulationFailed: (reason: string): string => `Simulation failed: ${reason}`,
  usingGpu: 'Using GPU for calculation',
  usingCpu: 'Using CPU for calculation',
  noComputeResource: 'Compute resource not available',
  internalError: 'internal error; the details are in the server log.',
  bodyTooLarge: (kilobytes: number): string => `The request is larger than ${kilobytes} kB.`,
  badJson: 'The request is not valid JSON.',
  tooManyRuns: (waiting: number): string => `One simulation of yours is running and ${waiting} are waiting: stop one, or try again when one has ended.`,
  outOfTime: (seconds: number): string => `the run took longer than ${seconds} s and was ended; choose a smaller sensor or scene.`,
} as const;

/** Every sentence that the workbench or its server shows and that the specification or a ruling words. */
export const messages = {
  simulationFailed: (reason: string): string => `Simulation failed: ${reason}`,
  usingGpu: 'Using GPU for calculation',
  usingCpu: 'Using CPU for calculation',
  noComputeResource: 'Compute resource not available',
  internalError: 'internal error; the details are in the server log.',
  bodyTooLarge: (kilobytes: number): string => `The request is larger than ${kilobytes} kB.`,
  badJson: 'The request is not valid JSON.',
  forbiddenKey: 'The request has a key named __proto__, or prototype inside constructor: leave it out.',
  notJson: 'Send the request as JSON, with the header content-type: application/json.',
  notOurs: 'This request comes from another site and was refused.',
  notFound: 'There is nothing at this address.',
  siteNotBuilt: 'The site is not built yet: run "npm run build", then start the server again.',
  unknownKeys: (keys: readonly string[]): string => `Ignored, because it means nothing here: ${keys.slice(0, 20).join(', ')}${keys.length > 20 ? ` and ${keys.length - 20} more` : ''}.`,
  waiting: (before: number): string => (before === 0 ? 'Waiting: this simulation is the next to start.' : `Waiting: ${before} ${before === 1 ? 'simulation starts' : 'simulations start'} before this one.`),
  tooManyRuns: (waiting: number): string => `One simulation of yours is running and ${waiting} are waiting: stop one, or try again when one has ended.`,
  outOfTime: (seconds: number): string => `the run took longer than ${seconds} s and was ended; choose a smaller sensor or scene.`,
} as const;

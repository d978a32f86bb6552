/**
 * Sentences that pages show by themselves: they are loaded with the page, and the others are not.
 * The specification fixes the wording of many.
 */
export const pageMessages = {
  simulationFailed: (reason: string): string => `Simulation failed: ${reason}`,
  usingGpu: 'Using GPU for calculation',
  usingCpu: 'Using CPU for calculation',
  noComputeResource: 'Compute resource not available',
  terminating: 'Terminating simulation...',
  waitForStart: 'Wait until start message appears',
  terminated: 'Simulation terminated. Ready to run again',
  stopFailed: (reason: string): string => `Stop failed: ${reason}`,
  nothingToShare: 'No simulation result available.',
  shareLinkCopied: (link: string): string => `Sharable link is copied to the clipboard!\n${link}`,
  shareFailed: 'Failed to create share link',
  runEndedByReload: 'The run was ended when the page was loaded again: Run starts it anew.',
  desktopOnly:
    'Free trial is only available on desktop. Please use a desktop computer to start your trial.',
  spectrumBlocked:
    'The browser blocked the window of the spectrum: allow this site to open windows, then press Spectrum again.',
  noSpectrum: 'The answer of the server has no spectrum.',
  internalError: 'internal error; the details are in the server log.',
  engineFailed: (reason: string): string =>
    `The engine in this page has failed: ${reason.replace(/[.\s]+$/, '')}.`,
  unknownKeys: (keys: readonly string[]): string =>
    `Ignored, because it means nothing here: ${keys.slice(0, 20).join(', ')}${keys.length > 20 ? ` and ${keys.length - 20} more` : ''}.`,
  ghostsNeedCoating: 'Ghost pairs need a coating: choose uncoated or mgf2.',
} as const;

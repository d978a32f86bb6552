/** What the strip shows; closed it is one line. */
export type StripMode = 'stages' | 'runs' | 'closed';

const KEY = 'strip';

/**
 * The mode that the strip showed last in this browser, if this deployment has it; else the first
 * mode.
 */
export function keptMode(modes: readonly StripMode[]): StripMode {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'closed' ? kept : (modes.find((mode) => mode === kept) ?? modes[0]!);
  } catch {
    return modes[0]!;
  }
}

export function keepMode(mode: StripMode): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch (error) {
    console.warn('strip:', error);
  }
}

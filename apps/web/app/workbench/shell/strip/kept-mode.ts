const KEY = 'strip';

/** The id of the strip that this browser showed last, or 'closed'; '' where it shows the first. */
export function keptMode(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepMode(mode: string): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch (error) {
    console.warn('strip:', error);
  }
}

/** 40 s, 12 min or 3.5 h. */
export function timeInWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400
    ? `${Math.round(seconds / 60)} min`
    : `${Number((seconds / 3600).toPrecision(2))} h`;
}

export const runsInWords = (runs: number): string => `${runs} ${runs === 1 ? 'run' : 'runs'}`;

import type { LogText } from '../stage.ts';
import { perChannel, percentFigure } from './figure.ts';

/** Percentage of clipped pixels per channel; a warning where there are any. */
export const clippedLine = (where: string, percent: readonly number[], letters?: string): LogText =>
  percent.some((value) => value > 0)
    ? { warning: `Clipped at ${where}: ${perChannel(percent, percentFigure, letters)}.` }
    : `Clipped at ${where}: none.`;

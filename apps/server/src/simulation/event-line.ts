import type { SimulationEvent } from '@lumenloom/contract';
import type { LogTopic } from '@lumenloom/engine';

/** One event as a line of the answer: JSON and a line feed. */
export const eventLine = (event: SimulationEvent): string => `${JSON.stringify(event)}\n`;

/** A log event as JSON text, without a line feed. */
export const logEvent = (content: string, topic?: LogTopic, isWarning = false): string =>
  JSON.stringify({
    type: 'log',
    content,
    ...(topic && { topic }),
    ...(isWarning && { warning: true }),
  } satisfies SimulationEvent);

export const logLine = (content: string, topic?: LogTopic, isWarning = false): string =>
  `${logEvent(content, topic, isWarning)}\n`;

/** The last line of a failed run, with the field that has to be changed where it is known. */
export const failureLine = (content: string, field: string | undefined): string =>
  eventLine({ type: 'log', content, ...(field !== undefined && { field }) });

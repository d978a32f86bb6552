import type { SimulationEvent } from '@lumenloom/contract';
import type { LogTopic } from '@lumenloom/engine';

/** One event as it goes over the wire: a line of JSON. */
export const eventLine = (event: SimulationEvent): string => `${JSON.stringify(event)}\n`;

/** A sentence for the log as JSON text. */
export const logEvent = (content: string, topic?: LogTopic): string =>
  JSON.stringify({ type: 'log', content, ...(topic && { topic }) } satisfies SimulationEvent);

export const logLine = (content: string, topic?: LogTopic): string =>
  `${logEvent(content, topic)}\n`;

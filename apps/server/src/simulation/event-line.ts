import type { SimulationEvent } from '@lumenloom/contract';

/** One event as it goes over the wire: a line of JSON. */
export const eventLine = (event: SimulationEvent): string => `${JSON.stringify(event)}\n`;

/** A sentence for the log as JSON text. */
export const logEvent = (content: string): string =>
  JSON.stringify({ type: 'log', content } satisfies SimulationEvent);

export const logLine = (content: string): string => `${logEvent(content)}\n`;

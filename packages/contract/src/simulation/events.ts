import type { AlgorithmReport, Measurement, SimulationReport } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';

/**
 * One line of the answer of POST /simulate. Unknown types must be ignored, so new ones can be
 * added.
 */
export type SimulationEvent =
  | { readonly type: 'run'; readonly content: { readonly runId: string } }
  /**
   * `topic` is the heading of the line; lines without one, such as a failure, have no topic.
   * `warning` marks what deserves a look, such as clipped pixels; `field` names the field of the
   * recipe that a failed run has to have changed.
   */
  | {
      readonly type: 'log';
      readonly content: string;
      readonly topic?: string;
      readonly warning?: true;
      readonly field?: string;
    }
  | { readonly type: 'progress'; readonly content: number }
  /**
   * How much of a network's files has come, before the run begins; `totalBytes` is absent where it
   * is not known.
   */
  | {
      readonly type: 'download';
      readonly content: {
        readonly label: string;
        readonly bytes: number;
        readonly totalBytes?: number | undefined;
      };
    }
  | { readonly type: 'stage'; readonly content: SimulationReport['stages'][number] }
  /** Findings of the algorithm, as in the report. */
  | { readonly type: 'analysis'; readonly content: AlgorithmReport }
  /** A measurement of the picture, after `result`; the report that follows has all of them. */
  | { readonly type: 'measurement'; readonly content: Measurement }
  | { readonly type: 'report'; readonly content: SimulationReport }
  /**
   * Data URL of the picture without the algorithm's drawing. Sent before `result`, and only when an
   * algorithm has drawn.
   */
  | { readonly type: 'plain'; readonly content: string }
  | { readonly type: 'result'; readonly content: string };

/**
 * Parses one line of the stream; undefined when it is no event. Its `type` may be unknown to this
 * build.
 */
export function parseEvent(line: string): SimulationEvent | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return isObject(event) && 'type' in event && 'content' in event
      ? (event as unknown as SimulationEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Splits a byte stream into events. An unfinished last line is parsed at the end; lines that are no
 * events go to `onBadLine`. Each byte is examined once: the pieces of an unfinished line are joined
 * when its end arrives.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  onBadLine: (line: string) => void,
): AsyncGenerator<SimulationEvent, void> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  const take = function* (line: string): Generator<SimulationEvent> {
    if (line.trim() === '') return;
    const event = parseEvent(line);
    if (event) yield event;
    else onBadLine(line);
  };
  for await (const chunk of body) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    for (const part of rest) {
      yield* take(pieces.join(''));
      pieces = [part];
    }
  }
  yield* take(pieces.join('') + decoder.decode());
}

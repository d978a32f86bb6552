import { SimulationError } from '../simulation-error.ts';

/** The content of a JSON text. @throws SimulationError naming the line where it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /position (\d+)/.exec(message) ?? [];
    const before = text.slice(0, position === undefined ? text.length : Number(position));
    throw new SimulationError(
      'bad-parameter',
      `Line ${before.split('\n').length}: this is not valid JSON: ${message}.`,
    );
  }
}

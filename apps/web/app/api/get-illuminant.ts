import { post } from './request.ts';

/** A spectrum: wavelengths in nm, and the energy at each. */
export interface Spectrum {
  readonly wave: readonly number[];
  readonly energy: readonly number[];
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/** POST /get_illuminant; undefined when the answer lacks one of its two lists. */
export async function getIlluminant(
  body: object,
  signal: AbortSignal,
): Promise<Spectrum | undefined> {
  const answer = (await (await post('/get_illuminant', body, signal)).json()) as Partial<
    Record<string, unknown>
  > | null;
  const { wave, energy } = answer ?? {};
  return isNumbers(wave) && isNumbers(energy) ? { wave, energy } : undefined;
}

import { piecesOf } from './simulate.ts';

/** The lines of an answer as they come, several at once where they come together. */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of piecesOf(body, signal)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
}

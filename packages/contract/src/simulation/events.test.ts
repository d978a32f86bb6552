import { describe, expect, it } from 'vitest';
import { parseEvent, readEvents, type SimulationEvent } from './events.ts';

const encoder = new TextEncoder();

/** A stream of these pieces. */
async function* stream(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** Events and malformed lines of a stream. */
async function read(body: AsyncIterable<Uint8Array>) {
  const events: SimulationEvent[] = [];
  const badLines: string[] = [];
  for await (const event of readEvents(body, (line) => badLines.push(line))) events.push(event);
  return { events, badLines };
}

const EVENTS: readonly SimulationEvent[] = [
  { type: 'run', content: { runId: 'a' } },
  { type: 'log', content: 'Exposure: 1/60 s, 2.2 µm, e⁻, 😀 and \\"quotes\\"\n' },
  { type: 'progress', content: 0.5 },
  { type: 'analysis', content: { label: 'DETR', status: 'no model files' } },
  { type: 'plain', content: 'data:,plain' },
  { type: 'result', content: 'data:,' },
];
const TEXT = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('');
const BYTES = encoder.encode(TEXT);

describe('readEvents', () => {
  it('reads the same events wherever the stream is cut', async () => {
    for (let cut = 0; cut <= BYTES.length; cut += 1) {
      expect(
        await read(stream(BYTES.subarray(0, cut), BYTES.subarray(cut))),
        `cut at ${cut}`,
      ).toEqual({ events: EVENTS, badLines: [] });
    }
  });

  it('reads the same events byte by byte', async () => {
    expect(await read(stream(...Array.from(BYTES, (byte) => Uint8Array.of(byte))))).toEqual({
      events: EVENTS,
      badLines: [],
    });
  });

  it('reads the complete lines of a stream that ends early, and hands out the broken one', async () => {
    for (let end = 0; end <= BYTES.length; end += 1) {
      const { events, badLines } = await read(stream(BYTES.subarray(0, end)));
      expect(events).toEqual(EVENTS.slice(0, events.length));
      expect(badLines.length).toBeLessThanOrEqual(1);
    }
  });

  it('reads a last line without its end', async () => {
    expect((await read(stream(BYTES.subarray(0, -1)))).events).toEqual(EVENTS);
  });

  it('skips blank lines, and lines that are no events with a warning', async () => {
    const bad = ['not json', '7', 'null', '[]', '{"type":"log"}', '{"content":"x"}', '{"type":'];
    const { events, badLines } = await read(
      stream(encoder.encode(`\n\r\n${bad.join('\n')}\n${TEXT}`)),
    );
    expect(events).toEqual(EVENTS);
    expect(badLines).toEqual(bad);
  });

  it('passes on types that it does not know', async () => {
    expect((await read(stream(encoder.encode('{"type":"later","content":1}')))).events).toEqual([
      { type: 'later', content: 1 },
    ]);
  });

  it('reads a long line in many pieces', async () => {
    const content = 'x'.repeat(8 * 2 ** 20);
    const bytes = encoder.encode(JSON.stringify({ type: 'result', content }));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, index) =>
      bytes.subarray(index * 16_384, (index + 1) * 16_384),
    );
    const [event] = (await read(stream(...pieces))).events;
    expect(event?.type === 'result' && event.content.length).toBe(content.length);
  });
});

describe('parseEvent', () => {
  it('gives undefined for what is no event', () => {
    expect(parseEvent('')).toBeUndefined();
    expect(parseEvent('{"type":"log","content":"x"}')).toEqual({ type: 'log', content: 'x' });
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, initialRecipe } from '../recipe/recipe.ts';
import { followRun } from './follow-run.ts';
import type { RunEvent } from './run-store.ts';

/** Answers with these pieces; `hang` never ends the stream. */
function answer(pieces: readonly string[], { status = 200, hang = false } = {}) {
  const encoder = new TextEncoder();
  const fetch = vi.fn(
    async (_url: string, init: RequestInit) =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(encoder.encode(piece));
            if (!hang) controller.close();
            init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        }),
        { status },
      ),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

async function follow(signal = new AbortController().signal): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  await followRun(initialRecipe, signal, (event) => events.push(event));
  return events;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('followRun', () => {
  it('posts the recipe as JSON', async () => {
    const fetch = answer([]);
    await follow();
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/simulate');
    expect(init).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(init.body as string)).toEqual(bodyOf(initialRecipe));
  });

  it('tells what arrives, however it is cut into pieces, and the end', async () => {
    answer(['{"type":"log","con', 'tent":"one"}\n{"type":"result","content":"data:,1"}']);
    expect(await follow()).toEqual([
      { type: 'log', content: 'one' },
      { type: 'result', content: 'data:,1' },
      { type: 'ended' },
    ]);
  });

  it('skips lines that are no events, with a console warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    answer(['rubbish\n{"type":"log","content":"one"}\n']);
    expect(await follow()).toEqual([{ type: 'log', content: 'one' }, { type: 'ended' }]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('reports a refusal in the words of the server', async () => {
    answer(
      ['{"message":"HFoV must be less than 180 °, not 200 °.","field":"macbethParams.hfov"}'],
      { status: 422 },
    );
    expect(await follow()).toEqual([
      { type: 'failed', reason: 'HFoV must be less than 180 °, not 200 °.' },
    ]);
  });

  it('reports every problem of a refusal with its field', async () => {
    const problems = [
      { field: 'sensorParams.rows', message: 'Rows.' },
      { field: 'sensorParams.cols', message: 'Cols.' },
    ];
    answer([JSON.stringify({ message: 'Rows.', field: 'sensorParams.rows', problems })], {
      status: 422,
    });
    expect(await follow()).toEqual([{ type: 'failed', reason: 'Rows.', problems }]);
  });

  it('leaves out what is no problem', async () => {
    answer(['{"message":"Rows.","problems":[null,7,{"field":"x"}]}'], { status: 422 });
    expect(await follow()).toEqual([{ type: 'failed', reason: 'Rows.' }]);
  });

  it('knows the refusal that a login mends', async () => {
    answer(['{"message":"Log in first."}'], { status: 401 });
    expect(await follow()).toEqual([{ type: 'failed', reason: 'Log in first.', needsLogin: true }]);
  });

  it('reports a status when the answer has no words', async () => {
    answer(['<html>'], { status: 502 });
    expect(await follow()).toEqual([
      { type: 'failed', reason: 'the server answered with status 502.' },
    ]);
  });

  it('reports that nothing answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await follow()).toEqual([
      { type: 'failed', reason: 'the compute service cannot be reached (Failed to fetch).' },
    ]);
  });

  it('says nothing after a deliberate abort, neither an end nor a failure', async () => {
    answer(['{"type":"log","content":"one"}\n'], { hang: true });
    const controller = new AbortController();
    const events: RunEvent[] = [];
    await followRun(initialRecipe, controller.signal, (event) => {
      events.push(event);
      controller.abort();
    });
    expect(events).toEqual([{ type: 'log', content: 'one' }]);
  });
});

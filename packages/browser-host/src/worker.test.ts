import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('answers a question that it cannot take: the page does not wait for ever', async () => {
  const answers: unknown[] = [];
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await import('./worker.ts');
  // No engine has been started in it.
  const data = { kind: 'stages', id: 3, recipe: {} };
  (globalThis as unknown as MessagePort).onmessage!(new MessageEvent('message', { data }));
  await expect.poll(() => answers).toHaveLength(1);
  expect(answers).toEqual([
    {
      id: 3,
      answer: {
        kind: 'failed',
        isFault: true,
        message: expect.stringMatching(/^The engine in this page has failed: /) as string,
      },
    },
  ]);
});

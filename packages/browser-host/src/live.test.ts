import { describe, expect, it, vi } from 'vitest';
import { Live, type LiveFrame } from './live.ts';
import type { EngineAnswer, Question } from './messages.ts';

/**
 * A fake engine with these times for a preview and for a full picture, ms, and the questions that
 * it got.
 */
function engineOf(previewMs: number, fullMs: number) {
  const asked: Pick<Question, 'recipe' | 'isPreview'>[] = [];
  let stopped = (): void => undefined;
  const engine = {
    asked,
    /** Whether pictures come from memory, at once. */
    fromMemory: false,
    stop: () => {
      stopped();
    },
    compute: ({ recipe, isPreview }: Question) =>
      new Promise<EngineAnswer>((resolve) => {
        asked.push({ recipe, isPreview });
        const { fromMemory } = engine;
        const stage = {
          name: 'optics',
          ms: fullMs,
          ...(fromMemory && { fromMemory: 'all' as const }),
        };
        const timer = setTimeout(
          () => {
            resolve({
              kind: 'computed',
              rows: 1,
              columns: 1,
              report: { path: 'SIMD', threads: 1, stages: [stage], totalMs: 0 },
            });
          },
          fromMemory ? 1 : isPreview ? previewMs : fullMs,
        );
        stopped = () => {
          clearTimeout(timer);
          resolve({ kind: 'stopped' });
        };
      }),
  };
  return engine;
}

/** Follows changes on a clock of its own. */
function follow(previewMs: number, fullMs: number) {
  vi.useFakeTimers();
  const engine = engineOf(previewMs, fullMs);
  const frames: LiveFrame<number>[] = [];
  const live = new Live<number>(
    engine,
    {
      frame: (frame) => {
        frames.push(frame);
      },
      none: () => undefined,
      busy: () => undefined,
    },
    () => Date.now(),
  );
  return { engine, frames, live };
}
const shown = (frames: readonly LiveFrame<number>[]) =>
  frames.map(({ recipe, isPreview }) => [recipe, isPreview ? 'preview' : 'full']);

describe('Live', () => {
  it('is busy no more when the engine or the page throws, and takes the next change', async () => {
    vi.useFakeTimers();
    const said: unknown[] = [];
    const engine = engineOf(40, 300);
    const compute = vi.spyOn(engine, 'compute').mockRejectedValue(new Error('Out of memory.'));
    const frame = vi.fn(() => {
      throw new Error('No canvas.');
    });
    const live = new Live<number>(
      engine,
      { frame, none: (answer) => said.push(answer), busy: (isBusy) => said.push(isBusy) },
      () => Date.now(),
    );
    live.change(1, 'isp');
    await vi.runAllTimersAsync();
    compute.mockRestore();
    live.change(2, 'isp');
    await vi.runAllTimersAsync();
    const failed = (reason: string) => ({
      kind: 'failed',
      isFault: true,
      message: `The engine in this page has failed: ${reason}.`,
    });
    expect(said).toEqual([
      ...[true, failed('Out of memory'), false],
      // Of the preview and of the full picture.
      ...[true, failed('No canvas'), failed('No canvas'), false],
    ]);
  });

  it('shows a preview first where the full picture takes long, or nobody knows', async () => {
    const { frames, live } = follow(40, 300);
    live.change(1, 'isp');
    await vi.runAllTimersAsync();
    live.change(2, 'isp');
    await vi.runAllTimersAsync();
    expect(shown(frames)).toEqual([
      [1, 'preview'],
      [1, 'full'],
      [2, 'preview'],
      [2, 'full'],
    ]);
    expect(frames.map(({ ms }) => ms)).toEqual([40, 340, 40, 340]);
  });

  it('shows no preview once the full picture is known to be quick', async () => {
    const { frames, live } = follow(20, 60);
    for (const recipe of [1, 2]) {
      live.change(recipe, 'isp');
      await vi.runAllTimersAsync();
    }
    live.change(3, 'optics');
    await vi.runAllTimersAsync();
    expect(shown(frames)).toEqual([
      [1, 'preview'],
      [1, 'full'],
      [2, 'full'],
      [3, 'preview'],
      [3, 'full'],
    ]);
  });

  it('does not take a picture from memory for a quick one', async () => {
    const { engine, frames, live } = follow(20, 300);
    live.change(1, 'optics');
    await vi.runAllTimersAsync();
    engine.fromMemory = true;
    live.change(2, 'optics');
    await vi.runAllTimersAsync();
    engine.fromMemory = false;
    live.change(3, 'optics');
    await vi.runAllTimersAsync();
    expect(shown(frames).slice(-2)).toEqual([
      [3, 'preview'],
      [3, 'full'],
    ]);
  });

  it('computes the newest of fifty changes in a second, and ends with its full picture', async () => {
    const { engine, frames, live } = follow(90, 400);
    for (let recipe = 1; recipe <= 50; recipe += 1) {
      live.change(recipe, 'sensor');
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.runAllTimersAsync();
    expect(shown(frames).at(-1)).toEqual([50, 'full']);
    expect(engine.asked.filter(({ isPreview }) => !isPreview)).toHaveLength(1);
    // One preview after the other while the changes come: 1000 ms / 90 ms, and the last one.
    expect(engine.asked.length).toBeLessThanOrEqual(14);
    const recipes = engine.asked.map(({ recipe }) => recipe as number);
    expect(recipes).toEqual(recipes.toSorted((a, b) => a - b));
  });

  it('gives a full picture up for the next change', async () => {
    const { engine, frames, live } = follow(40, 1000);
    live.change(1, 'optics');
    await vi.advanceTimersByTimeAsync(100);
    live.change(2, 'optics');
    await vi.runAllTimersAsync();
    expect(shown(frames)).toEqual([
      [1, 'preview'],
      [2, 'preview'],
      [2, 'full'],
    ]);
    expect(engine.asked).toHaveLength(4);
  });

  it('shows pictures in their order, and is busy until the last one is shown', async () => {
    vi.useFakeTimers();
    const shown: string[] = [];
    const live = new Live<number>(engineOf(40, 60), {
      // The preview takes longer to be shown than the full picture to be computed.
      frame: ({ isPreview }) =>
        new Promise<void>((resolve) => {
          setTimeout(
            () => {
              shown.push(isPreview ? 'preview' : 'full');
              resolve();
            },
            isPreview ? 200 : 10,
          );
        }),
      none: () => undefined,
      busy: (isBusy) => shown.push(isBusy ? 'busy' : 'idle'),
    });
    live.change(1, 'isp');
    await vi.runAllTimersAsync();
    expect(shown).toEqual(['busy', 'preview', 'full', 'idle']);
  });
});

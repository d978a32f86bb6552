import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { initialRun, reduceRun, type RunEvent } from './run-store.ts';

const fold = (...events: readonly RunEvent[]) =>
  events.reduce((state, event) => reduceRun(state, event), initialRun);
const inputs = { ...initialRecipe, scene: 'Macbeth' };
const started: RunEvent = { type: 'started', inputs };

describe('reduceRun', () => {
  it('starts with nothing', () =>
    expect(fold()).toMatchObject({ phase: 'fresh', log: [], image: undefined }));

  it('clears the picture before it, keeps the log', () => {
    const state = fold(
      started,
      { type: 'log', content: 'one' },
      { type: 'result', content: 'data:,1' },
      { type: 'ended' },
      started,
    );
    expect(state).toMatchObject({
      phase: 'running',
      image: undefined,
      log: ['one', ''],
      fraction: 0,
      stages: [],
      inputs,
    });
  });

  it('appends log lines in order, also while nothing runs', () => {
    expect(
      fold(
        { type: 'log', content: 'one' },
        { type: 'log', content: '' },
        { type: 'log', content: 'two' },
      ).log,
    ).toEqual(['one', '', 'two']);
  });

  it('knows when each line came', () => {
    const state = reduceRun(
      reduceRun(initialRun, { type: 'log', content: 'one' }, 10),
      { type: 'ended' },
      30,
    );
    expect(state).toMatchObject({ log: ['one', ''], logTimes: [10, 30] });
  });

  it('knows under which heading each line stands', () => {
    const state = fold(
      started,
      { type: 'log', content: 'Lens: ideal.', topic: 'Lens' },
      { type: 'ended' },
    );
    expect(state).toMatchObject({ log: ['Lens: ideal.', ''], logTopics: ['Lens', undefined] });
  });

  it('shows the result at once and keeps running until the stream ends', () => {
    expect(fold(started, { type: 'result', content: 'data:,1' })).toMatchObject({
      phase: 'running',
      image: 'data:,1',
    });
  });

  it('keeps the picture without overlay beside the one with, until the next run', () => {
    const state = fold(
      started,
      { type: 'plain', content: 'data:,plain' },
      { type: 'result', content: 'data:,drawn' },
    );
    expect(state).toMatchObject({ plain: 'data:,plain', image: 'data:,drawn' });
    expect(reduceRun(state, started)).toMatchObject({ plain: undefined, image: undefined });
  });

  it('adds a blank line when the stream ends', () => {
    expect(fold(started, { type: 'log', content: 'one' }, { type: 'ended' })).toMatchObject({
      phase: 'ended',
      log: ['one', ''],
    });
  });

  it('never lets progress go back or beyond the end', () => {
    const progress = (content: number): RunEvent => ({ type: 'progress', content });
    expect(fold(started, progress(0.5), progress(0.25)).fraction).toBe(0.5);
    expect(fold(started, progress(7)).fraction).toBe(1);
  });

  it('knows how much of a network has come, until the run itself begins', () => {
    const download = (bytes: number, totalBytes?: number): RunEvent => ({
      type: 'download',
      content: { label: 'DETR', bytes, totalBytes },
    });
    expect(fold(started, download(50, 200)).download).toEqual({ label: 'DETR', fraction: 0.25 });
    expect(fold(started, download(50)).download).toEqual({ label: 'DETR', fraction: 0 });
    expect(fold(started, download(50, 200), { type: 'progress', content: 0.1 })).toMatchObject({
      download: undefined,
      fraction: 0.1,
    });
    expect(fold(started, download(50, 200), started).download).toBeUndefined();
  });

  it('collects the stages with their times', () => {
    const stages = [
      { name: 'scene', ms: 3 },
      { name: 'optics', ms: 12 },
    ];
    expect(
      fold(started, ...stages.map((content) => ({ type: 'stage', content }) as const)).stages,
    ).toEqual(stages);
  });

  it('writes a failure into the log and ends', () => {
    expect(fold(started, { type: 'failed', reason: 'no light.' })).toMatchObject({
      phase: 'ended',
      image: undefined,
      log: ['Simulation failed: no light.'],
    });
  });

  it('knows a failure that a login mends, until the next run', () => {
    const refused = fold(started, { type: 'failed', reason: 'log in.', needsLogin: true });
    expect([refused.needsLogin, reduceRun(refused, started).needsLogin]).toEqual([true, false]);
  });

  it('ends without a word when it was stopped', () => {
    expect(fold(started, { type: 'log', content: 'one' }, { type: 'stopped' })).toMatchObject({
      phase: 'ended',
      log: ['one'],
    });
  });

  it('ignores types it does not know', () => {
    const state = fold(started);
    expect(reduceRun(state, { type: 'from the future', content: 1 } as unknown as RunEvent)).toBe(
      state,
    );
    expect(reduceRun(state, { type: 'run', content: { runId: 'a' } })).toBe(state);
    expect(
      reduceRun(state, { type: 'analysis', content: { label: 'DETR', status: 'no model files' } }),
    ).toBe(state);
  });

  it('forgets everything on reset', () => {
    expect(
      fold(
        started,
        { type: 'log', content: 'one' },
        { type: 'result', content: 'data:,1' },
        { type: 'reset' },
      ),
    ).toEqual(initialRun);
  });
});

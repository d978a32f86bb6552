import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import {
  initialRun,
  madeWith,
  reduceRun,
  stagesDone,
  type RunEvent,
  type RunState,
} from './run-store.ts';

const fold = (...events: readonly RunEvent[]) =>
  events.reduce((state, event) => reduceRun(state, event), initialRun);
const contents = ({ log }: RunState): string[] => log.map(({ content }) => content);
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
      fraction: 0,
      stages: [],
      inputs,
    });
    expect(contents(state)).toEqual(['one', '']);
  });

  it('appends log lines in order, also while nothing runs', () => {
    const state = fold(
      { type: 'log', content: 'one' },
      { type: 'log', content: '' },
      { type: 'log', content: 'two' },
    );
    expect(contents(state)).toEqual(['one', '', 'two']);
  });

  it('knows when each line came', () => {
    const state = reduceRun(
      reduceRun(initialRun, { type: 'log', content: 'one' }, 10),
      { type: 'ended' },
      30,
    );
    expect(state.log.map(({ at }) => at)).toEqual([10, 30]);
  });

  it('knows under which heading each line stands', () => {
    const state = fold(
      started,
      { type: 'log', content: 'Lens: ideal.', topic: 'Lens' },
      { type: 'ended' },
    );
    expect(state.log.map(({ topic }) => topic)).toEqual(['Lens', undefined]);
  });

  it('knows the first line of each run', () => {
    const line: RunEvent = { type: 'log', content: 'one' };
    const state = fold(line, started, line, line, { type: 'ended' }, started, line);
    expect(state.log.map(({ startsRun }) => startsRun ?? false)).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('knows lines that deserve a look', () => {
    const state = fold({ type: 'log', content: 'Clipped: 3 %.', warning: true });
    expect(state.log[0]).toMatchObject({ content: 'Clipped: 3 %.', warning: true });
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
    const state = fold(started, { type: 'log', content: 'one' }, { type: 'ended' });
    expect([state.phase, contents(state)]).toEqual(['ended', ['one', '']]);
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
      log: [{ content: 'Simulation failed: no light.', isFailure: true }],
    });
  });

  it('writes every problem of a refusal, each with its field, and forgets them at the next run', () => {
    const problems = [
      { field: 'sensorParams.rows', message: 'Rows.' },
      { field: 'sensorParams.cols', message: 'Cols.' },
    ];
    const state = fold(started, { type: 'failed', reason: 'Rows.', problems });
    expect(state.problems).toEqual(problems);
    expect(state.log).toMatchObject([
      { content: 'Simulation failed: Rows.', field: 'sensorParams.rows', isFailure: true },
      { content: 'Cols.', field: 'sensorParams.cols', isFailure: true },
    ]);
    expect(reduceRun(state, started).problems).toEqual([]);
  });

  it('says of an algorithm that could not run neither that it made the picture nor its time', () => {
    const withAlgorithm = { ...inputs, algorithm: 'DETR' };
    const events: RunEvent[] = [
      { type: 'started', inputs: withAlgorithm },
      { type: 'stage', content: { name: 'optics', ms: 3 } },
      { type: 'stage', content: { name: 'algorithm', ms: 0 } },
    ];
    const missing = fold(...events, {
      type: 'analysis',
      content: { label: 'DETR', status: 'no model files' },
    });
    expect(madeWith(missing)).toEqual(inputs);
    expect(stagesDone(missing).map(({ name }) => name)).toEqual(['optics']);
    expect(madeWith(fold(...events))).toEqual(withAlgorithm);
    expect(stagesDone(fold(...events)).map(({ name }) => name)).toEqual(['optics', 'algorithm']);
  });

  it('takes an earlier state back; lines written since follow its own', () => {
    const before = fold(started, { type: 'log', content: 'one' }, { type: 'result', content: 'x' });
    const after = reduceRun(fold({ type: 'log', content: 'new' }), {
      type: 'restored',
      run: before,
    });
    expect(after).toMatchObject({ image: 'x', inputs });
    expect(contents(after)).toEqual(['one', 'new']);
  });

  it('knows a failure that a login mends, until the next run', () => {
    const refused = fold(started, { type: 'failed', reason: 'log in.', needsLogin: true });
    expect([refused.needsLogin, reduceRun(refused, started).needsLogin]).toEqual([true, false]);
  });

  it('ends without a word when it was stopped', () => {
    const state = fold(started, { type: 'log', content: 'one' }, { type: 'stopped' });
    expect([state.phase, contents(state)]).toEqual(['ended', ['one']]);
  });

  it('keeps at most 2,000 lines of the log, the newest; marks those that belong to no run', () => {
    const lines = Array.from({ length: 2100 }, (_, at) => ({
      type: 'log' as const,
      content: `line ${at}`,
    }));
    const { log } = fold(...lines, started, { type: 'log', content: 'of the run' });
    expect(log.length).toBeLessThanOrEqual(2000);
    expect(log.at(-2)).toMatchObject({ content: 'line 2099', isAside: true });
    expect(log.at(-1)).not.toHaveProperty('isAside');
  });

  it('ignores types it does not know', () => {
    const state = fold(started);
    expect(reduceRun(state, { type: 'from the future', content: 1 } as unknown as RunEvent)).toBe(
      state,
    );
    expect(reduceRun(state, { type: 'run', content: { runId: 'a' } })).toBe(state);
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { initialRun, reduceRun, type RunEvent } from '../../model/run/run-store.ts';
import { follow, writable } from '../../model/store.ts';
import { benchForTests } from '../../shell/bench/bench-for-tests.ts';
import { snapshots } from '../../kit/picture/snapshots.ts';
import { zipOf } from './frames-files.ts';
import { planFrames } from './frames-plan.ts';
import { createFrames, dueFrame } from './frames-store.ts';

vi.mock('../../../accounts/kept-work.ts', () => ({ keptOwner: () => '' }));

const recipe: Recipe = { ...initialRecipe, scene: 'Macbeth', sensor: 'Bayer-grbg' };
const withRows = (rows: string, cols: string): Recipe => ({
  ...recipe,
  sensorParams: { ...recipe.sensorParams, rows, cols },
});

describe('what Run will take', () => {
  it('has the size that it may occupy', () =>
    expect(planFrames({ count: '24', rate: '25' }, withRows('450', '650'))).toEqual({
      count: 24,
      hertz: 25,
      bytes: 24 * 450 * 650 * 3,
      longestSeconds: 0.04,
    }));

  it('leaves the meter the time of a frame; a fixed exposure that is longer is refused with a rate that fits', () => {
    const exposed = (exposureParams: Recipe['exposureParams']) =>
      planFrames(
        { count: '3', rate: '25' },
        { ...recipe, ...(exposureParams && { exposureParams }) },
      );
    expect(exposed(undefined)).toMatchObject({ longestSeconds: 0.04 });
    expect(exposed({ longest: '0.01' })).toMatchObject({ longestSeconds: undefined });
    expect(exposed({ mode: 'fixed', seconds: '0.04' })).toMatchObject({ count: 3 });
    expect(exposed({ mode: 'fixed', seconds: '0.1' })).toEqual({
      field: 'rate',
      problem: 'At 25 per second an exposure lasts at most 0.04 s, not 0.1 s.',
      rate: '10',
    });
  });

  it('is not known in size where only the file of the sensor has it', () =>
    expect(planFrames({ count: '2', rate: '1' }, withRows('', ''))).toMatchObject({
      bytes: undefined,
    }));

  it.each([
    ['', '25', 'count', /whole number from 1 to 240/],
    ['2.5', '25', 'count', /whole number from 1 to 240/],
    ['241', '25', 'count', /whole number from 1 to 240/],
    ['2', '0', 'rate', /more than 0 and at most 100000/],
    ['2', 'fast', 'rate', /more than 0/],
    ['240', '25', 'count', /^240 frames may take 1493 MB: take 80 or fewer, which fit 500 MB\.$/],
  ] as const)('refuses %s frames at %s', (count, rate, field, problem) => {
    const planned = planFrames({ count, rate }, withRows('1080', '1920'));
    expect(planned).toMatchObject({ field, problem: expect.stringMatching(problem) as string });
  });
});

it('each moment has the frame that is due; the first one follows the last', () => {
  const series = { hertz: 25, frames: [0, 1, 2] };
  expect([0, 0.039, 0.041, 0.081, 0.121].map((at) => dueFrame(series, 1, at))).toEqual([
    1, 1, 2, 0, 1,
  ]);
});

describe('a series', () => {
  /** The picture of a frame, as the server sends it. */
  const picture = (index: number): string => `data:image/png;base64,${btoa(`png ${index}`)}`;
  const lines = (...events: readonly object[]): Response =>
    new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const bodies: Record<string, unknown>[] = [];
  const revoked: string[] = [];
  /** Answers each request with the picture of its frame. */
  let answer: (index: number) => Response | Promise<Response>;
  beforeEach(() => {
    bodies.length = 0;
    answer = (index) =>
      lines(
        { type: 'log', content: `line of ${index}` },
        { type: 'progress', content: 0.5 },
        { type: 'result', content: picture(index) },
      );
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      bodies.push(JSON.parse(body) as Record<string, unknown>);
      return answer(bodies.length - 1);
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address));
  });
  let end: () => void = () => undefined;
  afterEach(() => {
    end();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function parts() {
    const events: RunEvent[] = [];
    const run = writable(initialRun);
    const { bench, end: endBench } = benchForTests({
      recipe: writable(recipe),
      run,
      tell: (event) => {
        events.push(event);
        run.set(reduceRun(run.current(), event));
      },
    });
    end = endBench;
    follow([run], () => snapshots.take(run.current()), bench.signal);
    return { bench, events, run, view: createFrames(bench) };
  }

  it('is a request per frame, in their order; the first one is the run', async () => {
    const { view, events, run } = parts();
    view.typed.set({ count: '3', rate: '20' });
    await view.start();
    expect(bodies.map(({ frame }) => frame)).toEqual(
      [0, 1, 2].map((index) => ({ index, rate: 20 })),
    );
    // The meter exposes no longer than a frame lasts, and it is said.
    expect(bodies.map(({ exposureParams }) => exposureParams)).toEqual(
      [0, 1, 2].map(() => ({ longest: '0.05' })),
    );
    expect(run.current().log[0]!.content).toBe(
      'Frames at 20 per second: the meter exposes for at most 0.05 s.',
    );
    expect(events.map(({ type }) => type)).toEqual([
      ...['started', 'log', 'log', 'progress', 'result', 'progress', 'progress', 'log', 'ended'],
    ]);
    expect(events.flatMap((event) => (event.type === 'progress' ? event.content : []))).toEqual([
      ...[0.5 / 3, 1.5 / 3, 2.5 / 3],
    ]);
    expect(run.current().image).toBe(picture(0));
    expect(run.current().log.map(({ content }) => content)).toContain(
      'Took 3 frames at 20 per second.',
    );
    const series = view.series.current()!;
    expect(await Promise.all(series.frames.map(({ file }) => file.text()))).toEqual([
      ...['png 0', 'png 1', 'png 2'],
    ]);
    view.showFrame(7);
    expect(view.at.current()).toBe(2);

    // The archive has the same files, and the recipe without a frame.
    const { unzipSync, strFromU8 } = await import('fflate');
    const files = unzipSync(new Uint8Array(await (await zipOf(series)).arrayBuffer()));
    expect(Object.keys(files)).toEqual([
      ...['recipe.json', 'frame_000.png', 'frame_001.png', 'frame_002.png'],
    ]);
    expect(strFromU8(files['frame_002.png']!)).toBe('png 2');
    const kept = JSON.parse(strFromU8(files['recipe.json']!)) as Record<string, unknown>;
    expect([kept['scene'], 'frame' in kept]).toEqual(['Macbeth', false]);
    expect(kept['exposureParams']).toEqual(bodies[0]!['exposureParams']);

    // New takes one picture again, and gives back what was typed.
    const bringBack = view.clear();
    expect(view.typed.current().count).toBe('1');
    bringBack();
    expect(view.typed.current()).toEqual({ count: '3', rate: '20' });
  });

  it('keeps what is there when it is stopped', async () => {
    const { view, bench, events } = parts();
    view.typed.set({ count: '3', rate: '20' });
    const whole = answer;
    answer = (index) => {
      if (index === 2) bench.requests.abort('run');
      return whole(index);
    };
    await view.start();
    expect(bodies).toHaveLength(3);
    expect(view.series.current()!.frames).toHaveLength(2);
    expect(events.at(-1)!.type).not.toBe('ended');
  });

  it('says what a frame without a picture says, and ends there', async () => {
    const { view, run } = parts();
    view.typed.set({ count: '3', rate: '20' });
    const whole = answer;
    answer = (index) => (index === 1 ? lines({ type: 'log', content: 'Too long.' }) : whole(index));
    await view.start();
    expect(bodies).toHaveLength(2);
    expect(run.current().phase).toBe('ended');
    expect(run.current().log.map(({ content }) => content)).toContain('Too long.');
  });

  it('gives way to the next one, unless its run has a name', async () => {
    const { view } = parts();
    view.typed.set({ count: '2', rate: '20' });
    await view.start();
    const first = view.series.current()!;
    snapshots.rename(first.run!, 'slow');
    answer = () => lines({ type: 'result', content: picture(5) });
    await view.start();
    expect(view.all.current().map(({ id }) => id)).toEqual([first.id, first.id + 1]);
    view.choose(first.id);
    expect(view.series.current()!.id).toBe(first.id);
    revoked.length = 0;
    answer = () => lines({ type: 'result', content: picture(6) });
    await view.start();
    expect(view.all.current().map(({ id }) => id)).toEqual([first.id, first.id + 2]);
    expect(view.series.current()!.id).toBe(first.id + 2);
    expect(revoked).toHaveLength(2);
    expect(revoked.some((address) => first.frames.some((one) => one.address === address))).toBe(
      false,
    );
  });
});

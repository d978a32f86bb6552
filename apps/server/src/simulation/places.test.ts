import { describe, expect, it } from 'vitest';
import { mayBegin, Places, type ComputingCounts } from './places.ts';

const PLACES = 2;

/** Work that ends when it is told to. */
function work(places: Places, kind: keyof ComputingCounts) {
  let end = (): void => undefined;
  const state = { hasBegun: false, end: () => end() };
  const done = places.use(kind, async () => {
    state.hasBegun = true;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return Object.assign(state, { done });
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places for what is computed', () => {
  it('let a simulation begin beside runs of sweeps, but no more of both than one beyond the places', () => {
    for (let simulations = 0; simulations <= PLACES; simulations += 1)
      for (let runs = 0; simulations + runs <= PLACES + 1; runs += 1) {
        const all = simulations + runs;
        expect(mayBegin('runs', { simulations, runs }, PLACES)).toBe(all < PLACES);
        expect(mayBegin('simulations', { simulations, runs }, PLACES)).toBe(
          simulations < PLACES && all <= PLACES,
        );
      }
    expect(mayBegin('simulations', { simulations: 1000, runs: 0 }, Infinity)).toBe(true);
  });

  it('make a sweep wait until as many have ended as began beside it', async () => {
    const places = new Places(PLACES);
    const [first, second] = [work(places, 'runs'), work(places, 'runs')];
    const simulation = work(places, 'simulations');
    const [third, other] = [work(places, 'runs'), work(places, 'simulations')];
    await settled();
    expect([first, second, simulation].every(({ hasBegun }) => hasBegun)).toBe(true);
    expect([third, other].some(({ hasBegun }) => hasBegun)).toBe(false);
    first.end();
    await first.done;
    await settled();
    // The place of the first run is the other simulation's.
    expect([third.hasBegun, other.hasBegun]).toEqual([false, true]);
    simulation.end();
    await settled();
    expect(third.hasBegun).toBe(false);
    other.end();
    await settled();
    expect(third.hasBegun).toBe(true);
    second.end();
    third.end();
    await Promise.all([second.done, third.done]);
  });

  it('give a place back when the work fails', async () => {
    const places = new Places(1);
    await expect(places.use('runs', () => Promise.reject(new Error('no disk')))).rejects.toThrow(
      'no disk',
    );
    await expect(places.use('runs', async () => 'done')).resolves.toBe('done');
  });
});

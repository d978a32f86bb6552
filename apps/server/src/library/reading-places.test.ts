import { expect, it } from 'vitest';
import type { HttpProblem } from '../http-problem.ts';
import { ReadingPlaces } from './reading-places.ts';

const KIND = {};

/** Asks for a place of an account; the work goes on until it is ended. */
function ask(places: ReadingPlaces, account: string, kind = KIND) {
  const gone = new AbortController();
  const asked = { hasBegun: false, leave: () => gone.abort(), end: (): void => undefined };
  const work = async (): Promise<void> => {
    asked.hasBegun = true;
    await new Promise<void>((resolve) => (asked.end = resolve));
  };
  const ended = places.use(kind, { account, signal: gone.signal }, work).then(
    () => 'done',
    (error: unknown) => (error as HttpProblem).status,
  );
  return Object.assign(asked, { ended });
}
/** After everything that follows at once. */
const soon = () => new Promise((resolve) => setImmediate(resolve));

it('an account has one place of any kind and three that wait; others begin at once', async () => {
  const places = new ReadingPlaces();
  const first = ask(places, 'a');
  const next = [ask(places, 'a'), ask(places, 'a', {}), ask(places, 'a')];
  expect(await ask(places, 'a').ended).toBe(429);
  const other = ask(places, 'b');
  await soon();
  expect([first, ...next, other].map(({ hasBegun }) => hasBegun)).toEqual([
    ...[true, false, false, false, true],
  ]);
  const third = ask(places, 'c');
  other.end();
  expect(await other.ended).toBe('done');
  await soon();
  // The places of a kind are for two, and those of an account that reads are not in its way.
  expect([third, next[0]!].map(({ hasBegun }) => hasBegun)).toEqual([true, false]);
  first.end();
  await soon();
  expect(next.map(({ hasBegun }) => hasBegun)).toEqual([true, false, false]);
});

it('who leaves gives a place back, and waits no longer', async () => {
  const places = new ReadingPlaces();
  const [first, second, third] = [ask(places, 'a'), ask(places, 'a'), ask(places, 'a')];
  await soon();
  second.leave();
  expect(await second.ended).toBe(503);
  first.end();
  await soon();
  expect([second.hasBegun, third.hasBegun]).toEqual([false, true]);
});

it('so many of all accounts may wait', async () => {
  const places = new ReadingPlaces();
  const all = Array.from({ length: 23 }, (_, at) => ask(places, String(at)));
  expect(await all[22]!.ended).toBe(503);
});

import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import { decodePicture } from '@lumenloom/node-host';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

const SMALL = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 100, cols: 150 },
};
const FULL = { ...SMALL, isp: 'Fast-openISP', sensorParams: {} };
const LENS = { ...SMALL, optics: 'Double-Gauss', sensorParams: {} };

/** What the unruly worker does for a seed (tests/unruly-worker.mjs). */
const CRASHES = [
  ['exits', 2],
  ['throws', 3],
  ['runs out of memory', 4],
] as const;

async function eventsOf(visitor: Visitor, recipe: object): Promise<SimulationEvent[]> {
  const events: SimulationEvent[] = [];
  const response = await visitor.post('/simulate', recipe);
  for await (const event of readEvents(
    response.body as unknown as AsyncIterable<Uint8Array>,
    (line) => {
      throw new Error(`malformed line: ${line}`);
    },
  ))
    events.push(event);
  return events;
}
const logOf = (events: readonly SimulationEvent[]): string =>
  events.map((event) => (event.type === 'log' ? event.content : '')).join('\n');
const pictureOf = (events: readonly SimulationEvent[]): string =>
  events.map((event) => (event.type === 'result' ? event.content : '')).join('');

/**
 * A thread crashes, or runs out of memory: the run ends with a sentence, and the next one has its
 * result.
 */
export const threadCrash: Row = {
  name: 'thread-crash',
  tries: 15,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const server = startOn(folder, {}, 'unruly');
      const visitor = new Visitor(await server.listening());
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const [what, seed] = CRASHES[attempt % CRASHES.length]!;
        const crashed = await eventsOf(visitor, { ...SMALL, seed });
        if (!logOf(crashed).includes('Simulation failed') || pictureOf(crashed) !== '')
          failures.push(`a thread that ${what}: the run does not say that it failed`);
        const { value: next, ms } = await timed(() => eventsOf(visitor, SMALL));
        worstMs = Math.max(worstMs, ms);
        if (pictureOf(next) === '') failures.push(`after a thread that ${what}: no result`);
      }
      server.kill('SIGTERM');
      if ((await server.ended) !== 0) failures.push(`the server ended badly: ${server.output()}`);
      return { tries, failures, worstMs, note: 'the time is the run after a crash' };
    }),
};

/** The picture of an answer, decoded. */
async function codesOf(events: readonly SimulationEvent[]): Promise<ArrayLike<number>> {
  const [, base64 = ''] = pictureOf(events).split(',');
  return (await decodePicture(Buffer.from(base64, 'base64'))).data;
}

/**
 * WebAssembly without SIMD: the plain path gives the same picture. Through a traced lens, whose
 * point spreads SIMD computes in single precision, no raw code differs by more than the rounding,
 * 1.
 */
export const simdRefused: Row = {
  name: 'simd-refused',
  tries: 3,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let [worstMs, rounded] = [0, 0];
      const answers = async (injection?: 'no-simd'): Promise<SimulationEvent[][]> => {
        const server = startOn(folder, {}, injection);
        const visitor = new Visitor(await server.listening());
        const all: SimulationEvent[][] = [];
        for (let seed = 1; seed <= tries; seed += 1)
          for (const recipe of [FULL, LENS]) {
            const { value, ms } = await timed(() => eventsOf(visitor, { ...recipe, seed }));
            all.push(value);
            worstMs = Math.max(worstMs, ms);
          }
        server.kill('SIGTERM');
        await server.ended;
        return all;
      };
      const [fast, plain] = [await answers(), await answers('no-simd')];
      for (const [index, answer] of plain.entries()) {
        if (!logOf(fast[index]!).includes('SIMD path')) failures.push('no SIMD to refuse');
        if (!logOf(answer).includes('plain path')) failures.push('SIMD was not refused');
        const [one, other] = [await codesOf(fast[index]!), await codesOf(answer)];
        for (let at = 0; at < one.length; at += 1) {
          const difference = Math.abs(one[at]! - other[at]!);
          if (difference > (index % 2 === 0 ? 0 : 1))
            failures.push(`run ${index}: code ${at} differs by ${difference}`);
          if (difference > 0) rounded += 1;
        }
      }
      return {
        tries: 2 * tries,
        failures,
        worstMs,
        note: `${rounded} codes differ by 1, behind a traced lens only; the time is the slowest run`,
      };
    }),
};

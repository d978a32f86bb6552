import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

const SMALL = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 100, cols: 150 },
};
const FULL = { ...SMALL, optics: 'Double-Gauss', isp: 'Fast-openISP', sensorParams: {} };

/** What the unruly worker does for a seed (tests/unruly-worker.mjs). */
const CRASHES = [
  ['exits', 2],
  ['throws', 3],
  ['runs out of memory', 4],
] as const;

export async function eventsOf(visitor: Visitor, recipe: object): Promise<SimulationEvent[]> {
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

/** A thread crashes, or runs out of memory: the run ends with a sentence, and the next one has its result. */
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

/** WebAssembly without SIMD: the plain path gives the same picture. */
export const simdRefused: Row = {
  name: 'simd-refused',
  tries: 3,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const pictures = async (injection?: 'no-simd'): Promise<SimulationEvent[][]> => {
        const server = startOn(folder, {}, injection);
        const visitor = new Visitor(await server.listening());
        const answers: SimulationEvent[][] = [];
        for (let seed = 1; seed <= tries; seed += 1) {
          const { value, ms } = await timed(() => eventsOf(visitor, { ...FULL, seed }));
          answers.push(value);
          worstMs = Math.max(worstMs, ms);
        }
        server.kill('SIGTERM');
        await server.ended;
        return answers;
      };
      const [fast, plain] = [await pictures(), await pictures('no-simd')];
      for (const [index, answer] of plain.entries()) {
        if (!logOf(fast[index]!).includes('SIMD path')) failures.push('no SIMD to refuse');
        if (!logOf(answer).includes('plain path')) failures.push('SIMD was not refused');
        if (pictureOf(answer) === '') failures.push('no result without SIMD');
        else if (pictureOf(answer) !== pictureOf(fast[index]!))
          failures.push(`seed ${index + 1}: another picture without SIMD`);
      }
      return {
        tries,
        failures,
        worstMs,
        note: 'whole pictures compared; the time is the slowest run',
      };
    }),
};

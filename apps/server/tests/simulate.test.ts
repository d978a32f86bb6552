import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  LONG,
  TINY,
  allEvents,
  eventsOf,
  figures,
  logOf,
  resultOf,
  resultSizeOf,
  startServer,
} from './start-server.ts';
import { until } from './until.ts';

const server = startServer({ MAX_RUNNING_RUNS: '1', MAX_WAITING_RUNS: '2' });

const idle = () =>
  until(async () => {
    expect(await figures(server)).toEqual({ running: 0, waiting: 0 });
  });

/**
 * Size and unpacked scan lines of a PNG (ISO/IEC 15948, section 5): a signature, then chunks of
 * length, type, data and checksum.
 */
function readPng(png: Buffer) {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const packed: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return {
    columns: png.readUInt32BE(16),
    rows: png.readUInt32BE(20),
    scanLines: inflateSync(Buffer.concat(packed)),
  };
}

/** Sends a recipe and waits for its first line, by which it has been accepted. */
async function begin(
  recipe: object,
  init: RequestInit = {},
  somebody: Pick<typeof server, 'post'> = server,
) {
  const response = await somebody.post('/simulate', recipe, init);
  const events = eventsOf(response);
  const { value: first } = await events.next();
  return { response, events, runId: first?.type === 'run' ? first.content.runId : '' };
}

/** What is left of a stream. */
async function rest(events: ReturnType<typeof eventsOf>) {
  const all = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('POST /simulate', () => {
  it('streams the run, its log, stages and progress, the picture, then what is measured on it and the report', async () => {
    const response = await server.post('/simulate', TINY);
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('content-encoding')).toBeNull();
    const events = await allEvents(response);
    expect(events[0]).toEqual({
      type: 'run',
      content: { runId: expect.stringMatching(/^[\w-]{36}$/) as string },
    });
    expect(
      events
        .map(({ type }) => type)
        .filter((type) => ['result', 'measurement', 'report'].includes(type)),
    ).toEqual(['result', 'measurement', 'measurement', 'report']);
    expect(events.flatMap((event) => (event.type === 'stage' ? [event.content.name] : []))).toEqual(
      expect.arrayContaining(['scene', 'optics', 'sensor']),
    );
    const fractions = events.flatMap((event) => (event.type === 'progress' ? [event.content] : []));
    expect(fractions.toSorted((a, b) => a - b)).toEqual(fractions);
    expect(fractions.at(-1)).toBe(1);
    const report = events.find((event) => event.type === 'report')?.content;
    expect(report?.peakRssBytes).toBeGreaterThan(1e6);
    expect(logOf(events)).toContain('Noise seeds:');
  });

  it('gives every line of a run its topic; what was ignored or defaulted comes first', async () => {
    const recipe = { ...TINY, colour: 1, sensorParams: { ...TINY.sensorParams, read_noise: '' } };
    const events = await allEvents(await server.post('/simulate', recipe));
    const lines = events.flatMap((event) => (event.type === 'log' ? [event] : []));
    expect(lines.slice(0, 3)).toEqual([
      { type: 'log', content: expect.stringContaining('colour') as string, topic: 'Recipe' },
      {
        type: 'log',
        content: 'Read Noise (sensorParams.read_noise) was blank: using 0.96 mV.',
        topic: 'Recipe',
      },
      { type: 'log', content: 'Run: D65, Macbeth, Bayer-grbg.', topic: 'Recipe' },
    ]);
    const topics = lines.map(({ topic }) => topic);
    expect(topics).not.toContain(undefined);
    // Each topic is one group.
    const starts = topics.filter((topic, index) => topic !== topics[index - 1]);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('focuses by itself where the recipe asks for it', async () => {
    const optics = {
      optics: 'Double-Gauss',
      opticsParams: { objectDistance: 0.5, autofocus: true },
    };
    const events = await allEvents(await server.post('/simulate', { ...TINY, ...optics }));
    const report = events.find((event) => event.type === 'report')?.content;
    const { focusDistanceM, focusShiftUm, autofocus } = report!.optics.focus!;
    expect(focusDistanceM).toBe(0.5);
    expect(autofocus!.modulation).toBeGreaterThan(0.3);
    // By paraxial rays an object at .5 m is sharp f²/(d - f) = 138 µm behind the focus.
    expect(Math.abs(focusShiftUm - 138)).toBeLessThan(30);
    expect(logOf(events)).toContain('Autofocus: modulation 0.');
  });

  it('gives a PNG of the size of the sensor', async () => {
    const picture = resultOf(await allEvents(await server.post('/simulate', TINY)));
    const [head, data = ''] = picture?.split(',') ?? [];
    expect(head).toBe('data:image/png;base64');
    const { columns, rows, scanLines } = readPng(Buffer.from(data, 'base64'));
    expect([rows, columns]).toEqual([16, 24]);
    // One byte per grey pixel, and one per row that says how it is filtered.
    expect(scanLines).toHaveLength(16 * (24 + 1));
  });

  it('gives the same bytes for the same recipe, and others for another seed', async () => {
    const [first, second, other] = [TINY, TINY, { ...TINY, seed: 7 }].map(async (recipe) =>
      resultOf(await allEvents(await server.asSomebodyElse().post('/simulate', recipe))),
    );
    expect(await first).toBe(await second);
    expect(await first).not.toBe(await other);
  });

  it('takes from memory what the same person computed, and nothing that others did', async () => {
    const recipe = { ...TINY, seed: 4711, isp: 'Fast-openISP' };
    const contrast = { ...recipe, ispParams: { bccContrastGain: 300 } };
    const stagesOf = async (body: object, somebody: Pick<typeof server, 'post'>) => {
      const events = await allEvents(await somebody.post('/simulate', body));
      return {
        picture: resultOf(events),
        said: /Time: .*? total/.exec(logOf(events))?.[0],
        found: events.flatMap(({ type, content }) =>
          type === 'stage' ? [content.fromMemory] : [],
        ),
      };
    };
    const [one, other] = [server.asSomebodyElse(), server.asSomebodyElse()];
    const first = await stagesOf(recipe, one);
    expect(first.found).toEqual([undefined, undefined, undefined, undefined]);
    expect(first.said).not.toContain('memory');
    const edited = await stagesOf(contrast, one);
    expect(edited.found).toEqual(['all', 'all', 'all', 'part']);
    expect(edited.said).toMatch(/sensor \d+ ms \(from memory\), isp \d+ ms \(partly from memory\)/);
    const fresh = await stagesOf(contrast, other);
    expect(fresh.found).toEqual([undefined, undefined, undefined, undefined]);
    expect(fresh.said).not.toContain('memory');
    expect(edited.picture).toBe(fresh.picture);
  });

  it('sends the first line while the run still goes on', async () => {
    const leaving = new AbortController();
    const { runId } = await begin(LONG, { signal: leaving.signal });
    expect(runId).not.toBe('');
    expect((await figures(server)).running).toBe(1);
    leaving.abort();
    await idle();
  });

  it('ends the run when its reader goes away, and the next one starts', async () => {
    const leaving = new AbortController();
    await begin(LONG, { signal: leaving.signal });
    leaving.abort();
    expect(resultSizeOf(await allEvents(await server.post('/simulate', TINY)))).toEqual([24, 16]);
  });

  it('says what to choose when there is no scene, and ends without a result', async () => {
    const events = await allEvents(await server.post('/simulate', {}));
    expect(events.map(({ type }) => type)).toEqual(['run', 'log']);
    expect(logOf(events)).toBe('Choose a scene to simulate.');
  });

  it('names keys that mean nothing in one line and runs', async () => {
    const events = await allEvents(
      await server.post('/simulate', { ...TINY, colour: 'red', macbethParams: { size: 1 } }),
    );
    expect(logOf(events)).toContain(
      'Ignored, because it means nothing here: colour, macbethParams.size.',
    );
    expect(resultSizeOf(events)).toEqual([24, 16]);
  });

  it('refuses wrong values before anything is streamed', async () => {
    const response = await server.post('/simulate', {
      ...TINY,
      sensorParams: { rows: 'abc', fill_factor: 2 },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      field: 'sensorParams.fill_factor',
      message: 'Fill Factor must be at most 1, not 2.',
      problems: [
        { field: 'sensorParams.fill_factor', message: 'Fill Factor must be at most 1, not 2.' },
        { field: 'sensorParams.rows', message: 'Rows must be a number, not "abc".' },
      ],
    });
  });
});

describe('the line', () => {
  it('takes one running and two waiting runs per caller, and refuses the fourth with a sentence', async () => {
    const running = await begin(LONG);
    const waiting = [await begin(TINY), await begin(TINY)];
    const refused = await server.post('/simulate', TINY);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: expect.stringContaining('2 are waiting') as string,
      field: '',
    });
    expect(await figures(server)).toEqual({ running: 1, waiting: 2 });

    // Somebody else is not refused, but comes last.
    const other = await begin(TINY, {}, server.asSomebodyElse());
    const { value: line } = await other.events.next();
    expect(line).toEqual({ type: 'log', content: 'Waiting: 2 simulations start before this one.' });

    await server.post('/stop', { runId: running.runId });
    expect(resultOf(await rest(running.events))).toBeUndefined();
    for (const { events } of waiting) {
      const events_ = await rest(events);
      expect(logOf(events_)).toMatch(/^Waiting: /);
      expect(resultSizeOf(events_)).toEqual([24, 16]);
    }
    expect(resultSizeOf(await rest(other.events))).toEqual([24, 16]);
    await idle();
  });

  it('lets go of a run that is left while it waits', async () => {
    const running = await begin(LONG);
    const leaving = new AbortController();
    await begin(TINY, { signal: leaving.signal });
    leaving.abort();
    await until(async () => {
      expect(await figures(server)).toEqual({ running: 1, waiting: 0 });
    });
    await server.post('/stop');
    await rest(running.events);
    await idle();
  });
});

describe('POST /stop', () => {
  it("ends all of the caller's runs, quietly", async () => {
    const runs = [await begin(LONG), await begin(LONG)];
    expect(await (await server.post('/stop')).json()).toEqual({ status: 'stopped' });
    for (const { events } of runs) {
      const left = await rest(events);
      expect(resultOf(left)).toBeUndefined();
      expect(logOf(left)).not.toContain('failed');
    }
    await idle();
  });

  it("leaves other people's runs alone", async () => {
    const run = await begin(TINY);
    const other = server.asSomebodyElse();
    await other.post('/stop');
    await other.post('/stop', { runId: run.runId });
    expect(resultSizeOf(await rest(run.events))).toEqual([24, 16]);
  });
});

/** Worlds over HTTP: runs, /world/inspect and /world/probe, behind the switch `world`. */
import { describe, expect, it } from 'vitest';
import { allEvents, eventsOf, logOf, startServer } from './start-server.ts';

const world = {
  version: 1,
  name: 'Lit wall',
  environment: { uniform: { luminance: 100 } },
  objects: [{ name: 'wall', shape: { plane: { size: [1, 1] } }, position: [0, 0, -1] }],
  places: [{ name: 'wall', position: [0, 0, -1], normal: [0, 0, 1] }],
};
const recipe = {
  world,
  worldParams: { samples: 4, sampling: 1 },
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 16, cols: 24 },
};
const problemsOf = async (response: Response): Promise<object> => {
  expect(response.status).toBe(422);
  return (await response.json()) as object;
};

describe('with the switch', () => {
  const server = startServer({ WORKBENCH_OFFERS: 'world', MAX_RUN_SECONDS: '20' });

  it('a recipe with a world needs no scene', async () => {
    const events = await allEvents(await server.post('/simulate', recipe));
    expect(logOf(events)).toContain('World: Lit wall, 2 triangles, 4 paths per pixel');
    const report = events.find(({ type }) => type === 'report')?.content as { world: object };
    expect(report.world).toMatchObject({ triangles: 2, through: 'layers' });
  });

  it('a rendering ends within a second of a stop', async () => {
    const long = {
      ...recipe,
      worldParams: { samples: 4096 },
      sensorParams: { rows: 1000, cols: 1500 },
    };
    let stopped = 0;
    for await (const event of eventsOf(await server.post('/simulate', long))) {
      if (event.type === 'run')
        setTimeout(() => {
          stopped = performance.now();
          void server.post('/stop', { runId: event.content.runId });
        }, 1500);
    }
    expect(stopped).toBeGreaterThan(0);
    // The machine may be busy with other tests.
    expect(performance.now() - stopped).toBeLessThan(3000);
  });

  it('says what is in a world and what rays meet, as the command line does', async () => {
    const inspected = await server.post('/world/inspect', { world, samples: 64 });
    expect(await inspected.json()).toMatchObject({
      name: 'Lit wall',
      triangles: 2,
      places: [{ name: 'wall', lux: expect.closeTo(100 * Math.PI, 6) as number }],
    });
    const probed = await server.post('/world/probe', {
      world: 'example:desk',
      rays: [{ origin: [0, 1, 0], direction: [0, -1, 0] }],
      samples: 16,
    });
    expect(await probed.json()).toMatchObject({ rays: [{ hit: true, object: 'board' }] });
  });

  it.each([
    ['/world/inspect', { world: { version: 2 } }, 'version', 'version must be 1.'],
    ['/world/inspect', { world: 'example:nowhere' }, 'world', 'There is no world example:nowhere.'],
    ['/world/inspect', { world: 'shelf.json' }, 'world', /A world is its document, or its name/],
    ['/world/probe', { world, rays: [{ column: 1 }] }, 'rays[0]', /needs origin and direction/],
    [
      '/world/inspect',
      { world: { ...world, assets: { a: { file: '../../etc/passwd.stl' } } } },
      'assets.a.file',
      /this world has no files/,
    ],
    ['/simulate', { ...recipe, scene: 'Macbeth' }, 'world', /world and scene are both given/],
  ] as const)('%s refuses %j', async (path, body, field, message) => {
    const found = await problemsOf(await server.post(path, body));
    expect(JSON.stringify(found)).toContain(`"field":"${field}"`);
    expect(JSON.stringify(found)).toMatch(message);
  });
});

describe('a rendering', () => {
  const server = startServer({ WORKBENCH_OFFERS: 'world', MAX_RUN_SECONDS: '2' });

  it('counts against the time of a question', async () => {
    const rays = Array.from({ length: 1000 }, () => ({ column: 1, row: 1 }));
    const response = await server.post('/world/probe', { world, rays, samples: 65_536 });
    expect(JSON.stringify(await problemsOf(response))).toContain('longer than 2 s');
  });

  it('is one of four of a network that wait, and leaves room for others', async () => {
    const rays = Array.from({ length: 1000 }, () => ({ column: 1, row: 1 }));
    const long = { world, rays, samples: 65_536 };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.post('/world/probe', long)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const next = await server.post('/world/inspect', { world, samples: 64 });
    expect(next.status).not.toBe(429);
  });
});

describe('without the switch', () => {
  const server = startServer({ WORKBENCH_OFFERS: 'none' });

  it('refuses the keys and the calls', async () => {
    const found = await problemsOf(await server.post('/simulate', recipe));
    expect(JSON.stringify(found)).toContain('"field":"world"');
    expect((await server.post('/world/inspect', { world })).status).toBe(403);
  });
});

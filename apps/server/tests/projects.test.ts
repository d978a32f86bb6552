import type { Project, WholeProject } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { onBothDatabases } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, resultOf, startServer, TINY, type Server } from './start-server.ts';

const call = (visitor: Visitor, method: string, path: string, body?: unknown) =>
  visitor.post(path, body, { method });
const bodyOf = async <Body>(response: Response, status = 200): Promise<Body> => {
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as Body;
};
const save = async (visitor: Visitor, name: string, recipe: object = TINY): Promise<Project> =>
  bodyOf(await call(visitor, 'POST', '/api/projects', { name, recipe }), 201);
const read = async (visitor: Visitor, id: string): Promise<WholeProject> =>
  bodyOf(await call(visitor, 'GET', `/api/projects/${id}`));
const list = async (visitor: Visitor): Promise<readonly Project[]> =>
  (await bodyOf<{ projects: readonly Project[] }>(await call(visitor, 'GET', '/api/projects')))
    .projects;

let people = 0;
const somebody = (server: Server, email = `maker${(people += 1)}@example.com`): Promise<Visitor> =>
  logIn(server, email);

onBothDatabases((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '100',
  }));

  it('keeps recipes by name: saves, lists, reads, renames, deletes', async () => {
    const visitor = await somebody(server);
    expect(await list(visitor)).toEqual([]);
    const first = await save(visitor, ' dash\ncam ');
    expect(first).toMatchObject({ name: 'dash cam', version: 1 });
    const second = await save(visitor, 'door bell', { ...TINY, isp: 'Fast-openISP' });
    expect((await list(visitor)).map(({ name }) => name).sort()).toEqual(['dash cam', 'door bell']);
    expect(await read(visitor, first.id)).toEqual({ ...first, recipe: TINY });

    const renamed = await bodyOf<Project>(
      await call(visitor, 'PATCH', `/api/projects/${first.id}`, { name: 'front' }),
    );
    expect(renamed).toEqual({ ...first, name: 'front' });

    const saved = await bodyOf<Project>(
      await call(visitor, 'PUT', `/api/projects/${first.id}`, {
        recipe: { scene: 'Macbeth' },
        version: 1,
      }),
    );
    expect(saved).toMatchObject({ id: first.id, name: 'front', version: 2 });
    expect((await read(visitor, first.id)).recipe).toEqual({ scene: 'Macbeth' });

    const gone = await call(visitor, 'DELETE', `/api/projects/${first.id}`);
    expect([gone.status, await gone.text()]).toEqual([204, '']);
    expect((await list(visitor)).map(({ id }) => id)).toEqual([second.id]);
    expect((await call(visitor, 'DELETE', `/api/projects/${first.id}`)).status).toBe(404);
  });

  it('gives the recipe back as the body of a simulation, with its bits', async () => {
    const visitor = await somebody(server);
    const recipe = { ...TINY, isp: 'Fast-openISP', seed: 5, sceneLuminance: 33.3 };
    const kept = (await read(visitor, (await save(visitor, 'bits', recipe)).id)).recipe;
    const picture = async (body: object) =>
      resultOf(await allEvents(await visitor.post('/simulate', body)));
    expect(await picture(kept)).toBe(await picture(recipe));
  });

  it('refuses to save over a version that is not the saved one', async () => {
    const visitor = await somebody(server);
    const { id } = await save(visitor, 'two tabs');
    const put = (version: number, scene: string) =>
      call(visitor, 'PUT', `/api/projects/${id}`, { recipe: { scene }, version });
    const answers = await Promise.all([put(1, 'Macbeth'), put(1, 'Gridlines')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(await refused.json()).toMatchObject({
      field: 'version',
      message:
        'The project was saved by somebody else: this recipe was made from version 1, and version 2 is saved.',
    });
    const saved = answers[0].status === 200 ? 'Macbeth' : 'Gridlines';
    expect((await read(visitor, id)).recipe).toEqual({ scene: saved });
    expect((await put(2, 'Point Array')).status).toBe(200);
  });

  it('belong to their account', async () => {
    const [owner, stranger] = [await somebody(server), await somebody(server)];
    const { id } = await save(owner, 'mine');
    const path = `/api/projects/${id}`;
    for (const [method, body] of [
      ['GET'],
      ['PUT', { recipe: {}, version: 1 }],
      ['PATCH', { name: 'yours' }],
      ['DELETE'],
    ] as const) {
      expect((await call(stranger, method, path, body)).status, method).toBe(404);
      const nobody = await call(server.asSomebodyElse(), method, path, body);
      expect(nobody.status, method).toBe(401);
      expect(await nobody.json()).toMatchObject({
        message: 'Projects belong to an account: log in, or send an API token.',
      });
    }
    expect(await list(stranger)).toEqual([]);
    expect((await read(owner, id)).name).toBe('mine');
  });

  it('can be reached with an API token', async () => {
    const visitor = await somebody(server);
    const { token } = await bodyOf<{ token: string }>(
      await visitor.post('/api/tokens', { name: 'nightly' }),
      201,
    );
    const program = server.asSomebodyElse({ authorization: `Bearer ${token}` });
    const { id } = await save(program, 'by program');
    expect((await read(visitor, id)).name).toBe('by program');
  });

  it.each([
    [{ recipe: {} }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101), recipe: {} }, 'name', 'Name must be at most 100 characters'],
    [{ name: 'x' }, 'recipe', 'recipe must be an object, the body of POST /simulate.'],
    [{ name: 'x', recipe: { secne: '' } }, 'recipe.secne', 'secne means nothing in a recipe.'],
    [
      { name: 'x', recipe: { scene: { a: { b: 1 } } } },
      'recipe.scene',
      'This is no value of a recipe: give text, a number, a list, or an object of these.',
    ],
    [
      { name: 'x', recipe: { algorithm: 'x'.repeat(40_000) } },
      'recipe',
      'A recipe has at most 32768 characters as JSON.',
    ],
  ])('are refused by field and sentence: %#', async (body, field, message) => {
    const visitor = await somebody(server);
    const refused = await call(visitor, 'POST', '/api/projects', body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ field, message });
    expect(await list(visitor)).toEqual([]);
  });

  it('refuses what is nested deeply, and a version that is no number', async () => {
    const visitor = await somebody(server);
    const nested = `{"name":"x","recipe":{"scene":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect((await visitor.post('/api/projects', nested)).status).toBe(422);
    const { id } = await save(visitor, 'x');
    const refused = await call(visitor, 'PUT', `/api/projects/${id}`, { recipe: {}, version: '1' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ field: 'version' });
  });

  it('are at most 200 of an account', async () => {
    const visitor = await somebody(server);
    for (let made = 0; made < 200; made += 1) await save(visitor, `number ${made}`, {});
    const refused = await call(visitor, 'POST', '/api/projects', { name: 'x', recipe: {} });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: 'An account has at most 200 projects: delete one first.',
    });
  });

  it('are deleted with their account', async () => {
    const visitor = await somebody(server, 'forgotten@example.com');
    await save(visitor, 'secret');
    const { database } = server.app;
    const count = async () =>
      (await database.selectFrom('projects').select('id').where('name', '=', 'secret').execute())
        .length;
    expect(await count()).toBe(1);
    await database.deleteFrom('users').where('email', '=', 'forgotten@example.com').execute();
    expect(await count()).toBe(0);
  });
});

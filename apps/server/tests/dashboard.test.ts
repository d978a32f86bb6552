import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordActivities, type Activity } from '../dist/accounts/activity.js';
import { dashboardMetrics } from '../dist/dashboard/metrics.js';
import { onBothDatabases, withDatabase } from './on-both-databases.ts';
import { logIn, newVisitor, type Visitor } from './people.ts';
import { startServer } from './start-server.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1, 9, 30);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const seenBy = (visitor: Visitor): Promise<Response> =>
  visitor.post('/api/dashboard', undefined, { method: 'GET' });

/** A repeatable stream of numbers from 0 to 1 (Numerical Recipes, section 7.1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

onBothDatabases((engine) => {
  it('counts what a plain count over all activity gives', () =>
    withDatabase(engine, async (database) => {
      const random = randomFrom(7);
      const people = Array.from({ length: 60 }, () => randomUUID());
      await database
        .insertInto('users')
        .values(
          people.map((id) => ({
            id,
            email: `${id}@example.com`,
            firstName: 'A',
            lastName: 'B',
            passwordHash: '',
            plan: 'Trial' as const,
            isStaff: 0 as const,
            createdAt: NOW,
          })),
        )
        .execute();
      const activities: Activity[] = Array.from({ length: 3000 }, () => ({
        kind: (['signup', 'login', 'visit'] as const)[Math.floor(random() * 3)]!,
        userId: people[Math.floor(random() * 50)]!,
        at: NOW - Math.floor(random() ** 2 * 400 * DAY),
      }));
      for (let from = 0; from < activities.length; from += 700)
        await recordActivities(database, activities.slice(from, from + 700));

      const since = (days: number) =>
        new Set(
          activities
            .filter(({ at }) => dayOf(at) > dayOf(NOW - days * DAY))
            .map(({ userId }) => userId),
        ).size;
      const count = (kind: string, date: string) =>
        activities.filter((activity) => activity.kind === kind && dayOf(activity.at) === date)
          .length;
      const metrics = await dashboardMetrics(database, NOW);
      expect(metrics).toMatchObject({
        totalUsers: 60,
        dau: since(1),
        mau: since(30),
        stickiness: Math.round((10_000 * since(1)) / since(30)) / 100,
      });
      expect(metrics.dau).toBeGreaterThan(0);
      expect(metrics.mau).toBeLessThan(60);
      const dates = Array.from({ length: 367 }, (_, index) => dayOf(NOW - (366 - index) * DAY));
      for (const [kind, points] of [
        ['signup', metrics.signups],
        ['login', metrics.logins],
      ] as const)
        expect(points).toEqual(dates.map((date) => ({ date, count: count(kind, date) })));
    }));

  it('is zero where nobody is', () =>
    withDatabase(engine, async (database) => {
      const { signups, logins, ...sums } = await dashboardMetrics(database, NOW);
      expect(sums).toEqual({ totalUsers: 0, dau: 0, mau: 0, stickiness: 0 });
      expect([...signups, ...logins].every(({ count }) => count === 0)).toBe(true);
    }));
});

describe('GET /api/dashboard', () => {
  const time = { now: NOW };
  const server = startServer(
    { TRUST_PROXY: '1', COMPUTE_AUTH: 'session' },
    { clock: () => time.now },
  );
  const get = async () =>
    (await (await fetch(`${server.address}/api/dashboard`)).json()) as {
      readonly totalUsers: number;
      readonly dau: number;
      readonly mau: number;
      readonly stickiness: number;
      readonly signups: readonly unknown[];
      readonly logins: readonly { readonly count: number }[];
    };

  it('shows sign-ups and logins, at most a minute old, and names nobody', async () => {
    expect(await get()).toMatchObject({ totalUsers: 0, dau: 0 });
    await logIn(server, 'somebody@example.com');
    expect(await get()).toMatchObject({ totalUsers: 0 });
    time.now += 60_000;
    const shown = await get();
    expect(shown).toMatchObject({ totalUsers: 1, dau: 1, mau: 1, stickiness: 100 });
    expect([shown.signups.at(-1), shown.logins.at(-1)]).toEqual([
      { date: '2026-03-01', count: 1 },
      { date: '2026-03-01', count: 1 },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/@|[0-9a-f]{8}-/);
  });

  it('counts a session that comes back on another day, once', async () => {
    const visitor = await logIn(server, 'visitor@example.com');
    time.now += DAY;
    for (let index = 0; index < 3; index += 1) await visitor.post('/get_device');
    const { dau, mau, logins } = await get();
    expect({ dau, mau, logins: logins.at(-1)?.count }).toEqual({ dau: 1, mau: 2, logins: 0 });
  });
});

describe.each([
  ['login', 401, 200, 200],
  ['staff', 401, 403, 200],
] as const)('DASHBOARD_ACCESS=%s', (access, anonymous, customer, staff) => {
  const server = startServer({
    TRUST_PROXY: '1',
    DASHBOARD_ACCESS: access,
    COMPUTE_AUTH: 'session',
  });

  it(`answers ${anonymous} to strangers, ${customer} to customers, ${staff} to staff`, async () => {
    const refused = await fetch(`${server.address}/api/dashboard`);
    expect(refused.status).toBe(anonymous);
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/\.$/) as string });
    const visitor = await logIn(server, 'somebody@example.com');
    expect((await seenBy(visitor)).status).toBe(customer);
    await server.app.database.updateTable('users').set({ isStaff: 1 }).execute();
    expect((await seenBy(visitor)).status).toBe(staff);
    expect((await seenBy(newVisitor(server))).status).toBe(anonymous);
  });
});

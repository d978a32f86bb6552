import { randomUUID } from 'node:crypto';
import { recordActivities, type Activity } from '../accounts/activity.ts';
import { decoyHash, hashPassword } from '../accounts/passwords.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import { ConfigError } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { issueLicence } from '../licences/licences.ts';

/**
 * The demo account. It is public, so it exists in development only. Nobody can own an address of
 * example.com (RFC 2606).
 */
export const DEMO_ACCOUNT = {
  email: 'demo@example.com',
  password: 'Lumenloom1!',
  licenceKey: 'DEM0D-EM0DE-M0DEM-0DEM0-DEM0D',
} as const;

/** Days of made-up activity, and number of made-up people. */
const DAYS = 60;
const PEOPLE = 120;

/**
 * Reproducible random numbers from 0 to 1: a linear congruential generator (Numerical Recipes,
 * section 7.1).
 */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Two months in which people sign up, more of them towards the end, and log in on working days,
 * some often and some hardly ever.
 */
function demoActivities(people: readonly string[], now: number): Activity[] {
  const random = randomNumbers();
  const today = now - (now % DAY_MS);
  const activities: Activity[] = [];
  people.forEach((userId, index) => {
    const firstDay = Math.floor(DAYS * Math.sqrt((index + random()) / people.length));
    const eagerness = 0.05 + 0.5 * random() ** 2;
    for (let day = firstDay; day < DAYS; day += 1) {
      const at =
        today - (DAYS - 1 - day) * DAY_MS + 8 * HOUR_MS + Math.floor(random() * 10 * HOUR_MS);
      const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
      const comes = day === firstDay || random() < (isWeekend ? eagerness / 5 : eagerness);
      // No activity in the future.
      if (!comes || at > now) continue;
      if (day === firstDay) activities.push({ kind: 'signup', userId, at });
      activities.push({ kind: 'login', userId, at: at + MINUTE_MS });
    }
  });
  return activities;
}

const hasDemoData = async (database: Database): Promise<boolean> =>
  (await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_ACCOUNT.email)
    .executeTakeFirst()) !== undefined;

/**
 * Puts a demo login, a license and two months of activity into a database that has none of it yet;
 * nothing of it is of real people.
 */
export async function seedDemoData(database: Database, now: number): Promise<void> {
  if (await hasDemoData(database)) return;
  const [passwordHash, unusable] = await Promise.all([
    hashPassword(DEMO_ACCOUNT.password),
    decoyHash(),
  ]);
  const since = now - DAYS * DAY_MS;
  const person = (email: string, lastName: string, hash: string) => ({
    id: randomUUID(),
    email,
    firstName: 'Demo',
    lastName,
    passwordHash: hash,
    plan: 'Trial' as const,
    isStaff: 0 as const,
    createdAt: since,
  });
  const others = Array.from({ length: PEOPLE }, (_, index) =>
    person(`demo-person-${index + 1}@example.com`, `Person ${index + 1}`, unusable),
  );
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('users')
      .values([person(DEMO_ACCOUNT.email, 'Person', passwordHash), ...others])
      .execute();
    await recordActivities(
      transaction,
      demoActivities(
        others.map(({ id }) => id),
        now,
      ),
    );
    await issueLicence(
      transaction,
      { email: DEMO_ACCOUNT.email, plan: 'Enterprise', seats: 5, expiresAt: null },
      now,
      DEMO_ACCOUNT.licenceKey,
    );
  });
}

/**
 * Removes the demo data, as a start does that others may reach; the next start in development puts
 * them in again.
 */
export async function removeDemoData(database: Database): Promise<void> {
  if (!(await hasDemoData(database))) return;
  await database.transaction().execute(async (transaction) => {
    const people = transaction
      .selectFrom('users')
      .select('id')
      .where((is) =>
        is.or([
          is('email', '=', DEMO_ACCOUNT.email),
          is('email', 'like', 'demo-person-%@example.com'),
        ]),
      );
    const counts = await transaction
      .selectFrom('activity')
      .select(({ fn }) => ['kind', 'day', fn.countAll<number>().as('count')])
      .where('userId', 'in', people)
      .groupBy(['kind', 'day'])
      .execute();
    for (const { kind, day, count } of counts)
      await transaction
        .updateTable('activityCounts')
        .set((is) => ({ count: is('count', '-', count) }))
        .where('kind', '=', kind)
        .where('day', '=', day)
        .execute();
    await transaction.deleteFrom('activity').where('userId', 'in', people).execute();
    await transaction.deleteFrom('licences').where('email', '=', DEMO_ACCOUNT.email).execute();
    await transaction.deleteFrom('users').where('id', 'in', people).execute();
  });
}

/**
 * @throws ConfigError for a database with demo data: its password is public, and its people are not
 * real.
 */
export async function refuseDemoData(database: Database): Promise<void> {
  if (await hasDemoData(database))
    throw new ConfigError(
      'The database has demo data, from a start in development: production needs another DATA_DIR or DATABASE_URL.',
    );
}

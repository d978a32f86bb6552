import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../dist/database/open-database.js';
import { emptyOutbox, startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { PASSWORD, Visitor } from './visitor.ts';

/** People who sign up at once, one account after the other. */
const PEOPLE = 3;
/** The kill comes at a random moment of the time that this many accounts take. */
const WITHIN_ACCOUNTS = 3;

/**
 * Every account that is only half there: without a usable password, or without the one sign-up that
 * the dashboard counts.
 */
export async function halfAccounts(dataFolder: string): Promise<string[]> {
  const database = await openDatabase({ dataFolder, databaseUrl: undefined });
  try {
    const users = await database
      .selectFrom('users')
      .select(['id', 'email', 'passwordHash', 'lastActiveDay'])
      .execute();
    const signups = await database
      .selectFrom('activity')
      .select('userId')
      .where('kind', '=', 'signup')
      .execute();
    const counted = await database
      .selectFrom('activityCounts')
      .select('count')
      .where('kind', '=', 'signup')
      .execute();
    const half = users.filter(
      ({ id, passwordHash, lastActiveDay }) =>
        !passwordHash.startsWith('$argon2id$') ||
        lastActiveDay === '' ||
        signups.filter(({ userId }) => userId === id).length !== 1,
    );
    const sum = counted.reduce((total, { count }) => total + count, 0);
    return [
      ...half.map(({ email }) => `half an account: ${email}`),
      ...(sum === signups.length ? [] : [`${sum} sign-ups are counted of ${signups.length}`]),
    ];
  } finally {
    await database.destroy();
  }
}

/**
 * kill -9 at random moments while people sign up: everything acknowledged is there after the
 * restart, and nothing is half done.
 */
export const killDuringSignUp: Row = {
  name: 'kill-during-sign-up',
  tries: 200,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const everybody: string[] = [];
      let [worstMs, people] = [0, 0];
      let fresh: string[] = [];
      // One start more than kills: the last one only looks.
      for (let attempt = 0; attempt <= tries; attempt += 1) {
        const server = startOn(folder);
        const { value: address, ms } = await timed(() => server.listening());
        worstMs = Math.max(worstMs, ms);
        for (const email of fresh) {
          const { status } = await new Visitor(address).post('/api/login', {
            email,
            password: PASSWORD,
          });
          if (status !== 200)
            failures.push(
              `try ${attempt}: ${email} was acknowledged and cannot log in (${status})`,
            );
        }
        everybody.push(...fresh);
        fresh = [];
        if (attempt < tries) {
          const isAlive = { yes: true };
          const first = `person${++people}@example.com`;
          const { value: isThere, ms: oneTakes } = await timed(() =>
            new Visitor(address).signUp(first, folder),
          );
          if (isThere) fresh.push(first);
          else failures.push(`try ${attempt}: ${first} could not sign up`);
          const signUps = Array.from({ length: PEOPLE }, async () => {
            while (isAlive.yes) {
              const email = `person${++people}@example.com`;
              try {
                if (await new Visitor(address).signUp(email, folder, () => !isAlive.yes))
                  fresh.push(email);
              } catch {
                // The server was killed: nothing was acknowledged.
                return;
              }
            }
          });
          await setTimeout(Math.random() * WITHIN_ACCOUNTS * oneTakes);
          isAlive.yes = false;
          server.kill('SIGKILL');
          await Promise.all(signUps);
        } else {
          server.kill('SIGTERM');
        }
        await server.ended;
        failures.push(...(await halfAccounts(folder)));
        await emptyOutbox(folder);
      }
      return {
        tries,
        failures,
        worstMs,
        note: `${everybody.length} accounts acknowledged; the time is a start after a kill`,
      };
    }),
};

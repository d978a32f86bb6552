import { inject, startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { codeFor, PASSWORD, Visitor } from './visitor.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** The jumps, one after the other; a time server or an operator makes them. */
const JUMPS = [MINUTE, -MINUTE, HOUR, -HOUR, DAY, -DAY, -DAY, DAY, 40 * DAY, -40 * DAY, -400 * DAY];

/**
 * Statuses that a session, or a code from before the jump, may have after it: it counts, it has
 * ended, or its limit holds.
 */
const AFTER_A_JUMP = new Set([200, 400, 401, 429]);

/**
 * The clock jumps while somebody is logged in, has a code on the way, and has just used up a limit.
 * Afterwards new visitors can sign up, people with an account can log in, nobody waits longer than
 * the limit says, and a run under way ends with its result.
 */
export const clockJumps: Row = {
  name: 'clock-jumps',
  tries: JUMPS.length,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const jumps = JUMPS.slice(0, tries);
      const server = startOn(
        folder,
        { FAULT_JUMPS: jumps.join(), RATE_LIMIT_FACTOR: '1', COMPUTE_AUTH: 'session' },
        'clock',
      );
      const address = await server.listening();
      for (const [index, jump] of jumps.entries()) {
        const fail = (what: string): number => failures.push(`${jump / MINUTE} min: ${what}`);
        const expectOk = async (what: string, act: () => Promise<Response>): Promise<void> => {
          const { value: response, ms } = await timed(act);
          worstMs = Math.max(worstMs, ms);
          if (!response.ok) fail(`${what}: ${response.status} ${await response.text()}`);
        };
        const [old, pending] = [new Visitor(address), new Visitor(address)];
        const [oldEmail, pendingEmail] = [`old${index}@example.com`, `pending${index}@example.com`];
        if (!(await old.signUp(oldEmail, folder))) fail('no account before the jump');
        const login = { email: oldEmail, password: PASSWORD };
        await expectOk('login before', () => old.post('/api/login', login));
        await expectOk('send-code before', () =>
          pending.post('/api/send-code', { email: pendingEmail }),
        );
        const code = await codeFor(pendingEmail, folder, () => false);
        // The answer begins when the run is accepted.
        const run = await old.post('/simulate', { scene: 'Macbeth', sensor: 'Bayer-grbg' });

        await inject(server);

        if (!(await run.text()).includes('"type":"result"'))
          fail('the run under way has no result');
        for (const [what, response] of [
          ['the session', await old.post('/get_device', {})],
          ['the code', await pending.post('/api/verify-code', { email: pendingEmail, code })],
        ] as const)
          if (!AFTER_A_JUMP.has(response.status)) fail(`${what}: ${response.status}`);
        await expectOk('login after', () => old.post('/api/login', login));
        await expectOk('the calls after', () => old.post('/get_device', {}));
        // The limit of a minute for codes must not have become one of days.
        const again = await pending.post('/api/send-code', { email: pendingEmail });
        const wait = Number(again.headers.get('retry-after') ?? 0);
        if (!again.ok && wait > HOUR / 1000) fail(`the next code only in ${wait} s`);
        const fresh = await timed(() =>
          new Visitor(address).signUp(`new${index}@example.com`, folder),
        );
        if (!fresh.value) fail('no account after the jump');
      }
      server.kill('SIGTERM');
      if ((await server.ended) !== 0) failures.push(`the server ended badly: ${server.output()}`);
      return {
        tries: jumps.length,
        failures,
        worstMs,
        note: 'jumps of a minute to 400 days, both ways; the time is the slowest answer',
      };
    }),
};

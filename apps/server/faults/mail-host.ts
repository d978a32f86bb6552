import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { contact } from './contact.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** Tries of a mail come ten seconds after the first, twenty after the second, and so on. */
const DELIVERED_WITHIN_MS = 120_000;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (
  server: { listen(port: number, host: string, done: () => void): unknown },
  port: number,
): Promise<void> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const port = portOf(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** How a mail host treats us. */
interface Trouble {
  /** What it takes for each mail, in milliseconds. */
  readonly delayMs: number;
  /**
   * Of the calls 1, 3, 5, ... of each kind so many are refused: connection, sender, recipient and
   * content of a mail.
   */
  readonly refusals: number;
}

/** A mail host that counts what arrives where, and how often it refused. */
function mailHost({ delayMs, refusals }: Trouble) {
  const received: string[] = [];
  const counts = new Map<string, number>();
  const state = { refused: 0 };
  /** The reply to a call (RFC 5321, section 4.2.3): undefined accepts it. */
  const refusal = (kind: string, responseCode: number): Error | undefined => {
    const call = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, call);
    if (call % 2 === 0 || call > 2 * refusals) return undefined;
    state.refused += 1;
    return Object.assign(new Error('not now'), { responseCode });
  };
  const host = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      done(refusal('connection', 421));
    },
    onMailFrom: (_address, _session, done) => {
      done(refusal('sender', 451));
    },
    onRcptTo: (_address, _session, done) => {
      done(refusal('recipient', 450));
    },
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.once(
        'end',
        () =>
          void setTimeout(delayMs).then(() => {
            const error = refusal('content', 452);
            if (error) {
              done(error);
              return;
            }
            received.push(...envelope.rcptTo.map(({ address }) => address));
            done();
          }),
      );
    },
  });
  return { host, received, state };
}

/**
 * People write while the mail host is in trouble: nobody waits for it, and once it works each mail
 * arrives once.
 */
async function withMailHost(
  tries: number,
  port: number,
  trouble: Trouble,
  isUpFirst: boolean,
): Promise<Outcome> {
  return withDataFolder(async (folder) => {
    const failures: string[] = [];
    const { host, received, state } = mailHost(trouble);
    if (isUpFirst) await listen(host, port);
    const server = startOn(folder, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      COMPANY_INBOX: 'inbox@example.com',
    });
    const address = await server.listening();
    let worstMs = 0;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const {
        value: { status },
        ms,
      } = await timed(() => contact(new Visitor(address), `person${attempt}@example.com`));
      worstMs = Math.max(worstMs, ms);
      if (status !== 200) failures.push(`message ${attempt}: ${status} instead of 200`);
    }
    if (!isUpFirst) await listen(host, port);
    const start = performance.now();
    while (received.length < 2 * tries && performance.now() - start < DELIVERED_WITHIN_MS) {
      await setTimeout(1000);
      // Any call wakes the sender; without one it looks by itself later.
      await fetch(`${address}/api/logout`, { method: 'POST' });
    }
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const times = received.filter((to) => to === `person${attempt}@example.com`).length;
      if (times !== 1)
        failures.push(`the confirmation of message ${attempt} arrived ${times} times`);
    }
    server.kill('SIGTERM');
    await server.ended;
    await new Promise<void>((resolve) => {
      host.close(() => {
        resolve();
      });
    });
    return {
      tries,
      failures,
      worstMs,
      note: `${state.refused} calls refused, ${received.length} mails arrived ${((performance.now() - start) / 1000).toFixed(0)} s after ${isUpFirst ? 'the last message' : 'the host came up'}; the time is the slowest answer`,
    };
  });
}

export const mailHostDead: Row = {
  name: 'mail-host-dead',
  tries: 20,
  run: async (tries) => withMailHost(tries, await freePort(), { delayMs: 0, refusals: 0 }, false),
};

export const mailHostSlow: Row = {
  name: 'mail-host-slow',
  tries: 20,
  run: async (tries) => withMailHost(tries, await freePort(), { delayMs: 300, refusals: 0 }, true),
};

export const mailHostRefusing: Row = {
  name: 'mail-host-refusing',
  tries: 20,
  run: async (tries) => withMailHost(tries, await freePort(), { delayMs: 0, refusals: 2 }, true),
};

import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { contact } from './contact.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** The second try of a mail comes ten seconds after the first. */
const DELIVERED_WITHIN_MS = 60_000;

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

/** A mail host that takes `delayMs` for each mail and counts what arrives where. */
function mailHost(delayMs: number): { readonly host: SMTPServer; readonly received: string[] } {
  const received: string[] = [];
  const host = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.once(
        'end',
        () =>
          void setTimeout(delayMs).then(() => {
            received.push(...envelope.rcptTo.map(({ address }) => address));
            done();
          }),
      );
    },
  });
  return { host, received };
}

/** People write while the mail host is in trouble: nobody waits for it, and once it works each mail arrives once. */
async function withMailHost(
  tries: number,
  port: number,
  delayMs: number,
  isUpFirst: boolean,
): Promise<Outcome> {
  return withDataFolder(async (folder) => {
    const failures: string[] = [];
    const { host, received } = mailHost(delayMs);
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
      note: `${received.length} mails arrived ${((performance.now() - start) / 1000).toFixed(0)} s after ${isUpFirst ? 'the last message' : 'the host came up'}; the time is the slowest answer`,
    };
  });
}

export const mailHostDead: Row = {
  name: 'mail-host-dead',
  tries: 20,
  run: async (tries) => withMailHost(tries, await freePort(), 0, false),
};

export const mailHostSlow: Row = {
  name: 'mail-host-slow',
  tries: 20,
  run: async (tries) => withMailHost(tries, await freePort(), 300, true),
};

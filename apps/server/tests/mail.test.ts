import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../dist/database/open-database.js';
import type { Database } from '../dist/database/schema.js';
import { outboxDelivery, smtpDelivery } from '../dist/mail/delivery.js';
import { enqueueMail } from '../dist/mail/queue.js';
import { MailSender, backoffMs } from '../dist/mail/sender.js';
import { newVisitor } from './people.ts';
import { startServer } from './start-server.ts';
import { until } from './until.ts';

const FROM = 'Lumenloom <no-reply@example.com>';
const NOW = 1_790_000_000_000;

interface MailHost {
  readonly url: string;
  readonly received: Email[];
  readonly recipients: string[];
  close(): Promise<void>;
}

/** A real mail host on a free port. */
async function startMailHost(
  options: Partial<SMTPServerOptions> = {},
  port = 0,
): Promise<MailHost> {
  const [received, recipients]: [Email[], string[]] = [[], []];
  const host = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      stream.once('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push(mail);
          done();
        });
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => {
    host.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `smtp://127.0.0.1:${(host.server.address() as AddressInfo).port}`,
    received,
    recipients,
    close: () =>
      new Promise((resolve) => {
        host.close(() => {
          resolve();
        });
      }),
  };
}

let folder: string;
let database: Database;
let time = NOW;
const warnings: string[] = [];
const log = {
  warn: (details: object, sentence: string) => {
    warnings.push(`${sentence} ${JSON.stringify(details)}`);
  },
};
const ends: (() => Promise<unknown>)[] = [];
const queued = () =>
  database.selectFrom('mailQueue').select(['recipient', 'tries', 'nextTryAt']).execute();

/** A sender to an address, whose wake-ups are the test's. */
function sendTo(url: string): MailSender {
  const sender = new MailSender(database, smtpDelivery(url, FROM), () => time, log);
  ends.push(() => sender.close());
  sender.wake();
  return sender;
}
async function hostOf(options?: Partial<SMTPServerOptions>, port?: number): Promise<MailHost> {
  const host = await startMailHost(options, port);
  ends.push(() => host.close());
  return host;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-mail-'));
  database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await database.deleteFrom('mailQueue').execute();
  warnings.length = 0;
  time = NOW;
});
afterAll(async () => {
  await database.destroy();
  await rm(folder, { recursive: true, force: true });
});

describe('mail', () => {
  it('arrives as text and as HTML, whatever people type', async () => {
    const host = await hostOf();
    await enqueueMail(
      database,
      {
        to: 'a@example.com',
        replyTo: 'b@example.com',
        subject: 'Grüße 📷\r\nBcc: c@example.com',
        text: 'First <b>&\n.\n\nSecond \u202e end',
      },
      NOW,
    );
    sendTo(host.url);
    const [mail] = await until(() => {
      expect(host.received).toHaveLength(1);
      return host.received;
    });
    expect(mail).toMatchObject({
      subject: 'Grüße 📷 Bcc: c@example.com',
      from: { name: 'Lumenloom', address: 'no-reply@example.com' },
      to: [{ address: 'a@example.com' }],
      replyTo: [{ address: 'b@example.com' }],
      text: 'First <b>&\n.\n\nSecond \u202e end\n',
      html: expect.stringContaining('<p>First &lt;b&gt;&amp;<br>.</p>') as string,
      date: new Date(NOW).toISOString(),
    });
    expect(host.recipients).toEqual(['a@example.com']);
    await until(async () => {
      expect(await queued()).toEqual([]);
    });
  });

  it('does not go out when what it tells of did not happen', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await enqueueMail(transaction, { to: 'a@example.com', subject: 'x', text: 'x' }, NOW);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await queued()).toEqual([]);
  });

  it('waits, longer and longer, while the host is down, and arrives once when it is back', async () => {
    const gone = await startMailHost();
    await gone.close();
    await enqueueMail(database, { to: 'a@example.com', subject: 'x', text: 'x' }, NOW);
    await enqueueMail(database, { to: 'b@example.com', subject: 'y', text: 'y' }, NOW);
    const sender = sendTo(gone.url);
    await until(async () => {
      expect(await queued()).toContainEqual({
        recipient: 'a@example.com',
        tries: 1,
        nextTryAt: NOW + 10_000,
      });
    });
    expect(await queued()).toContainEqual({ recipient: 'b@example.com', tries: 0, nextTryAt: NOW });
    expect(warnings[0]).toContain('"code":"ESOCKET"');
    const back = await hostOf({}, Number(new URL(gone.url).port));
    time += 10_000;
    sender.wake();
    await until(() => {
      expect(back.recipients.sort()).toEqual(['a@example.com', 'b@example.com']);
    });
    await until(async () => {
      expect(await queued()).toEqual([]);
    });
    expect([1, 2, 3, 20].map(backoffMs)).toEqual([10_000, 20_000, 40_000, 3_600_000]);
  });

  it('that waits for its next try does not wait for a clock that was set back', async () => {
    await enqueueMail(database, { to: 'a@example.com', subject: 'x', text: 'x' }, NOW);
    await database
      .updateTable('mailQueue')
      .set({ tries: 1, nextTryAt: NOW + 10_000 })
      .execute();
    time = NOW - 86_400_000;
    const host = await hostOf();
    sendTo(host.url);
    await until(() => {
      expect(host.recipients).toEqual(['a@example.com']);
    });
    await until(async () => {
      expect(await queued()).toEqual([]);
    });
  });

  it('that a host refuses does not hold up the others, and nobody is named in the log', async () => {
    const host = await hostOf({
      onRcptTo: ({ address }, _session, done) => {
        done(address.startsWith('bad') ? new Error(`no such person ${address}`) : null);
      },
    });
    await enqueueMail(database, { to: 'bad@example.com', subject: 'x', text: 'x' }, NOW - 1);
    await enqueueMail(database, { to: 'good@example.com', subject: 'y', text: 'y' }, NOW);
    sendTo(host.url);
    await until(() => {
      expect(host.recipients).toEqual(['good@example.com']);
    });
    await until(async () => {
      expect(await queued()).toEqual([
        { recipient: 'bad@example.com', tries: 1, nextTryAt: NOW + 10_000 },
      ]);
    });
    expect(warnings.join()).toContain('"responseCode":550');
    expect(warnings.join()).not.toContain('@');
  });

  it('goes to one of several processes', async () => {
    const host = await hostOf();
    for (let index = 0; index < 20; index += 1)
      await enqueueMail(database, { to: `p${index}@example.com`, subject: 'x', text: 'x' }, NOW);
    const senders = [sendTo(host.url), sendTo(host.url), sendTo(host.url)];
    await until(async () => {
      for (const sender of senders) sender.wake();
      expect(await queued()).toEqual([]);
    });
    expect(host.recipients).toHaveLength(20);
    expect(new Set(host.recipients).size).toBe(20);
  });

  it('that nobody could deliver in time is given up', async () => {
    const host = await hostOf();
    await enqueueMail(
      database,
      { to: 'a@example.com', subject: 'x', text: 'x', expiresAt: NOW },
      NOW - 1,
    );
    sendTo(host.url);
    await until(async () => {
      expect(await queued()).toEqual([]);
    });
    expect(warnings[0]).toContain('given up');
    expect(host.received).toEqual([]);
  });

  it('that was on its way when its sender died goes out after the lease', async () => {
    await enqueueMail(database, { to: 'a@example.com', subject: 'x', text: 'x' }, NOW);
    await database
      .updateTable('mailQueue')
      .set({ tries: 1, nextTryAt: NOW + 120_000 })
      .execute();
    const host = await hostOf();
    const sender = sendTo(host.url);
    time += 120_000;
    sender.wake();
    await until(() => {
      expect(host.recipients).toEqual(['a@example.com']);
    });
  });

  it('is written whole into the outbox', async () => {
    const outbox = join(folder, 'outbox');
    const delivery = outboxDelivery(outbox, FROM);
    await delivery.deliver({
      id: 'one',
      recipient: 'a@example.com',
      replyTo: null,
      subject: 's',
      text: 't',
      createdAt: NOW,
    });
    const files = await readdir(outbox);
    expect(files.sort()).toEqual([
      '2026-09-21T14-13-20.000Z-one.eml',
      '2026-09-21T14-13-20.000Z-one.json',
    ]);
    expect(await PostalMime.parse(await readFile(join(outbox, files[0]!)))).toMatchObject({
      subject: 's',
      text: 't\n',
    });
    expect(JSON.parse(await readFile(join(outbox, files[1]!), 'utf8'))).toEqual({
      to: 'a@example.com',
      subject: 's',
      text: 't',
      at: NOW,
    });
  });
});

describe('a mail host that accepts and says nothing', () => {
  let host: TcpServer;
  beforeAll(async () => {
    host = createServer();
    await new Promise<void>((resolve) => {
      host.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    host.close();
  });
  const server = startServer(async () => ({
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://127.0.0.1:${(host.address() as AddressInfo).port}`,
  }));

  it('delays no answer', async () => {
    const visitor = newVisitor(server);
    for (let index = 0; index < 5; index += 1)
      expect(
        (await visitor.post('/api/send-code', { email: `q${index}@example.com` })).status,
      ).toBe(200);
    // Had one waited, its mail would have been tried and given up before the next was written.
    const queue = await server.app.database.selectFrom('mailQueue').select('tries').execute();
    expect(queue).toHaveLength(5);
    expect(queue.filter(({ tries }) => tries > 0).length).toBeLessThanOrEqual(1);
  });
});

describe('the outbox page', () => {
  const server = startServer({ TRUST_PROXY: '1' });
  const page = async (): Promise<string> => (await fetch(`${server.address}/dev/outbox`)).text();

  it('shows mail, newest first, as text', async () => {
    expect(await page()).toContain('Nothing was sent yet.');
    await enqueueMail(
      server.app.database,
      { to: 'a@example.com', subject: 'older', text: '<script>alert(1)</script>' },
      Date.now() - 1000,
    );
    await newVisitor(server).post('/api/send-code', { email: 'b@example.com' });
    const html = await until(async () => {
      const shown = await page();
      expect(shown).toContain('to b@example.com');
      expect(shown).toContain('to a@example.com');
      return shown;
    });
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    expect(html.indexOf('to b@example.com')).toBeLessThan(html.indexOf('to a@example.com'));
  });
});

describe('in production', () => {
  const server = startServer({ LUMENLOOM_ENV: 'production' });

  it('there is no outbox page', async () => {
    expect((await fetch(`${server.address}/dev/outbox`)).status).toBe(404);
  });
});

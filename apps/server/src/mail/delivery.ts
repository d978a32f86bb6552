import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { htmlOf } from './html.ts';

/** A mail to deliver. */
export interface OutgoingMail {
  readonly id: string;
  readonly recipient: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly createdAt: number;
}

/** Delivers one mail; rejects when that failed. */
export interface Delivery {
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Timeouts of the mail host, in milliseconds. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 5000,
};

function messageOf(
  { id, recipient, replyTo, subject, text, createdAt }: OutgoingMail,
  from: string,
): SendMailOptions {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    // The same at every try, so that duplicates can be recognised.
    messageId: `<${id}@${host}>`,
    date: new Date(createdAt),
    from,
    to: { name: '', address: recipient },
    subject,
    text,
    html: htmlOf(text),
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    headers: { 'auto-submitted': 'auto-generated' },
    // Texts come from strangers: they must not pull files or addresses into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Delivery through the mail host at SMTP_URL; with a password only over TLS. */
export function smtpDelivery(url: string, from: string): Delivery {
  const { protocol, hostname, port, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    pool: true,
    maxConnections: 1,
    ...TIMEOUTS,
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: protocol === 'smtp:',
    }),
  });
  return {
    deliver: async (mail) => {
      await transport.sendMail(messageOf(mail, from));
    },
    close: () => {
      transport.close();
    },
  };
}

/**
 * Delivery into files, for a machine without a mail host: `<time>-<id>.eml` as it would be sent,
 * and `.json` {to, subject, text, at}.
 */
export function outboxDelivery(folder: string, from: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    deliver: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(
        folder,
        `${new Date(mail.createdAt).toISOString().replaceAll(':', '-')}-${mail.id}`,
      );
      const { recipient: to, subject, text, createdAt: at } = mail;
      for (const [ending, content] of [
        ['.eml', message as Buffer],
        ['.json', `${JSON.stringify({ to, subject, text, at }, null, 2)}\n`],
      ] as const) {
        await writeFile(`${file}${ending}.part`, content, { mode: 0o600 });
        await rename(`${file}${ending}.part`, file + ending);
      }
    },
    close: () => undefined,
  };
}

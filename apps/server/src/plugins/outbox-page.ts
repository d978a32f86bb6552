import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeUTF8 } from 'entities';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isLoopback } from '../host-names.ts';
import { isFromThisMachine } from './own-address.ts';

const SHOWN = 100;
const writtenSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.number(),
});

async function newestMails(folder: string): Promise<readonly z.infer<typeof writtenSchema>[]> {
  const files = await readdir(folder).catch((): string[] => []);
  // File names begin with the time.
  const newest = files
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, SHOWN);
  const texts = await Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => writtenSchema.parse(JSON.parse(text)));
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:46rem;padding:0 1rem;color:#1b1f24;background:#f6f7f9}article{background:#fff;border:1px solid #d5dae1;border-radius:8px;padding:1rem 1.25rem;margin:1rem 0}h2{font-size:1.1rem;margin:0}p{margin:.25rem 0;color:#4a5260}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}';

/**
 * GET /dev/outbox: the mail that a mail host would have sent. In development only and for this
 * machine only, because it shows everybody's codes; the name is checked too, because any name can
 * point to this machine (DNS rebinding).
 */
export function outboxPage(app: FastifyInstance, folder: string): void {
  app.get('/dev/outbox', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromThisMachine(request) || !isLoopback(request.hostname)) {
      reply.callNotFound();
      return reply;
    }
    const mails = await newestMails(folder);
    const articles = mails.map(
      ({ to, subject, text, at }) =>
        `<article><h2>${escapeUTF8(subject)}</h2><p>to ${escapeUTF8(to)}, ${new Date(at).toISOString()}</p><pre>${escapeUTF8(text)}</pre></article>`,
    );
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        [
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title><style>${STYLE}</style></head><body>`,
          `<h1>Outbox</h1><p>No mail host is set (SMTP_URL), so mail is kept here. The newest ${SHOWN} are shown; this page exists in development only.</p>`,
          ...(articles.length === 0 ? ['<p>Nothing was sent yet.</p>'] : articles),
          '</body></html>',
        ].join('\n'),
      );
  });
}

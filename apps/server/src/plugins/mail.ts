import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { outboxDelivery, smtpDelivery } from '../mail/delivery.ts';
import { outboxFolder } from '../mail/outbox-files.ts';
import { outboxPage } from './outbox-page.ts';
import { MailSender } from '../mail/sender.ts';

/** Delivers queued mail in the background: no answer waits for a mail host. */
export async function mail(app: FastifyInstance, config: Config): Promise<void> {
  const { smtpUrl, mailFrom, dataFolder, hasDevelopmentAids } = config;
  const outbox = outboxFolder(dataFolder);
  const sender = new MailSender(
    app.database,
    smtpUrl === undefined ? outboxDelivery(outbox, mailFrom) : smtpDelivery(smtpUrl, mailFrom),
    app.clock,
    app.log,
  );
  app.addHook('onReady', async () => {
    sender.wake();
  });
  app.addHook('onResponse', async ({ method }) => {
    if (method === 'POST') sender.wake();
  });
  app.addHook('preClose', () => sender.close());
  if (smtpUrl !== undefined) return;
  if (hasDevelopmentAids) outboxPage(app, outbox);
  else app.log.warn({ outbox }, 'SMTP_URL is not set: mail is only written to the outbox');
}

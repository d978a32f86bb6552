import { randomUUID } from 'node:crypto';
import { contactSchema, siteMessages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { parsed } from '../http-problem.ts';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { contactMails, enqueueFormMails } from './form-mails.ts';

/**
 * POST /api/contact: stores the message and queues a confirmation and a notice to the company, in
 * one transaction.
 */
export function contactRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'Sends a message to the company',
    body: documented(contactSchema),
    response: { 200: messageAnswer('The message has arrived'), ...documentedProblems },
  };
  app.post('/api/contact', { schema, config: perAddress(config, 5, HOUR_MS) }, async (request) => {
    const message = parsed(contactSchema, request.body);
    const { acceptedTerms: _, ...row } = message;
    const now = app.clock();
    await app.database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('contactMessages')
        .values({ id: randomUUID(), ...row, email: row.email.toLowerCase(), createdAt: now })
        .execute();
      const mails = contactMails(message, config.companyInbox);
      await enqueueFormMails(transaction, app.keyed, mails, now);
    });
    return { message: siteMessages.messageSent };
  });
}

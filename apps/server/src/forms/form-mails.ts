import type { Applicant, ContactMessage, SalesInquiry } from '@lumenloom/contract';
import { attempt } from '../attempts.ts';
import { HOUR_MS } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { enqueueMail, type Mail } from '../mail/queue.ts';
import type { KeyedHash } from '../secret.ts';

/** Confirmations to one address in an hour: anybody can type somebody else's. */
const CONFIRMATION_LIMITS = [{ most: 5, windowMs: HOUR_MS }];

/** The mails that a form causes. */
interface FormMails {
  readonly confirmation: Mail;
  readonly notice: Mail;
}

/**
 * Queues the mails of a form; the confirmation only while its recipient has not had too many. In
 * the transaction that stores the form.
 */
export async function enqueueFormMails(
  transaction: Database,
  keyed: KeyedHash,
  mails: FormMails,
  now: number,
): Promise<void> {
  const confirming = { kind: 'confirmation', of: mails.confirmation.to } as const;
  const { waitMs } = await attempt(transaction, keyed, confirming, CONFIRMATION_LIMITS, now);
  if (waitMs === 0) await enqueueMail(transaction, mails.confirmation, now);
  await enqueueMail(transaction, mails.notice, now);
}

/**
 * The confirmation to the sender. It repeats nothing of the form: otherwise anybody could send
 * texts to strangers through us.
 */
const confirmation = (to: string, subject: string, what: string): Mail => ({
  to,
  subject,
  text: [
    `${what} has reached us. A person reads it and answers to this address.`,
    'If you did not send it, somebody else typed your address: ignore this mail.',
    'Lumenloom',
  ].join('\n\n'),
});

/** The notice to the company; a reply to it goes to the sender. */
const notice = (
  to: string,
  replyTo: string,
  subject: string,
  fields: Readonly<Record<string, string | number>>,
  message = '',
): Mail => ({
  to,
  replyTo,
  subject,
  text: [
    Object.entries(fields)
      .map(([label, value]) => `${label}: ${value}`)
      .join('\n'),
    ...(message === '' ? [] : [message]),
  ].join('\n\n'),
});

export const contactMails = (
  { questionType, companyName, firstName, lastName, email, subject, message }: ContactMessage,
  inbox: string,
): FormMails => ({
  confirmation: confirmation(email, 'We have your message', 'Your message'),
  notice: notice(
    inbox,
    email,
    `${questionType}: ${subject}`,
    { Name: `${firstName} ${lastName}`, Company: companyName, Email: email },
    message,
  ),
});

export const salesMails = (
  { productType, quantity, companyName, firstName, lastName, email, message }: SalesInquiry,
  inbox: string,
): FormMails => ({
  confirmation: confirmation(email, 'We have your inquiry', 'Your inquiry'),
  notice: notice(
    inbox,
    email,
    `Sales inquiry: ${quantity} x ${productType}`,
    {
      Product: productType,
      Quantity: quantity,
      Name: `${firstName} ${lastName}`,
      Company: companyName,
      Email: email,
    },
    message,
  ),
});

/** @param resume its name on the applicant's computer and in the data folder. */
export const applicationMails = (
  { firstName, lastName, email, phone }: Applicant,
  resume: { readonly originalName: string; readonly storedName: string },
  inbox: string,
): FormMails => ({
  confirmation: confirmation(email, 'We have your application', 'Your application'),
  notice: notice(inbox, email, `Application: ${firstName} ${lastName}`, {
    Name: `${firstName} ${lastName}`,
    Email: email,
    Phone: phone,
    Resume: resume.originalName,
    'Stored as': `resumes/${resume.storedName}`,
  }),
});

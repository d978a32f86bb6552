import type { Applicant, ContactMessage, SalesInquiry } from '@lumenloom/contract';
import type { Mail } from '../mail/queue.ts';

/** The confirmation to the sender. It repeats nothing of the form: otherwise anybody could send texts to strangers through us. */
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
): readonly Mail[] => [
  confirmation(email, 'We have your message', 'Your message'),
  notice(
    inbox,
    email,
    `${questionType}: ${subject}`,
    { Name: `${firstName} ${lastName}`, Company: companyName, Email: email },
    message,
  ),
];

export const salesMails = (
  { productType, quantity, companyName, firstName, lastName, email, message }: SalesInquiry,
  inbox: string,
): readonly Mail[] => [
  confirmation(email, 'We have your inquiry', 'Your inquiry'),
  notice(
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
];

/** @param resume its name on the applicant's computer and in the data folder. */
export const applicationMails = (
  { firstName, lastName, email, phone }: Applicant,
  resume: { readonly originalName: string; readonly storedName: string },
  inbox: string,
): readonly Mail[] => [
  confirmation(email, 'We have your application', 'Your application'),
  notice(inbox, email, `Application: ${firstName} ${lastName}`, {
    Name: `${firstName} ${lastName}`,
    Email: email,
    Phone: phone,
    Resume: resume.originalName,
    'Stored as': `resumes/${resume.storedName}`,
  }),
];

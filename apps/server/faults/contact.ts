import type { Visitor } from './visitor.ts';

/** A message that the server stores together with two mails. */
export const contact = (visitor: Visitor, email = 'ada@example.com'): Promise<Response> =>
  visitor.post('/api/contact', {
    questionType: 'Support',
    companyName: 'Acme',
    firstName: 'Ada',
    lastName: 'Example',
    email,
    subject: 'Hello',
    message: 'How does it work?',
    acceptedTerms: true,
  });

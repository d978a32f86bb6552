import { MINUTE_MS } from '../clock.ts';

/** The same for sign-up and password reset, with and without an account: it must not tell which. */
export const codeMail = (code: string, lifeMs: number) => ({
  subject: 'Your Lumenloom verification code',
  text: [
    `Your verification code is ${code}.`,
    `Type it into the page that asked for it, in the same browser, within ${lifeMs / MINUTE_MS} minutes. We will never ask you for it.`,
    'If you did not ask for a code, ignore this mail: without the code nothing happens.',
    'Lumenloom',
  ].join('\n\n'),
});

export const passwordChangedMail = () => ({
  subject: 'Your Lumenloom password was changed',
  text: [
    'The password of your account was changed just now, with a code that was sent to this address. Every browser that was logged in has been logged out.',
    'If that was not you, somebody else can read your mail: secure your mailbox first, then reset the password again with "Forgot Password?" on the login page.',
    'Lumenloom',
  ].join('\n\n'),
});

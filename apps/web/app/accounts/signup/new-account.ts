import { siteMessages } from '@lumenloom/contract';
import { RequestError } from '../../api/request.ts';
import { sendCode, signup } from '../../api/accounts.ts';

/** Values entered in the steps of the sign-up so far. */
export interface NewAccount {
  readonly email: string;
  readonly password: string;
  /** Whether the mailed code was verified. */
  readonly isVerified: boolean;
}

export const emptyAccount: NewAccount = { email: '', password: '', isVerified: false };

/** Mails a code to the address. @throws RequestError with the sentence to show. */
export async function requestCode(email: string): Promise<void> {
  if (email === '') throw new RequestError(siteMessages.emailNotSet);
  await sendCode(
    { email },
    {
      refused: (sent = siteMessages.codeFailed) => sent,
      unreachable: siteMessages.codeUnreachable,
    },
  );
}

/** The last step. @throws RequestError with the sentence to show. */
export async function createAccount(
  { email, password, isVerified }: NewAccount,
  names: { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  if (!isVerified) throw new RequestError(siteMessages.verifyFirst);
  await signup({ firstName: names.firstName, lastName: names.lastName, email, password });
}

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from './start-server.ts';
import { until } from './until.ts';

/** What a mail in the outbox says. */
export interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

type Mailing = Pick<Server, 'dataFolder'>;

/** The mail of an address, oldest first. */
export async function mailsTo(server: Mailing, address: string): Promise<readonly WrittenMail[]> {
  const folder = join(server.dataFolder, 'outbox');
  const names = (await readdir(folder).catch((): string[] => []))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const mails = await Promise.all(
    names.map(
      async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as WrittenMail,
    ),
  );
  return mails.filter(({ to }) => to === address).sort((one, other) => one.at - other.at);
}

/**
 * The codes that were mailed to an address, the newest last; in no order where the server's clock
 * stood still.
 */
export const codesTo = async (server: Mailing, address: string): Promise<readonly string[]> =>
  (await mailsTo(server, address)).flatMap(({ text }) => /code is (\d{6})\./.exec(text)?.[1] ?? []);

/**
 * The newest code that was mailed to an address, as soon as there is one besides those that are
 * known.
 */
export async function codeFor(
  server: Mailing,
  address: string,
  known: readonly string[] = [],
): Promise<string> {
  return until(async () => {
    const code = (await codesTo(server, address)).findLast((one) => !known.includes(one));
    if (code === undefined) throw new Error(`no new code for ${address} has arrived`);
    return code;
  });
}

export type Visitor = Pick<Server, 'post'>;

let visitors = 0;

/**
 * Somebody with a browser and an internet address of his own; the server must be told
 * TRUST_PROXY=1.
 */
export function newVisitor(server: Server): Visitor {
  visitors += 1;
  return server.asSomebodyElse({ 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` });
}

export const PASSWORD = 'Aa1!aaaa';

/** An address that is verified in the visitor's browser. */
export async function verify(server: Server, visitor: Visitor, email: string): Promise<void> {
  const before = await codesTo(server, email);
  await visitor.post('/api/send-code', { email });
  const response = await visitor.post('/api/verify-code', {
    email,
    code: await codeFor(server, email, before),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A person with an account, not logged in yet. */
export async function signUp(
  server: Server,
  email: string,
  visitor = newVisitor(server),
  password = PASSWORD,
): Promise<Visitor> {
  await verify(server, visitor, email);
  const response = await visitor.post('/api/signup', {
    email,
    password,
    firstName: 'Ada',
    lastName: 'Example',
  });
  if (!response.ok) throw new Error(await response.text());
  return visitor;
}

/** A person who is logged in. */
export async function logIn(server: Server, email: string): Promise<Visitor> {
  const visitor = await signUp(server, email);
  const response = await visitor.post('/api/login', { email, password: PASSWORD });
  if (!response.ok) throw new Error(await response.text());
  return visitor;
}

import { randomBytes, randomUUID } from 'node:crypto';
import { ACCOUNT_PLANS, addressSchema, signupSchema } from '@lumenloom/contract';
import { UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { hashPassword } from '../accounts/passwords.ts';
import { recordActivity } from '../accounts/activity.ts';
import { isUniqueViolation } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { accepted, command, moment } from './command.ts';

export const ADDRESS = { min: 1, max: 1, are: 'one email address' };

/** @throws UsageError when it is none. */
export const addressOf = (word: string | undefined): string =>
  accepted(addressSchema, { email: word }).email.toLowerCase();

const planOf = (word: string | undefined) =>
  accepted(
    z.enum(ACCOUNT_PLANS, `The plan must be ${ACCOUNT_PLANS.join(', ')}, not "${word ?? ''}"`),
    word,
  );

async function change(
  database: Database,
  email: string,
  values: Partial<{ plan: (typeof ACCOUNT_PLANS)[number]; isStaff: 0 | 1 }>,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set(values)
    .where('email', '=', email)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new UsageError(`There is no account with the address ${email}.`);
}

export const users = command(
  {
    usage: ['[options]'],
    says: 'Lists the accounts, newest first.',
    words: { min: 0, max: 0, are: 'no words' },
    options: {},
    examples: ['users', 'users --json'],
  },
  async (_, { database }) => {
    const found = await database
      .selectFrom('users')
      .select(['email', 'firstName', 'lastName', 'plan', 'isStaff', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .execute();
    return {
      rows: found.map(({ isStaff, createdAt, ...user }) => ({
        ...user,
        staff: isStaff === 1,
        since: moment(createdAt),
      })),
    };
  },
);

export const createUser = command(
  {
    usage: ['EMAIL --first-name NAME --last-name NAME [options]'],
    says: 'Makes an account without the mailed code. The password is made up and shown once, or read from standard input.',
    words: ADDRESS,
    options: {
      'first-name': { value: 'NAME', says: 'Of the person.' },
      'last-name': { value: 'NAME', says: 'Of the person.' },
      plan: { value: ACCOUNT_PLANS.join('|'), default: 'Trial', says: 'The plan of the account.' },
      'password-stdin': { says: 'Reads the password from standard input.' },
    },
    examples: [
      'create-user ada@example.com --first-name Ada --last-name Byron',
      'create-user ada@example.com --first-name Ada --last-name Byron --password-stdin < password.txt',
    ],
  },
  async ({ values, words }, { database, clock, readInput }) => {
    const typedPassword = values['password-stdin']
      ? (await readInput()).replace(/\r?\n$/, '')
      : undefined;
    const password = typedPassword ?? `${randomBytes(15).toString('base64url')}#aA1`;
    const { email, ...account } = accepted(signupSchema, {
      email: words[0],
      firstName: values['first-name'] ?? '',
      lastName: values['last-name'] ?? '',
      password,
    });
    const [id, now, plan] = [randomUUID(), clock(), planOf(values.plan)];
    const passwordHash = await hashPassword(account.password);
    try {
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('users')
          .values({
            id,
            email: email.toLowerCase(),
            firstName: account.firstName,
            lastName: account.lastName,
            passwordHash,
            plan,
            isStaff: 0,
            createdAt: now,
          })
          .execute();
        await recordActivity(transaction, 'signup', id, now);
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new UsageError(`${email} has an account.`) : error;
    }
    return {
      rows: [
        { email: email.toLowerCase(), plan, ...(typedPassword === undefined && { password }) },
      ],
    };
  },
);

export const makeStaff = command(
  {
    usage: ['EMAIL [options]'],
    says: "Counts an account among the company's people.",
    words: ADDRESS,
    options: { revoke: { says: 'Counts it among them no longer.' } },
    examples: ['make-staff ada@example.com', 'make-staff ada@example.com --revoke'],
  },
  async ({ values, words }, { database }) => {
    const email = addressOf(words[0]);
    await change(database, email, { isStaff: values.revoke ? 0 : 1 });
    return { sentence: `${email} is ${values.revoke ? 'no longer' : 'now'} staff.` };
  },
);

export const setPlan = command(
  {
    usage: [`EMAIL ${ACCOUNT_PLANS.join('|')}`],
    says: 'Gives an account another plan; the person sees it at the next login.',
    words: { min: 2, max: 2, are: 'an email address and a plan' },
    options: {},
    examples: ['set-plan ada@example.com Pro', 'set-plan ada@example.com Trial'],
  },
  async ({ words }, { database }) => {
    const [email, plan] = [addressOf(words[0]), planOf(words[1])];
    await change(database, email, { plan });
    return { sentence: `${email} has the plan ${plan}.` };
  },
);

export const logOut = command(
  {
    usage: ['EMAIL', '--everybody'],
    says: 'Ends every session of a person, or of all people.',
    words: { min: 0, max: 1, are: 'one email address or --everybody' },
    options: { everybody: { says: 'Ends the sessions of all people.' } },
    examples: ['log-out ada@example.com', 'log-out --everybody'],
  },
  async ({ values, words }, { database }) => {
    if ((words.length === 0) !== values.everybody)
      throw new UsageError('Expected one email address or --everybody.');
    const all = database.deleteFrom('sessions');
    const owner = (email: string) =>
      database.selectFrom('users').select('id').where('email', '=', email);
    const { numDeletedRows } = await (
      words[0] === undefined ? all : all.where('userId', 'in', owner(addressOf(words[0])))
    ).executeTakeFirst();
    return {
      sentence: `${numDeletedRows === 1n ? '1 session is' : `${numDeletedRows} sessions are`} ended.`,
    };
  },
);

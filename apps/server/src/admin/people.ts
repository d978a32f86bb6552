import { randomBytes, randomUUID } from 'node:crypto';
import { ACCOUNT_PLANS, addressSchema, signupSchema } from '@lumenloom/contract';
import { readArguments, UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { hashPassword } from '../accounts/passwords.ts';
import { recordActivity } from '../accounts/activity.ts';
import { isUniqueViolation } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { accepted, moment, type Command } from './command.ts';

const ADDRESS = { min: 1, max: 1, are: 'one email address' };

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

const users: Command = {
  name: 'users',
  usage: 'users',
  summary: 'Lists the accounts, newest first.',
  run: async (args, { database }) => {
    readArguments(args, {}, { min: 0, max: 0, are: 'no words' });
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
};

const createUser: Command = {
  name: 'create-user',
  usage: 'create-user EMAIL --first-name NAME --last-name NAME [--plan PLAN] [--password-stdin]',
  summary:
    'Makes an account without the mailed code. The password is read from standard input, or made up and shown once.',
  run: async (args, { database, clock, readInput }) => {
    const { values, words } = readArguments(
      args,
      {
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        plan: { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
      ADDRESS,
    );
    const typedPassword =
      values['password-stdin'] === true ? (await readInput()).replace(/\r?\n$/, '') : undefined;
    const password = typedPassword ?? `${randomBytes(15).toString('base64url')}#aA1`;
    const { email, ...account } = accepted(signupSchema, {
      email: words[0],
      firstName: values['first-name'] ?? '',
      lastName: values['last-name'] ?? '',
      password,
    });
    const [id, now, plan] = [randomUUID(), clock(), planOf(values.plan ?? 'Trial')];
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
};

const makeStaff: Command = {
  name: 'make-staff',
  usage: 'make-staff EMAIL [--revoke]',
  summary: "Counts an account among the company's people, or no longer.",
  run: async (args, { database }) => {
    const { values, words } = readArguments(args, { revoke: { type: 'boolean' } }, ADDRESS);
    const email = addressOf(words[0]);
    await change(database, email, { isStaff: values.revoke === true ? 0 : 1 });
    return { sentence: `${email} is ${values.revoke === true ? 'no longer' : 'now'} staff.` };
  },
};

const setPlan: Command = {
  name: 'set-plan',
  usage: `set-plan EMAIL ${ACCOUNT_PLANS.join('|')}`,
  summary: 'Gives an account another plan; the person sees it at the next login.',
  run: async (args, { database }) => {
    const { words } = readArguments(
      args,
      {},
      { min: 2, max: 2, are: 'an email address and a plan' },
    );
    const [email, plan] = [addressOf(words[0]), planOf(words[1])];
    await change(database, email, { plan });
    return { sentence: `${email} has the plan ${plan}.` };
  },
};

const logOut: Command = {
  name: 'log-out',
  usage: 'log-out EMAIL | --everybody',
  summary: 'Ends every session of a person, or of all people.',
  run: async (args, { database }) => {
    const { values, words } = readArguments(
      args,
      { everybody: { type: 'boolean' } },
      { min: 0, max: 1, are: 'one email address or --everybody' },
    );
    if ((words.length === 0) !== (values.everybody === true))
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
};

export const peopleCommands = [users, createUser, makeStaff, setPlan, logOut];

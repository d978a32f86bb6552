import { API_TOKEN_SCOPES, LONGEST_LIFE_DAYS, newApiTokenSchema } from '@lumenloom/contract';
import { numberOption, UsageError } from '@lumenloom/node-host/command-line';
import { createToken } from '../accounts/api-tokens.ts';
import { HttpProblem } from '../http-problem.ts';
import { accepted, command } from './command.ts';
import { ADDRESS, addressOf } from './people.ts';

export const token = command(
  {
    usage: ['EMAIL [options]'],
    says: 'Makes an API token with which a machine computes for an account, and shows it once.',
    words: ADDRESS,
    options: {
      name: {
        value: 'NAME',
        default: 'admin token',
        says: 'What it is for; the account lists it.',
      },
      scope: {
        value: API_TOKEN_SCOPES.join('|'),
        default: 'compute',
        says: 'compute, or read: it lists and reads, and changes nothing.',
      },
      expires: { value: 'DAYS', says: 'After so many days it is refused; without it, never.' },
    },
    examples: [
      'token ada@example.com --name "nightly sweeps" --expires 90',
      'token ada@example.com --scope read --json',
    ],
  },
  async ({ values: { name, scope, expires }, words }, { database, clock }) => {
    const email = addressOf(words[0]);
    const wanted = accepted(newApiTokenSchema, {
      name,
      scope,
      expiresInDays: numberOption('expires', expires, {
        whole: true,
        min: 1,
        max: LONGEST_LIFE_DAYS,
      }),
    });
    const user = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!user) throw new UsageError(`There is no account with the address ${email}.`);
    const made = await createToken(database, user.id, wanted, clock()).catch((error: unknown) => {
      throw error instanceof HttpProblem ? new UsageError(error.message) : error;
    });
    return { rows: [{ email, ...made }] };
  },
);

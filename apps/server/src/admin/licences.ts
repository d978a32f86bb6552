import { PRODUCT_TYPES } from '@lumenloom/contract';
import { UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { DAY_MS } from '../clock.ts';
import { issueLicence, revokeLicence } from '../licences/licences.ts';
import { addressOf } from './people.ts';
import { accepted, command, moment } from './command.ts';

const MOST_SEATS = 1_000_000;

/** The end of a UTC day, YYYY-MM-DD. */
function endOf(day: string): number {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day)
    throw new UsageError(`--expires must be a day like 2030-12-31, not "${day}".`);
  return start + DAY_MS;
}

export const licences = command(
  {
    usage: ['[EMAIL] [options]'],
    says: 'Lists licences, newest first; keys cannot be shown again.',
    words: { min: 0, max: 1, are: 'at most one email address' },
    options: {},
    examples: ['licences', 'licences buyer@example.com'],
  },
  async ({ words }, { database }) => {
    const all = database
      .selectFrom('licences')
      .select(['id', 'email', 'plan', 'seats', 'createdAt', 'expiresAt', 'revokedAt'])
      .orderBy('createdAt', 'desc');
    const found = await (
      words[0] === undefined ? all : all.where('email', '=', addressOf(words[0]))
    ).execute();
    return {
      rows: found.map(({ createdAt, expiresAt, revokedAt, ...licence }) => ({
        ...licence,
        issued: moment(createdAt),
        expires: moment(expiresAt),
        revoked: moment(revokedAt),
      })),
    };
  },
);

export const issue = command(
  {
    usage: ['EMAIL --plan PLAN [options]'],
    says: 'Makes a licence and shows its key, once.',
    words: { min: 1, max: 1, are: 'one email address' },
    options: {
      plan: { value: PRODUCT_TYPES.join('|'), says: 'The plan.' },
      seats: { value: 'N', default: '1', says: 'People who may use it at once.' },
      expires: { value: 'YYYY-MM-DD', says: 'Its last day (UTC); for ever without it.' },
    },
    examples: [
      'issue-licence buyer@example.com --plan Pro',
      'issue-licence buyer@example.com --plan Pro --seats 5 --expires 2030-12-31',
    ],
  },
  async ({ values, words }, { database, clock }) => {
    const email = addressOf(words[0]);
    const plan = accepted(
      z.enum(
        PRODUCT_TYPES,
        `--plan must be ${PRODUCT_TYPES.join(', ')}, not "${values.plan ?? ''}"`,
      ),
      values.plan,
    );
    const seats = /^\d{1,7}$/.test(values.seats) ? Number(values.seats) : 0;
    if (seats < 1 || seats > MOST_SEATS)
      throw new UsageError(
        `--seats must be a whole number from 1 to ${MOST_SEATS}, not "${values.seats}".`,
      );
    const expiresAt = values.expires === undefined ? null : endOf(values.expires);
    const key = await issueLicence(database, { email, plan, seats, expiresAt }, clock());
    return { rows: [{ key, email, plan, seats, expires: moment(expiresAt) }] };
  },
);

export const revoke = command(
  {
    usage: ['KEY|ID'],
    says: 'Ends a licence now; its id is in the list of licences.',
    words: { min: 1, max: 1, are: 'a key or an id' },
    options: {},
    examples: ['revoke-licence 3f0c2a9e', 'revoke-licence 3f0c2a9e --json'],
  },
  async ({ words }, { database, clock }) => {
    const { numUpdatedRows } = await database
      .updateTable('licences')
      .set({ revokedAt: clock() })
      .where('id', '=', words[0]!)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && !(await revokeLicence(database, words[0]!, clock())))
      throw new UsageError('There is no such licence, or it was revoked before.');
    return { sentence: 'The licence is revoked.' };
  },
);

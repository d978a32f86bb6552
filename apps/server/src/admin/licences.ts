import { PRODUCT_TYPES } from '@lumenloom/contract';
import { readArguments, UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { DAY_MS } from '../clock.ts';
import { issueLicence, revokeLicence } from '../licences/licences.ts';
import { addressOf } from './people.ts';
import { accepted, moment, type Command } from './command.ts';

const MOST_SEATS = 1_000_000;

/** The end of a UTC day, YYYY-MM-DD. */
function endOf(day: string): number {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day)
    throw new UsageError(`--expires must be a day like 2030-12-31, not "${day}".`);
  return start + DAY_MS;
}

const licences: Command = {
  name: 'licences',
  usage: 'licences [EMAIL]',
  summary: 'Lists licences, newest first; keys cannot be shown again.',
  run: async (args, { database }) => {
    const { words } = readArguments(args, {}, { min: 0, max: 1, are: 'at most one email address' });
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
};

const issue: Command = {
  name: 'issue-licence',
  usage: `issue-licence EMAIL --plan ${PRODUCT_TYPES.join('|')} [--seats N] [--expires YYYY-MM-DD]`,
  summary:
    'Makes a licence and shows its key, once. It counts to the end of its last day (UTC), or for ever.',
  run: async (args, { database, clock }) => {
    const { values, words } = readArguments(
      args,
      { plan: { type: 'string' }, seats: { type: 'string' }, expires: { type: 'string' } },
      { min: 1, max: 1, are: 'one email address' },
    );
    const email = addressOf(words[0]);
    const plan = accepted(
      z.enum(
        PRODUCT_TYPES,
        `--plan must be ${PRODUCT_TYPES.join(', ')}, not "${values.plan ?? ''}"`,
      ),
      values.plan,
    );
    const seats = /^\d{1,7}$/.test(values.seats ?? '1') ? Number(values.seats ?? '1') : 0;
    if (seats < 1 || seats > MOST_SEATS)
      throw new UsageError(
        `--seats must be a whole number from 1 to ${MOST_SEATS}, not "${values.seats ?? ''}".`,
      );
    const expiresAt = values.expires === undefined ? null : endOf(values.expires);
    const key = await issueLicence(database, { email, plan, seats, expiresAt }, clock());
    return { rows: [{ key, email, plan, seats, expires: moment(expiresAt) }] };
  },
};

const revoke: Command = {
  name: 'revoke-licence',
  usage: 'revoke-licence KEY|ID',
  summary: 'Ends a licence now; its id is in the list of licences.',
  run: async (args, { database, clock }) => {
    const { words } = readArguments(args, {}, { min: 1, max: 1, are: 'a key or an id' });
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
};

export const licenceCommands = [licences, issue, revoke];

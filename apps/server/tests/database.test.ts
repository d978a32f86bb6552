import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../dist/database/database-error.js';
import { migrate } from '../dist/database/migrate.js';
import type { Database } from '../dist/database/schema.js';
import { onBothDatabases, withDatabase } from './on-both-databases.ts';

const NOW = 1_790_000_000_000;
const person = (email: string) => ({
  id: randomUUID(),
  email,
  firstName: 'A',
  lastName: 'B',
  passwordHash: '',
  plan: 'Trial' as const,
  isStaff: 0 as const,
  createdAt: NOW,
});

describe('the database', () => {
  onBothDatabases((engine) => {
    it('gives numbers back as numbers, also counts', () =>
      withDatabase(engine, async (database) => {
        await database.insertInto('users').values(person('a@example.com')).execute();
        expect(
          await database.selectFrom('users').select(['createdAt', 'isStaff']).executeTakeFirst(),
        ).toEqual({ createdAt: NOW, isStaff: 0 });
        expect(
          await database
            .selectFrom('users')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirst(),
        ).toEqual({ count: 1 });
      }));

    it('knows a second row that must be the only one', () =>
      withDatabase(engine, async (database) => {
        await database.insertInto('users').values(person('a@example.com')).execute();
        const twice = database.insertInto('users').values(person('a@example.com')).execute();
        await expect(twice).rejects.toSatisfy(isUniqueViolation);
        const foreign = database
          .insertInto('sessions')
          .values({ tokenHash: 'x', userId: 'nobody', createdAt: NOW, lastSeenAt: NOW })
          .execute();
        await expect(foreign).rejects.not.toSatisfy(isUniqueViolation);
      }));

    it('takes sessions with a person, and leaves his activity without a name', () =>
      withDatabase(engine, async (database) => {
        const { id } = person('');
        await database
          .insertInto('users')
          .values({ ...person('a@example.com'), id })
          .execute();
        await database
          .insertInto('sessions')
          .values({ tokenHash: 'x', userId: id, createdAt: NOW, lastSeenAt: NOW })
          .execute();
        await database
          .insertInto('activity')
          .values({ id: randomUUID(), kind: 'login', userId: id, day: '2026-09-21', at: NOW })
          .execute();
        await database.deleteFrom('users').where('id', '=', id).execute();
        expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([]);
        expect(await database.selectFrom('activity').select('userId').execute()).toEqual([
          { userId: null },
        ]);
      }));

    it('undoes all of a transaction that fails', () =>
      withDatabase(engine, async (database) => {
        const failing = database.transaction().execute(async (transaction) => {
          await transaction.insertInto('users').values(person('a@example.com')).execute();
          throw new Error('halfway');
        });
        await expect(failing).rejects.toThrow('halfway');
        expect(await database.selectFrom('users').selectAll().execute()).toEqual([]);
      }));

    it('keeps nothing of a migration that was cut off, and the next start makes up for it', () =>
      withDatabase(engine, async (database) => {
        const create = (table: string) => ({
          up: async (db: Database) => {
            await db.schema.createTable(table).addColumn('id', 'integer').execute();
          },
        });
        const known = await database.introspection.getTables();
        const before = {
          '001-accounts': create('never'),
          '002-mail': create('never'),
          '003-forms-and-licences': create('never'),
          '004-devices': create('never'),
          '005-api-tokens-and-sweeps': create('never'),
          '007-library': create('never'),
          '008-projects': create('never'),
          '009-token-scope-and-expiry': create('never'),
          '010-preferences': create('never'),
          '011-part-figures': create('never'),
          '012-datasets': create('never'),
          '013-evaluations': create('never'),
          '014-dataset-settings': create('never'),
          '015-dataset-digests': create('never'),
          '016-studies': create('never'),
          '017-sweep-devices': create('never'),
          '018-programs': create('never'),
          '019-reservations': create('never'),
          '020-experiments': create('never'),
        };
        const broken = {
          ...before,
          '098-first': create('first'),
          '099-second': {
            up: async () => {
              throw new Error('cut off');
            },
          },
        };
        await expect(migrate(database, broken)).rejects.toThrow('cut off');
        expect(await database.introspection.getTables()).toHaveLength(known.length);
        await migrate(database, { ...broken, '099-second': create('second') });
        expect((await database.introspection.getTables()).map(({ name }) => name)).toEqual(
          expect.arrayContaining(['first', 'second']),
        );
      }));

    it('may be opened by several programs at once, from the very start', () =>
      withDatabase(engine, async (database, again) => {
        const others = await Promise.all([again(), again(), again()]);
        await others[0].insertInto('users').values(person('a@example.com')).execute();
        expect(await database.selectFrom('users').select('email').execute()).toEqual([
          { email: 'a@example.com' },
        ]);
      }));
  });
});

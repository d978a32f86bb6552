import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '@lumenloom/node-host/command-line';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { datasetFolder } from '../datasets/dataset-files.ts';
import { WORK_FOLDERS, workFolder } from '../runs/work-folder.ts';
import { discardResume, resumeFolder } from '../forms/resumes.ts';
import { discardUnused, libraryFolder } from '../library/library-files.ts';
import { outboxFilesOf, outboxFolder } from '../mail/outbox-files.ts';
import { addressOf } from './people.ts';
import { command } from './command.ts';

/**
 * How often the log is tried to be emptied while others read, and the pause between, in
 * milliseconds.
 */
const CHECKPOINT_TRIES = 50;
const CHECKPOINT_PAUSE_MS = 100;

/**
 * Where an address can stand. What a person did is left in the dashboard's counts, without the
 * person.
 */
const PLACES = [
  ['users', 'email'],
  ['applications', 'email'],
  ['contactMessages', 'email'],
  ['salesInquiries', 'email'],
  ['licences', 'email'],
  ['codes', 'email'],
  ['verifiedTickets', 'email'],
  ['mailQueue', 'recipient'],
  ['mailQueue', 'replyTo'],
] as const;

/** Files of the library of an account; their rows are deleted with it. */
const libraryOf = (database: Database, email: string): Promise<{ readonly key: string }[]> =>
  database
    .selectFrom('libraryFiles')
    .innerJoin('users', 'users.id', 'libraryFiles.userId')
    .select('libraryFiles.key')
    .where('users.email', '=', email)
    .execute();

/** Data sets of an account; their rows are deleted with it. */
const datasetsOf = (database: Database, email: string): Promise<{ readonly id: string }[]> =>
  database
    .selectFrom('datasets')
    .innerJoin('users', 'users.id', 'datasets.userId')
    .select('datasets.id')
    .where('users.email', '=', email)
    .execute();

/** Evaluations and studies of an account; their rows are deleted with it. */
async function workOf(database: Database, email: string) {
  const rows = await database
    .selectFrom('experiments')
    .innerJoin('users', 'users.id', 'experiments.userId')
    .select(['experiments.goal', 'experiments.id'])
    .where('users.email', '=', email)
    .execute();
  return rows.flatMap(({ goal, id }) => (goal === 'sweeps' ? [] : [{ table: goal, id }]));
}

/**
 * Moves what was written into the SQLite file and empties its write-ahead log, which would keep the
 * deleted rows otherwise; the file itself overwrites them (`secure_delete`). Waits for readers.
 */
async function emptyLog(database: Database): Promise<void> {
  for (let tries = 0; tries < CHECKPOINT_TRIES; tries += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
    if (rows[0]?.busy === 0) return;
    await setTimeout(CHECKPOINT_PAUSE_MS);
  }
  throw new UsageError(
    'The rows are deleted, but the log of the database still has them, because somebody is reading it: run the command again.',
  );
}

/** `delete-person`: the right to be forgotten, in one transaction. */
export const deletePerson = command(
  {
    usage: ['EMAIL [options]'],
    says: 'Lists all that is kept of a person: account, messages, inquiries, applications with their files, licences, mail.',
    words: { min: 1, max: 1, are: 'one email address' },
    options: { yes: { says: 'Deletes it, too.' } },
    examples: ['delete-person ada@example.com', 'delete-person ada@example.com --yes'],
  },
  async ({ values, words }, { database, config }) => {
    const email = addressOf(words[0]);
    const deletes = values.yes;
    const { rows, resumes, library, datasets, work } = await database
      .transaction()
      .execute(async (transaction) => {
        const files = await transaction
          .selectFrom('applications')
          .select('resumeStoredName')
          .where((is) => is(is.fn<string>('lower', ['email']), '=', email))
          .execute();
        const library = await libraryOf(transaction, email);
        const datasets = await datasetsOf(transaction, email);
        const work = await workOf(transaction, email);
        const counts: { what: string; count: number }[] = [];
        for (const [table, column] of PLACES) {
          const { count } = await transaction
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where((is) => is(is.fn<string>('lower', [column]), '=', email))
            .executeTakeFirstOrThrow();
          if (deletes)
            await transaction
              .deleteFrom(table)
              .where((is) => is(is.fn<string>('lower', [column]), '=', email))
              .execute();
          if (count > 0) counts.push({ what: table, count });
        }
        return {
          rows: counts,
          library,
          datasets,
          work,
          resumes: files.map(({ resumeStoredName: storedName }) => ({ storedName })),
        };
      });
    const mails = await outboxFilesOf(outboxFolder(config.dataFolder), email);
    if (library.length > 0) rows.push({ what: 'library files', count: library.length });
    if (datasets.length > 0) rows.push({ what: 'data sets', count: datasets.length });
    for (const what of WORK_FOLDERS) {
      const count = work.filter(({ table }) => table === what).length;
      if (count > 0) rows.push({ what, count });
    }
    if (mails.length > 0) rows.push({ what: 'outbox files', count: mails.length });
    if (deletes) {
      // After the transaction: if this is interrupted, the server deletes files that belong to no
      // application.
      for (const resume of resumes) await discardResume(resumeFolder(config.dataFolder), resume);
      for (const { key } of library)
        await discardUnused(database, libraryFolder(config.dataFolder), key);
      for (const { id } of datasets)
        await rm(datasetFolder(config.dataFolder, id), { recursive: true, force: true });
      for (const { table, id } of work)
        await rm(workFolder(config.dataFolder, table, id), { recursive: true, force: true });
      for (const mail of mails) await rm(mail, { force: true });
      if (config.databaseUrl === undefined) await emptyLog(database);
    }
    return {
      rows,
      ...(rows.length > 0 && {
        sentence: deletes
          ? 'All of it is deleted. Backups keep it until they are replaced, which the law allows as long as they are kept safe and used for nothing else; mail that was sent is with its recipients.'
          : 'Nothing is deleted yet: run it again with --yes.',
      }),
    };
  },
);

import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { Database } from '../database/schema.ts';
import { resumeFolder } from '../forms/resumes.ts';
import { command, moment } from './command.ts';

const LIST_OR_ONE = { min: 0, max: 1, are: 'at most one id' };

type Letters = 'contactMessages' | 'salesInquiries' | 'applications';

/** A letter as it is shown. @throws UsageError where there is none with that id. */
function shown<Row extends { readonly createdAt: number }>(row: Row | undefined, id: string) {
  if (row === undefined) throw new UsageError(`There is none with the id ${id}.`);
  const { createdAt, ...others } = row;
  return { ...others, at: moment(createdAt) };
}

/** Some columns of all letters, the newest first. */
async function listed(database: Database, table: Letters, columns: readonly string[]) {
  const rows: readonly Readonly<Record<string, unknown> & { createdAt: number }>[] = await database
    .selectFrom(table)
    .selectAll()
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map((row) => ({
    at: moment(row.createdAt),
    ...Object.fromEntries(columns.map((column) => [column, row[column]])),
  }));
}

const letter = (database: Database, table: Letters, id: string) =>
  database.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();

/** A command that lists letters, or shows one. */
const lettersCommand = (name: string, what: string, table: Letters, columns: readonly string[]) =>
  command(
    {
      usage: ['[ID] [options]'],
      says: `Lists the ${what}, newest first, or shows one.`,
      words: LIST_OR_ONE,
      options: {},
      examples: [name, `${name} 7`],
    },
    async ({ words: [id] }, { database }) => ({
      rows:
        id === undefined
          ? await listed(database, table, columns)
          : [shown(await letter(database, table, id), id)],
    }),
  );

export const messages = lettersCommand('messages', 'contact messages', 'contactMessages', [
  'id',
  'questionType',
  'email',
  'subject',
]);
export const inquiries = lettersCommand('inquiries', 'sales inquiries', 'salesInquiries', [
  'id',
  'productType',
  'quantity',
  'companyName',
  'email',
]);

export const applications = command(
  {
    usage: ['[ID] [options]'],
    says: 'Lists the job applications, newest first, or shows one.',
    words: LIST_OR_ONE,
    options: { resume: { value: 'FILE', says: 'Copies the resume of the one to a new file.' } },
    examples: ['applications', 'applications 7 --resume cv.pdf'],
  },
  async ({ values, words: [id] }, { database, config }) => {
    if (id === undefined) {
      if (values.resume !== undefined)
        throw new UsageError('Whose resume? Give the id of the application too.');
      const columns = ['id', 'firstName', 'lastName', 'email', 'resumeOriginalName', 'resumeBytes'];
      return { rows: await listed(database, 'applications', columns) };
    }
    const { resumeStoredName, ...application } = shown(
      await database.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst(),
      id,
    );
    const rows = [application];
    if (values.resume === undefined) return { rows };
    await copyFile(
      join(resumeFolder(config.dataFolder), resumeStoredName),
      values.resume,
      constants.COPYFILE_EXCL,
    ).catch((error: unknown) => {
      throw new UsageError(
        `The resume cannot be copied to ${values.resume!}: ${(error as Error).message}.`,
      );
    });
    return {
      rows,
      sentence: `The resume is in ${values.resume}. It comes from a stranger: open it with care.`,
    };
  },
);

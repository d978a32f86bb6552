import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@lumenloom/node-host/command-line';
import { resumeFolder } from '../forms/resumes.ts';
import { command, moment } from './command.ts';

const LIST_OR_ONE = { min: 0, max: 1, are: 'at most one id' };
const isThere = <Row>(row: Row | undefined, id: string): Row => {
  if (row === undefined) throw new UsageError(`There is none with the id ${id}.`);
  return row;
};

export const messages = command(
  {
    usage: ['[ID] [options]'],
    says: 'Lists the contact messages, newest first, or shows one.',
    words: LIST_OR_ONE,
    options: {},
    examples: ['messages', 'messages 7'],
  },
  async ({ words: [id] }, { database }) => {
    if (id !== undefined) {
      const { createdAt, ...message } = isThere(
        await database
          .selectFrom('contactMessages')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst(),
        id,
      );
      return { rows: [{ ...message, at: moment(createdAt) }] };
    }
    const found = await database
      .selectFrom('contactMessages')
      .select(['id', 'createdAt', 'questionType', 'email', 'subject'])
      .orderBy('createdAt', 'desc')
      .execute();
    return {
      rows: found.map(({ createdAt, ...message }) => ({ at: moment(createdAt), ...message })),
    };
  },
);

export const inquiries = command(
  {
    usage: ['[ID] [options]'],
    says: 'Lists the sales inquiries, newest first, or shows one.',
    words: LIST_OR_ONE,
    options: {},
    examples: ['inquiries', 'inquiries 7'],
  },
  async ({ words: [id] }, { database }) => {
    if (id !== undefined) {
      const { createdAt, ...inquiry } = isThere(
        await database
          .selectFrom('salesInquiries')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst(),
        id,
      );
      return { rows: [{ ...inquiry, at: moment(createdAt) }] };
    }
    const found = await database
      .selectFrom('salesInquiries')
      .select(['id', 'createdAt', 'productType', 'quantity', 'companyName', 'email'])
      .orderBy('createdAt', 'desc')
      .execute();
    return {
      rows: found.map(({ createdAt, ...inquiry }) => ({ at: moment(createdAt), ...inquiry })),
    };
  },
);

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
      const found = await database
        .selectFrom('applications')
        .select([
          'id',
          'createdAt',
          'firstName',
          'lastName',
          'email',
          'resumeOriginalName',
          'resumeBytes',
        ])
        .orderBy('createdAt', 'desc')
        .execute();
      return {
        rows: found.map(({ createdAt, ...application }) => ({
          at: moment(createdAt),
          ...application,
        })),
      };
    }
    const { createdAt, resumeStoredName, ...application } = isThere(
      await database.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst(),
      id,
    );
    const rows = [{ ...application, at: moment(createdAt) }];
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

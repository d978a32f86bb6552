import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, UsageError } from '@lumenloom/node-host/command-line';
import { resumeFolder } from '../forms/resumes.ts';
import { moment, type Command } from './command.ts';

const LIST_OR_ONE = { min: 0, max: 1, are: 'at most one id' };
const isThere = <Row>(row: Row | undefined, id: string): Row => {
  if (row === undefined) throw new UsageError(`There is none with the id ${id}.`);
  return row;
};

const messages: Command = {
  name: 'messages',
  usage: 'messages [ID]',
  summary: 'Lists the contact messages, newest first, or shows one.',
  run: async (args, { database }) => {
    const {
      words: [id],
    } = readArguments(args, {}, LIST_OR_ONE);
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
};

const inquiries: Command = {
  name: 'inquiries',
  usage: 'inquiries [ID]',
  summary: 'Lists the sales inquiries, newest first, or shows one.',
  run: async (args, { database }) => {
    const {
      words: [id],
    } = readArguments(args, {}, LIST_OR_ONE);
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
};

const applications: Command = {
  name: 'applications',
  usage: 'applications [ID [--resume FILE]]',
  summary:
    'Lists the job applications, newest first, or shows one and copies its resume to a new file.',
  run: async (args, { database, config }) => {
    const {
      values,
      words: [id],
    } = readArguments(args, { resume: { type: 'string' } }, LIST_OR_ONE);
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
};

export const inboxCommands = [messages, inquiries, applications];

import { readArguments } from '@lumenloom/node-host/command-line';
import { discardResume, resumeFolder } from '../forms/resumes.ts';
import { addressOf } from './people.ts';
import type { Command } from './command.ts';

/** Where an address can stand. What a person did is left in the dashboard's counts, without the person. */
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

/** `delete-person`: the right to be forgotten, in one transaction. */
export const deletePerson: Command = {
  name: 'delete-person',
  usage: 'delete-person EMAIL [--yes]',
  summary:
    'Lists all that is kept of a person: account, messages, inquiries, applications with their files, licences, mail. With --yes deletes it.',
  run: async (args, { database, config }) => {
    const { values, words } = readArguments(
      args,
      { yes: { type: 'boolean' } },
      { min: 1, max: 1, are: 'one email address' },
    );
    const email = addressOf(words[0]);
    const deletes = values.yes === true;
    const { rows, resumes } = await database.transaction().execute(async (transaction) => {
      const files = await transaction
        .selectFrom('applications')
        .select('resumeStoredName')
        .where((is) => is(is.fn<string>('lower', ['email']), '=', email))
        .execute();
      const counts = [];
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
        resumes: files.map(({ resumeStoredName: storedName }) => ({ storedName })),
      };
    });
    // After the transaction: should this be cut off, the server sweeps files that belong to no application.
    if (deletes)
      for (const resume of resumes) await discardResume(resumeFolder(config.dataFolder), resume);
    return {
      rows,
      ...(rows.length > 0 && {
        sentence: deletes
          ? 'All of it is deleted. Backups keep it until they are replaced.'
          : 'Nothing is deleted yet: run it again with --yes.',
      }),
    };
  },
};

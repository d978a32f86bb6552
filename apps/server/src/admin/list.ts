import { VERSION } from '@lumenloom/engine/quick';
import type { Entry, Program } from '@lumenloom/node-host/command-line';
import type { Surroundings } from './command.ts';

const entry = (
  name: string,
  summary: string,
  load: NonNullable<Entry<Surroundings, string>['load']>,
): Entry<Surroundings, string> => ({ name, summary, load });

/** Every command, in the order of the help. */
export const program: Program<Surroundings, string> = {
  name: 'admin',
  says: "what the company's people do at the shell, on the database of the server (DATA_DIR, DATABASE_URL), which may be running.",
  version: VERSION,
  groups: [
    {
      title: 'People',
      entries: [
        entry('users', 'lists the accounts', async () => (await import('./people.ts')).users),
        entry(
          'create-user',
          'makes an account without the mailed code',
          async () => (await import('./people.ts')).createUser,
        ),
        entry(
          'make-staff',
          "counts an account among the company's people",
          async () => (await import('./people.ts')).makeStaff,
        ),
        entry(
          'set-plan',
          'gives an account another plan',
          async () => (await import('./people.ts')).setPlan,
        ),
        entry(
          'token',
          'makes an API token for an account',
          async () => (await import('./tokens.ts')).token,
        ),
        entry(
          'log-out',
          'ends the sessions of a person, or of all',
          async () => (await import('./people.ts')).logOut,
        ),
        entry(
          'delete-person',
          'lists what is kept of a person, and deletes it',
          async () => (await import('./delete-person.ts')).deletePerson,
        ),
      ],
    },
    {
      title: 'Licences',
      entries: [
        entry('licences', 'lists licences', async () => (await import('./licences.ts')).licences),
        entry(
          'issue-licence',
          'makes a licence and shows its key',
          async () => (await import('./licences.ts')).issue,
        ),
        entry(
          'revoke-licence',
          'ends a licence',
          async () => (await import('./licences.ts')).revoke,
        ),
      ],
    },
    {
      title: 'Letters',
      entries: [
        entry(
          'messages',
          'lists the contact messages, or shows one',
          async () => (await import('./inbox.ts')).messages,
        ),
        entry(
          'inquiries',
          'lists the sales inquiries, or shows one',
          async () => (await import('./inbox.ts')).inquiries,
        ),
        entry(
          'applications',
          'lists the job applications, or shows one',
          async () => (await import('./inbox.ts')).applications,
        ),
      ],
    },
  ],
};

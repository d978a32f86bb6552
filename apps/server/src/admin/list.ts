import { VERSION } from '@lumenloom/engine/quick';
import type { Program } from '@lumenloom/node-host/command-line';
import type { Surroundings } from './command.ts';

/** Every command, in the order of the help. */
export const program: Program<Surroundings, string> = {
  name: 'admin',
  says: "what the company's people do at the shell, on the database of the server (DATA_DIR, DATABASE_URL), which may be running.",
  version: VERSION,
  groups: [
    {
      title: 'People',
      entries: [
        {
          name: 'users',
          summary: 'lists the accounts',
          load: async () => (await import('./people.ts')).users,
        },
        {
          name: 'create-user',
          summary: 'makes an account without the mailed code',
          load: async () => (await import('./people.ts')).createUser,
        },
        {
          name: 'make-staff',
          summary: "counts an account among the company's people",
          load: async () => (await import('./people.ts')).makeStaff,
        },
        {
          name: 'set-plan',
          summary: 'gives an account another plan',
          load: async () => (await import('./people.ts')).setPlan,
        },
        {
          name: 'log-out',
          summary: 'ends the sessions of a person, or of all',
          load: async () => (await import('./people.ts')).logOut,
        },
        {
          name: 'delete-person',
          summary: 'lists what is kept of a person, and deletes it',
          load: async () => (await import('./delete-person.ts')).deletePerson,
        },
      ],
    },
    {
      title: 'Licences',
      entries: [
        {
          name: 'licences',
          summary: 'lists licences',
          load: async () => (await import('./licences.ts')).licences,
        },
        {
          name: 'issue-licence',
          summary: 'makes a licence and shows its key',
          load: async () => (await import('./licences.ts')).issue,
        },
        {
          name: 'revoke-licence',
          summary: 'ends a licence',
          load: async () => (await import('./licences.ts')).revoke,
        },
      ],
    },
    {
      title: 'Letters',
      entries: [
        {
          name: 'messages',
          summary: 'lists the contact messages, or shows one',
          load: async () => (await import('./inbox.ts')).messages,
        },
        {
          name: 'inquiries',
          summary: 'lists the sales inquiries, or shows one',
          load: async () => (await import('./inbox.ts')).inquiries,
        },
        {
          name: 'applications',
          summary: 'lists the job applications, or shows one',
          load: async () => (await import('./inbox.ts')).applications,
        },
      ],
    },
  ],
};

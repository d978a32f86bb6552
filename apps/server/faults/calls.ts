import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../dist/database/open-database.js';
import { pdf } from '../tests/resumes.ts';
import { contact } from './contact.ts';
import { emptyOutbox, inject, startOn, withDataFolder } from './data-folder.ts';
import { halfAccounts } from './kill-during-sign-up.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { codeFor, PASSWORD, Visitor } from './visitor.ts';

/** What one person was told is done, by their address. */
interface Acknowledged {
  readonly accounts: string[];
  readonly messages: string[];
  readonly applications: string[];
}

/**
 * The steps of a visitor after asking for an account. Each is done again when it is answered with
 * 503.
 */
function steps(
  visitor: Visitor,
  email: string,
  folder: string,
  done: Acknowledged,
): readonly (readonly [name: string, act: () => Promise<Response>, record?: string[]])[] {
  const account = { firstName: 'Ada', lastName: 'Example', email, password: PASSWORD };
  const form = (): FormData => {
    const fields = new FormData();
    for (const [name, value] of Object.entries({ ...account, phone: '1' }))
      fields.append(name, value);
    fields.delete('password');
    fields.append('resume', new Blob([pdf]), 'cv.pdf');
    return fields;
  };
  return [
    ['send-code', () => visitor.post('/api/send-code', { email })],
    [
      'verify-code',
      async () =>
        visitor.post('/api/verify-code', {
          email,
          code: await codeFor(email, folder, () => false),
        }),
    ],
    ['signup', () => visitor.post('/api/signup', account), done.accounts],
    ['login', () => visitor.post('/api/login', { email, password: PASSWORD })],
    ['contact', () => contact(visitor, email), done.messages],
    ['apply', () => visitor.post('/api/apply', form()), done.applications],
    ['logout', () => visitor.post('/api/logout', { email })],
  ];
}

/** Acknowledged rows that are missing, and rows that exist although they were refused. */
async function differences(folder: string, done: Acknowledged): Promise<string[]> {
  const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
  try {
    const stored = {
      accounts: await database.selectFrom('users').select('email').execute(),
      messages: await database.selectFrom('contactMessages').select('email').execute(),
      applications: await database
        .selectFrom('applications')
        .select(['email', 'resumeStoredName'])
        .execute(),
    };
    const resumes = new Set(await readdir(join(folder, 'resumes')));
    const kinds = ['accounts', 'messages', 'applications'] as const;
    return [
      ...kinds.flatMap((kind) => {
        const [wanted, there] = [done[kind], stored[kind].map(({ email }) => email)].map((list) =>
          [...list].sort().join(),
        );
        return wanted === there ? [] : [`${kind}: acknowledged ${wanted}, stored ${there}`];
      }),
      ...stored.applications
        .filter(({ resumeStoredName }) => !resumes.has(resumeStoredName))
        .map(({ email }) => `the resume of ${email} is missing`),
    ];
  } finally {
    await database.destroy();
  }
}

/**
 * The n-th call fails, for n = 1, 2, ... until fewer than n calls are made. A request that fails
 * must get 503 and succeed when it is sent again; nothing else may break.
 */
async function failCalls(component: 'disk' | 'database', most: number): Promise<Outcome> {
  return withDataFolder(async (folder) => {
    const failures: string[] = [];
    const done: Acknowledged = { accounts: [], messages: [], applications: [] };
    let [worstMs, tries, refused] = [0, 0, 0];
    const server = startOn(folder, { FAULT_OF: component, LOG_LEVEL: 'error' }, 'calls');
    const address = await server.listening();
    /** One person's steps while the n-th call fails. */
    const visit = async (address: string): Promise<void> => {
      const email = `person${tries}@example.com`;
      for (const [name, act, record] of steps(new Visitor(address), email, folder, done)) {
        const first = await timed(act);
        if (name !== 'verify-code') worstMs = Math.max(worstMs, first.ms);
        if (first.value.status === 503) refused += 1;
        const response = first.value.status === 503 ? await act() : first.value;
        if (response.ok) record?.push(email);
        else
          failures.push(`call ${tries + 1}: ${name} ${response.status} ${await response.text()}`);
      }
    };
    for (let hasFailed = true; hasFailed && tries < most; tries += 1) {
      await emptyOutbox(folder);
      const said = server.output().length;
      await inject(server);
      await visit(address).catch((error: unknown) => {
        failures.push(`call ${tries + 1}: ${String(error)}; ${server.output().slice(said)}`);
      });
      hasFailed = server.output().slice(said).includes('fault: failed');
    }
    server.kill('SIGTERM');
    if ((await server.ended) !== 0) failures.push(`the server ended badly: ${server.output()}`);
    failures.push(...(await differences(folder, done)), ...(await halfAccounts(folder)));
    return {
      tries,
      failures,
      worstMs,
      note: `${refused} steps refused with 503 and done again, the rest not disturbed; the time is the slowest answer`,
    };
  });
}

/** More calls than anybody makes here. */
const MOST_CALLS = 1000;

export const diskCallFails: Row = {
  name: 'disk-call-fails',
  tries: MOST_CALLS,
  run: (most) => failCalls('disk', most),
};

export const databaseCallFails: Row = {
  name: 'database-call-fails',
  tries: MOST_CALLS,
  run: (most) => failCalls('database', most),
};

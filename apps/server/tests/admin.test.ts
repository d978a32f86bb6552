import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MACHINES_NODE } from '../../cli/tests/lumenloom.ts';
import type { Database } from '../dist/database/schema.js';
import { commandsOf } from '@lumenloom/node-host/command-line';
import { program } from '../dist/admin/list.js';
import { run as runAdmin } from '../dist/admin/run.js';
import { openDatabase } from '../dist/database/open-database.js';
import { enqueueMail } from '../dist/mail/queue.js';
import { PASSWORD, logIn, newVisitor } from './people.ts';
import { startServer } from './start-server.ts';

const main = fileURLToPath(new URL('../dist/admin/main.js', import.meta.url));

interface Said {
  readonly status: number;
  readonly output: string;
  readonly problem: string;
}

/** Runs a command of the built program in this process. */
async function admin(dataFolder: string, args: readonly string[], input = ''): Promise<Said> {
  let [output, problem] = ['', ''];
  const status = await runAdmin(args, {
    stdout: { write: (piece) => (output += String(piece)) },
    stderr: { write: (piece) => (problem += String(piece)) },
    env: { ...process.env, DATA_DIR: dataFolder },
    readInput: async () => input,
  });
  return { status, output, problem };
}

/** The built program as a person at the shell runs it, under the machine's Node. */
async function spawned(dataFolder: string, args: readonly string[], input = ''): Promise<Said> {
  const child = spawn(MACHINES_NODE, [main, ...args], {
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  child.stdin.end(input);
  const [output, problem, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => {
      child.once('close', resolve);
    }),
  ]);
  return { status, output, problem };
}
/** A run of each command in a process, its exit status and a part of what it says. */
const AT_THE_SHELL = [
  ['users', 0, 'made@example.com'],
  ['create-user', 2, 'Expected'],
  ['make-staff nobody@example.com', 2, 'There is no account'],
  ['set-plan nobody@example.com Pro', 2, 'There is no account'],
  ['token nobody@example.com', 2, 'There is no account'],
  ['log-out nobody@example.com', 0, '0 sessions are ended.'],
  ['delete-person nobody@example.com', 0, ''],
  ['licences buyer@example.com', 0, 'Pro'],
  ['issue-licence shell@example.com --plan Pro', 0, 'shell@example.com'],
  ['revoke-licence none', 2, 'There is no such licence'],
  ['messages none', 2, 'There is none with the id none.'],
  ['inquiries none', 2, 'There is none with the id none.'],
  ['applications none', 2, 'There is none with the id none.'],
] as const;

const rowsOf = ({ output }: Said): readonly Readonly<Record<string, unknown>>[] =>
  (JSON.parse(output) as { readonly rows: readonly Readonly<Record<string, unknown>>[] }).rows;

describe('admin, beside a running server', () => {
  const server = startServer({ TRUST_PROXY: '1', COMPUTE_AUTH: 'session' });
  const run = (...args: string[]) => admin(server.dataFolder, args);

  it('makes accounts that can log in, changes their plan and their rights', async () => {
    const [made] = rowsOf(
      await run(
        'create-user',
        'Made@Example.com',
        '--first-name',
        'Ada',
        '--last-name',
        'Example',
        '--json',
      ),
    );
    const login = await newVisitor(server).post('/api/login', {
      email: 'made@example.com',
      password: made!['password'],
    });
    expect(await login.json()).toMatchObject({ firstName: 'Ada', plan: 'Trial' });
    expect(await run('set-plan', 'made@example.com', 'Max')).toEqual({
      status: 0,
      output: 'made@example.com has the plan Max.\n',
      problem: '',
    });
    expect((await run('make-staff', 'MADE@example.com')).output).toBe(
      'made@example.com is now staff.\n',
    );
    expect(rowsOf(await run('users', '--json'))).toEqual([
      expect.objectContaining({ email: 'made@example.com', plan: 'Max', staff: true }),
    ]);
    expect((await run('make-staff', 'made@example.com', '--revoke')).status).toBe(0);
    expect((await run('users')).output).toMatch(/made@example\.com\s+Ada\s+Example\s+Max\s+false/);
  });

  it('logs people out', async () => {
    const visitor = await logIn(server, 'leaving@example.com');
    const computes = async (): Promise<boolean> => (await visitor.post('/get_device')).ok;
    expect((await run('log-out', 'somebody.else@example.com')).output).toBe(
      '0 sessions are ended.\n',
    );
    expect(await computes()).toBe(true);
    expect((await run('log-out', 'leaving@example.com')).output).toBe('1 session is ended.\n');
    expect(await computes()).toBe(false);
    expect((await run('log-out')).status).toBe(2);
    expect((await run('log-out', '--everybody')).status).toBe(0);
  });

  it('makes tokens with which machines compute for an account', async () => {
    await logIn(server, 'machine@example.com');
    const [made] = rowsOf(
      await run('token', 'machine@example.com', '--scope', 'read', '--expires', '2', '--json'),
    );
    expect(made).toMatchObject({ email: 'machine@example.com', scope: 'read' });
    const days = (Date.parse(made!['expiresAt'] as string) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(2, 2);
    const headers = { authorization: `Bearer ${made!['token'] as string}` };
    const asMachine = (path: string, method: string) =>
      newVisitor(server).post(path, method === 'GET' ? undefined : {}, { method, headers });
    expect((await asMachine('/api/sweeps', 'GET')).status).toBe(200);
    expect((await asMachine('/api/sweeps', 'POST')).status).toBe(403);
    expect(await run('token', 'machine@example.com', '--expires', 'x')).toEqual({
      status: 2,
      output: '',
      problem: '--expires must be a whole number from 1 to 3650, not "x".\n',
    });
  });

  it('takes a password from standard input', async () => {
    const said = await spawned(
      server.dataFolder,
      [
        'create-user',
        'piped@example.com',
        '--first-name',
        'A',
        '--last-name',
        'B',
        '--password-stdin',
      ],
      `${PASSWORD}\n`,
    );
    expect(said.output).not.toContain(PASSWORD);
    expect(
      (
        await newVisitor(server).post('/api/login', {
          email: 'piped@example.com',
          password: PASSWORD,
        })
      ).status,
    ).toBe(200);
    const weak = await admin(
      server.dataFolder,
      [
        'create-user',
        'weak@example.com',
        '--first-name',
        'A',
        '--last-name',
        'B',
        '--password-stdin',
      ],
      'short',
    );
    expect(weak).toMatchObject({
      status: 2,
      output: '',
      problem: expect.stringContaining('Password must be at least 8 characters.') as string,
    });
  });

  it('issues licences that the server accepts until they are revoked', async () => {
    const [licence] = rowsOf(
      await run(
        'issue-licence',
        'buyer@example.com',
        '--plan',
        'Pro',
        '--seats',
        '3',
        '--expires',
        '2099-12-31',
        '--json',
      ),
    );
    expect(licence).toMatchObject({ plan: 'Pro', seats: 3, expires: '2100-01-01 00:00' });
    expect((await run('licences', 'buyer@example.com')).output).not.toContain(licence!['key']);
    expect((await run('revoke-licence', String(licence!['key']))).status).toBe(0);
    expect(await run('revoke-licence', String(licence!['key']))).toEqual({
      status: 2,
      output: '',
      problem: 'There is no such licence, or it was revoked before.\n',
    });
  });

  it('shows what strangers wrote without letting them steer the terminal', async () => {
    await server.app.database
      .insertInto('contactMessages')
      .values({
        id: 'one',
        questionType: 'Support',
        companyName: 'C',
        firstName: 'F',
        lastName: 'L',
        email: 'w@example.com',
        subject: '\u001b[2Jgone \u202eback',
        message: 'first\nsecond',
        createdAt: 1_790_000_000_000,
      })
      .execute();
    const list = (await run('messages')).output;
    expect(list).toMatch(
      /2026-09-21 14:13\s+one\s+Support\s+w@example\.com\s+\ufffd\[2Jgone \ufffdback/,
    );
    expect((await run('messages', 'one')).output).toContain('message:\nfirst\nsecond\n');
    expect(rowsOf(await run('messages', 'one', '--json'))[0]).toMatchObject({
      subject: '\u001b[2Jgone \u202eback',
    });
  });

  it.each([
    [['nonsense'], /^There is no command nonsense: choose users, /],
    [
      ['set-plan', 'made@example.com', 'Gold'],
      /^The plan must be Trial, Basic, Pro, Max, not "Gold"\.\n$/,
    ],
    [
      ['set-plan', 'nobody@example.com', 'Pro'],
      /^There is no account with the address nobody@example\.com\.\n$/,
    ],
    [['make-staff', 'no address'], /^Email is invalid\.\n$/],
    [['create-user', 'x@example.com'], /First name required\. Last name required\.\n$/],
    [
      ['create-user', 'made@example.com', '--first-name', 'A', '--last-name', 'B'],
      /^made@example\.com has an account\.\n$/,
    ],
    [['users', '--nothing'], /^Unknown option '--nothing'\.\n$/],
    [['messages', 'none'], /^There is none with the id none\.\n$/],
    [
      ['issue-licence', 'a@example.com', '--plan', 'Gold'],
      /^--plan must be Trial, Basic, Pro, Enterprise, Education, not "Gold"\.\n$/,
    ],
    [
      ['issue-licence', 'a@example.com', '--plan', 'Pro', '--seats', '0'],
      /^--seats must be a whole number from 1 to 1000000, not "0"\.\n$/,
    ],
    [
      ['issue-licence', 'a@example.com', '--plan', 'Pro', '--expires', '2030-02-30'],
      /^--expires must be a day like 2030-12-31, not "2030-02-30"\.\n$/,
    ],
  ])('refuses %j with one sentence', async (args, sentence) => {
    const said = await run(...args);
    expect(said).toMatchObject({ status: 2, output: '' });
    expect(said.problem).toMatch(sentence);
  });

  it('says what there is', async () => {
    const { output } = await run('--help');
    for (const command of [
      'create-user',
      'make-staff',
      'set-plan',
      'issue-licence',
      'revoke-licence',
      'messages',
      'inquiries',
      'applications',
      'delete-person',
    ])
      expect(output).toContain(`  ${command}`);
  });

  it.each(AT_THE_SHELL)('is a program: %s', async (words, status, part) => {
    const said = await spawned(server.dataFolder, words.split(' '));
    expect([said.status, said.output + said.problem]).toEqual([
      status,
      expect.stringContaining(part),
    ]);
  });
  it('is tried as a program with every command', () => {
    expect(AT_THE_SHELL.map(([words]) => words.split(' ')[0])).toEqual(
      commandsOf(program).map(({ name }) => name),
    );
  });
});

describe('delete-person', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-admin-'));
    database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
  });
  afterAll(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  it('deletes every trace of one person, when told so, and of nobody else', async () => {
    const sender = { companyName: 'C', firstName: 'F', lastName: 'L', createdAt: 1 };
    await mkdir(join(folder, 'resumes'));
    for (const email of ['Gone@example.com', 'stays@example.com']) {
      await admin(folder, ['create-user', email, '--first-name', 'A', '--last-name', 'B']);
      await admin(folder, ['issue-licence', email, '--plan', 'Pro']);
      await database
        .insertInto('contactMessages')
        .values({
          ...sender,
          id: email,
          email,
          questionType: 'Support',
          subject: 's',
          message: 'm',
        })
        .execute();
      await database
        .insertInto('salesInquiries')
        .values({ ...sender, id: email, email, productType: 'Pro', quantity: 1, message: null })
        .execute();
      await database
        .insertInto('applications')
        .values({
          id: email,
          firstName: 'F',
          lastName: 'L',
          email,
          phone: '1',
          resumeStoredName: `of-${email}`,
          resumeOriginalName: 'cv.pdf',
          resumeType: 'application/pdf',
          resumeBytes: 3,
          createdAt: 1,
        })
        .execute();
      await writeFile(join(folder, 'resumes', `of-${email}`), 'cv!');
      await enqueueMail(database, {
        to: 'contact@example.com',
        replyTo: email,
        subject: 's',
        text: 't',
      });
    }
    const people = await database.selectFrom('users').select(['id', 'email']).execute();
    for (const { id, email } of people) {
      const key = (email.startsWith('gone') ? 'a' : 'b').repeat(64);
      await mkdir(join(folder, 'library', key.slice(0, 2), key), { recursive: true });
      await writeFile(join(folder, 'library', key.slice(0, 2), key, 'file'), 'SURF 0');
      await database
        .insertInto('libraryFiles')
        .values({
          id: email,
          userId: id,
          kind: 'lens',
          name: `of ${email}`,
          fileName: 'a.zmx',
          key,
          bytes: 6,
          summary: '',
          notes: '[]',
          createdAt: 1,
        })
        .execute();
      await mkdir(join(folder, 'datasets', id), { recursive: true });
      await writeFile(join(folder, 'datasets', id, 'dataset.zip'), 'PK');
      await database
        .insertInto('datasets')
        .values({
          id,
          userId: id,
          name: `of ${email}`,
          fileName: 'a.zip',
          bytes: 2,
          source: '',
          licence: '',
          counts: '{}',
          createdAt: 1,
        })
        .execute();
      for (const work of ['evaluations', 'studies'] as const) {
        await mkdir(join(folder, work, `${work}-${id}`), { recursive: true });
        await database
          .insertInto('experiments')
          .values({
            id: `${work}-${id}`,
            goal: work,
            userId: id,
            document: '{}',
            state: 'done',
            message: '',
            parts: 1,
            done: 1,
            createdAt: 1,
            endedAt: 1,
            runner: null,
            leaseUntil: 0,
          })
          .execute();
      }
    }
    const copy = join(folder, 'copy.pdf');
    expect(
      (await admin(folder, ['applications', 'Gone@example.com', '--resume', copy])).output,
    ).toContain(`The resume is in ${copy}.`);
    expect(await readFile(copy, 'utf8')).toBe('cv!');
    expect(
      (await admin(folder, ['applications', 'Gone@example.com', '--resume', copy])).problem,
    ).toContain('EEXIST');

    await mkdir(join(folder, 'outbox'));
    const notice = {
      to: 'inbox@example.com',
      subject: 's',
      text: 'Email: Gone@example.com',
      at: 1,
    };
    for (const [name, mail] of [
      ['1', { ...notice, to: 'gone@example.com' }],
      ['2', notice],
      ['3', { ...notice, text: 'Email: stays@example.com' }],
    ] as const)
      for (const ending of ['json', 'eml'])
        await writeFile(join(folder, 'outbox', `${name}.${ending}`), JSON.stringify(mail));

    expect((await admin(folder, ['delete-person', 'gone@example.com'])).output).toContain(
      'Nothing is deleted yet',
    );
    const before = rowsOf(await admin(folder, ['delete-person', 'gone@example.com', '--json']));
    expect(before).toEqual(
      ['users', 'applications', 'contactMessages', 'salesInquiries', 'licences', 'mailQueue']
        .map((what) => ({ what, count: 1 }))
        .concat(
          { what: 'library files', count: 1 },
          { what: 'data sets', count: 1 },
          { what: 'evaluations', count: 1 },
          { what: 'studies', count: 1 },
          { what: 'outbox files', count: 4 },
        ),
    );
    expect((await admin(folder, ['delete-person', 'gone@example.com', '--yes'])).output).toContain(
      'All of it is deleted.',
    );
    expect(rowsOf(await admin(folder, ['delete-person', 'gone@example.com', '--json']))).toEqual(
      [],
    );
    expect(await readdir(join(folder, 'resumes'))).toEqual(['of-stays@example.com']);
    expect(await readdir(join(folder, 'outbox'))).toEqual(['3.eml', '3.json']);
    expect(
      (await readdir(join(folder, 'library'), { recursive: true })).filter((path) =>
        path.endsWith('file'),
      ),
    ).toEqual([`bb/${'b'.repeat(64)}/file`]);
    const { id: staying } = people.find(({ email }) => email.startsWith('stays'))!;
    expect(await readdir(join(folder, 'datasets'))).toEqual([staying]);
    for (const kept of ['evaluations', 'studies'])
      expect(await readdir(join(folder, kept))).toEqual([`${kept}-${staying}`]);
    // Nor in a page of the database that is no longer used, or in its log.
    for (const file of ['lumenloom.db', 'lumenloom.db-wal'])
      expect((await readFile(join(folder, file), 'latin1')).toLowerCase()).not.toContain('gone@');
    expect(
      rowsOf(await admin(folder, ['delete-person', 'stays@example.com', '--json'])),
    ).toHaveLength(11);
    expect(
      await database.selectFrom('activity').select('userId').where('userId', 'is', null).execute(),
    ).toHaveLength(1);
  });
});

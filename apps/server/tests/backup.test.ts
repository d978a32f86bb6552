import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendForm } from './library-form.ts';
import { logIn, PASSWORD } from './people.ts';
import { pdf } from './resumes.ts';
import { startProcess } from './server-process.ts';
import { startServer } from './start-server.ts';

const program = fileURLToPath(new URL('../dist/backup/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'lumenloom-backup-'));
const archive = join(folder, 'backup.tgz');
const restored = join(folder, 'restored');

function run(
  command: 'backup' | 'restore',
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, command, ...args], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe('backup and restore', () => {
  const server = startServer({ TRUST_PROXY: '1' });
  beforeAll(async () => {
    const visitor = await logIn(server, 'kept@example.com');
    const project = { name: 'dash cam', recipe: { scene: 'Macbeth' } };
    expect((await visitor.post('/api/projects', project)).status).toBe(201);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      phone: '1',
    }))
      form.append(name, value);
    form.append('resume', new Blob([new Uint8Array(pdf)]), 'resume.pdf');
    expect(
      (await fetch(`${server.address}/api/apply`, { method: 'POST', body: form })).status,
    ).toBe(200);
    const owner = await logIn(server, 'owner@example.com');
    const light = { name: 'led.csv', content: '400,1\n700,2\n' };
    expect((await sendForm(owner, { kind: 'light', file: light })).status).toBe(201);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('writes one file for this user alone while the server runs, and never over another', async () => {
    const written = run('backup', { DATA_DIR: server.dataFolder }, archive);
    expect(written).toEqual({ status: 0, said: expect.stringContaining(archive) as string });
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['backup.tgz']);
    expect(run('backup', { DATA_DIR: server.dataFolder }, archive)).toEqual({
      status: 1,
      said: `${archive} exists already: choose another name.\n`,
    });
  });

  it('makes of it a folder on which a server knows its people and their files', async () => {
    expect(run('restore', { DATA_DIR: restored }, archive).status).toBe(0);
    expect((await readdir(restored)).sort()).toEqual([
      'datasets',
      'evaluations',
      'library',
      'lumenloom.db',
      'reports',
      'resumes',
      'secret',
      'studies',
    ]);
    expect(await readdir(join(restored, 'resumes'))).toEqual(
      await readdir(join(server.dataFolder, 'resumes')),
    );
    const again = startProcess({ DATA_DIR: restored }, { args: ['--no-demo'] });
    const address = await again.listening();
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'kept@example.com', password: PASSWORD }),
    });
    expect(login.status).toBe(200);
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect(
      await (await fetch(`${address}/api/projects`, { headers: { cookie } })).json(),
    ).toMatchObject({ projects: [{ name: 'dash cam', version: 1 }] });
    // The files belong to an application and to an account, so the start has not swept them.
    expect((await readdir(join(restored, 'library'), { recursive: true })).sort()).toEqual(
      (await readdir(join(server.dataFolder, 'library'), { recursive: true })).sort(),
    );
    expect(await readdir(join(restored, 'resumes'))).toHaveLength(1);
    again.kill('SIGTERM');
    await again.ended;
  });

  it('leaves a folder that has something in it alone', async () => {
    expect(run('restore', { DATA_DIR: server.dataFolder }, archive)).toEqual({
      status: 1,
      said: expect.stringContaining('must be empty') as string,
    });
  });

  it('restores nothing from what is no archive, or half of one', async () => {
    const empty = join(folder, 'empty');
    const other = join(folder, 'other.tgz');
    await writeFile(other, 'something else');
    expect(run('restore', { DATA_DIR: empty }, other)).toEqual({
      status: 1,
      said: expect.stringContaining('tar failed') as string,
    });
    await truncate(archive, Math.floor((await stat(archive)).size / 2));
    expect(run('restore', { DATA_DIR: empty }, archive).status).toBe(1);
    expect(await readdir(empty)).toEqual([]);
  });

  it.each([
    ['a file', {}, [], 'Usage: npm run -s backup -- <file.tgz>\n'],
    [
      'a database',
      { DATA_DIR: join(folder, 'nothing') },
      ['x.tgz'],
      `There is no database in DATA_DIR ${join(folder, 'nothing')}.\n`,
    ],
    [
      'SQLite, and names the tool for PostgreSQL',
      { DATABASE_URL: 'postgres://localhost/x' },
      ['x.tgz'],
      expect.stringContaining('pg_dump --format=custom') as string,
    ],
  ])('wants %s', (_, environment, args, said) => {
    expect(run('backup', environment, ...args)).toEqual({ status: 1, said });
  });
});

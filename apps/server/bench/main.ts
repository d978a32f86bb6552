/**
 * `npm run bench -- api [-- --json]`: requests per second and latency of the calls that people wait
 * for, on SQLite and, where it is installed, on PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { hashPassword } from '../dist/accounts/passwords.js';
import { openDatabase } from '../dist/database/open-database.js';
import { startProcess } from '../tests/server-process.ts';
import { noPostgres, runPostgres } from '../tests/run-postgres.ts';

const SECONDS = 3;
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 8;

interface Measured {
  readonly database: string;
  readonly call: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
}

interface Call {
  readonly name: string;
  readonly path: string;
  readonly body?: (() => object) | undefined;
}

/**
 * Tries of one address that are under way at once count as failures until they succeed, so
 * everybody has an account of his own.
 */
const PEOPLE = 500;
const PASSWORD = 'Aa1!aaaa';
let turn = 0;
const emailOf = (index: number): string => `bench-person-${index}@example.com`;

const calls: readonly Call[] = [
  { name: 'a page, compressed', path: '/' },
  {
    name: 'POST /api/check-email',
    path: '/api/check-email',
    body: () => ({ email: emailOf(++turn) }),
  },
  {
    name: 'POST /api/login',
    path: '/api/login',
    body: () => ({ email: emailOf(++turn % PEOPLE), password: PASSWORD }),
  },
  { name: 'GET /api/dashboard', path: '/api/dashboard' },
];

async function measure(
  database: string,
  address: string,
  { name, path, body }: Call,
): Promise<Measured> {
  const load = (duration: number) =>
    autocannon({
      url: address + path,
      duration,
      connections: CONNECTIONS,
      headers: {
        'accept-encoding': 'br',
        accept: '*/*',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && {
        method: 'POST',
        requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
      }),
    });
  // Not counted: Node compiles code only after it has run often.
  await load(WARM_UP_SECONDS);
  const result = await load(SECONDS);
  return {
    database,
    call: name,
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}

/** All calls on one database. */
async function measureAll(
  database: string,
  environment: { readonly DATABASE_URL?: string },
): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
  const opened = await openDatabase({ dataFolder: folder, databaseUrl: environment.DATABASE_URL });
  const passwordHash = await hashPassword(PASSWORD);
  await opened
    .insertInto('users')
    .values(
      Array.from({ length: PEOPLE }, (_, index) => ({
        id: randomUUID(),
        email: emailOf(index),
        firstName: 'A',
        lastName: 'B',
        passwordHash,
        plan: 'Trial' as const,
        isStaff: 0 as const,
        createdAt: Date.now(),
      })),
    )
    .execute();
  await opened.destroy();
  const server = startProcess({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', ...environment });
  try {
    const address = await server.listening();
    const measured: Measured[] = [];
    for (const call of calls) measured.push(await measure(database, address, call));
    return measured;
  } finally {
    server.kill('SIGTERM');
    await server.ended;
    await rm(folder, { recursive: true, force: true });
  }
}

const measured = await measureAll('SQLite', {});
if (noPostgres === undefined) {
  const postgres = await runPostgres({ fsync: true });
  try {
    measured.push(
      ...(await measureAll('PostgreSQL', { DATABASE_URL: await postgres.newDatabase() })),
    );
  } finally {
    await postgres.end();
  }
}
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(measured, undefined, 2));
} else {
  console.log(`${CONNECTIONS} connections, ${SECONDS} s each, load and server on this machine\n`);
  console.log(
    `${'database'.padEnd(12)}${'call'.padEnd(26)}${'requests/s'.padStart(12)}${'median'.padStart(10)}${'p99'.padStart(10)}${'errors'.padStart(8)}`,
  );
  for (const { database, call, requestsPerSecond, p50Ms, p99Ms, errors } of measured) {
    console.log(
      `${database.padEnd(12)}${call.padEnd(26)}${String(requestsPerSecond).padStart(12)}${`${p50Ms} ms`.padStart(10)}${`${p99Ms} ms`.padStart(10)}${String(errors).padStart(8)}`,
    );
  }
  if (noPostgres !== undefined) console.log(`PostgreSQL ${noPostgres}`);
}

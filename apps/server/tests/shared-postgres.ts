import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { postgresIn } from './run-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of the run lies, or will lie. */
    readonly postgresFolder: string;
  }
}

/** The place of the PostgreSQL that all test files share; it ends with the run. */
export default async function sharePostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-pg-'));
  project.provide('postgresFolder', folder);
  return () => postgresIn(folder).end();
}

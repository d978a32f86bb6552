import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { SQLITE_FILE } from '../dist/database/open-database.js';
import { contact } from './contact.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** A data folder as large as this fills quickly, in mebibytes. */
const SMALL_DISK = 16;

export const mountTmpfs = (folder: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}m`, 'tmpfs', folder], {
    stdio: 'pipe',
  });
};
export const unmount = (folder: string): void => {
  execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
};

const setImmutable = (flag: '+i' | '-i', paths: readonly string[]): void => {
  execFileSync('chattr', [flag, ...paths], { stdio: 'pipe' });
};

function canMakeImmutable(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-immutable-'));
  try {
    setImmutable('+i', [folder]);
    setImmutable('-i', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Disks of our own need rights that only some machines give. */
export function noMounts(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-mount-'));
  try {
    mountTmpfs(folder);
    unmount(folder);
    return undefined;
  } catch {
    return 'this user may not mount a small disk (run as root)';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function withSmallDisk<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  return withDataFolder(async (folder) => {
    mountTmpfs(folder);
    try {
      return await use(folder);
    } finally {
      unmount(folder);
    }
  });
}

/**
 * Breaks the storage under a server, sends `tries` requests, puts it right, and sends one more.
 * Meanwhile requests that store something must get 503 quickly, and pages and health checks must
 * work; afterwards everything must work without a restart.
 */
async function brokenStorage(
  folder: string,
  tries: number,
  breakIt: () => Promise<() => Promise<void>>,
): Promise<Outcome> {
  const failures: string[] = [];
  let worstMs = 0;
  const server = startOn(folder);
  const address = await server.listening();
  const expectStatus = async (
    what: string,
    wanted: number,
    request: () => Promise<Response>,
  ): Promise<void> => {
    const {
      value: { status },
      ms,
    } = await timed(request);
    worstMs = Math.max(worstMs, ms);
    if (status !== wanted) failures.push(`${what}: ${status} instead of ${wanted}`);
  };
  const meanwhile = async (): Promise<void> => {
    const putRight = await breakIt();
    try {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        await expectStatus('a message meanwhile', 503, () => contact(new Visitor(address)));
        await expectStatus('health meanwhile', 200, () => fetch(`${address}/healthz`));
        await expectStatus('a page meanwhile', 200, () => fetch(`${address}/config.json`));
      }
      await expectStatus('readiness meanwhile', 503, () => fetch(`${address}/readyz`));
    } finally {
      await putRight();
    }
  };
  try {
    await expectStatus('before', 200, () => contact(new Visitor(address)));
    await meanwhile();
    await expectStatus('afterwards', 200, () => contact(new Visitor(address)));
    await expectStatus('readiness afterwards', 200, () => fetch(`${address}/readyz`));
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
  const database = new Libsql(join(folder, SQLITE_FILE));
  const { messages, mails } = database
    .prepare(
      'select (select count(*) from contact_messages) as messages, (select count(*) from mail_queue) as mails',
    )
    .get() as { readonly messages: number; readonly mails: number };
  database.close();
  if (messages !== 2)
    failures.push(`${messages} messages are stored instead of the 2 that were acknowledged`);
  return {
    tries,
    failures,
    worstMs,
    note: `503 meanwhile, well again afterwards; ${mails} mails wait; the time is the slowest answer`,
  };
}

export const databaseLocked: Row = {
  name: 'database-locked',
  tries: 10,
  run: (tries) =>
    withDataFolder((folder) =>
      brokenStorage(folder, tries, async () => {
        const other = new Libsql(join(folder, SQLITE_FILE));
        other.exec('begin immediate');
        return async () => {
          other.exec('rollback');
          other.close();
        };
      }),
    ),
};

export const diskReadOnly: Row = {
  name: 'disk-read-only',
  tries: 10,
  impossible: () =>
    canMakeImmutable()
      ? undefined
      : 'this user or file system knows no immutable files (run as root, on ext4)',
  run: (tries) =>
    withDataFolder((folder) =>
      brokenStorage(folder, tries, async () => {
        // A disk with files open for writing cannot be made read-only; files that must not change
        // are as good.
        const paths = ['', SQLITE_FILE, `${SQLITE_FILE}-wal`].map((name) => join(folder, name));
        setImmutable('+i', paths);
        return async () => {
          setImmutable('-i', paths);
        };
      }),
    ),
};

export const diskFull: Row = {
  name: 'disk-full',
  tries: 10,
  impossible: noMounts,
  run: (tries) =>
    withSmallDisk((folder) =>
      brokenStorage(folder, tries, async () => {
        const filler = join(folder, 'filler');
        // To the last byte, which the server may take before us.
        for (const chunk = Buffer.alloc(4096); ;)
          if (
            !(await appendFile(filler, chunk).then(
              () => true,
              () => false,
            ))
          )
            break;
        return () => rm(filler);
      }),
    ),
};

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../dist/database/open-database.js';
import { pdf } from '../tests/resumes.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** A resume that takes a while to arrive, in bytes. */
const SIZE = 8_000_000;
/** The kill comes at a random moment of the time that this many uploads take. */
const WITHIN_UPLOADS = 3;

function application(email: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    firstName: 'Ada',
    lastName: 'Example',
    email,
    phone: '1',
  }))
    form.append(name, value);
  const padding = new Uint8Array(SIZE);
  form.append('resume', new Blob([pdf.subarray(0, 60), padding, pdf.subarray(60)]), 'resume.pdf');
  return form;
}

/**
 * kill -9 at random moments while resumes arrive: after the restart every application has its file,
 * and every file its application.
 */
export const killDuringUpload: Row = {
  name: 'kill-during-upload',
  tries: 20,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const acknowledged: string[] = [];
      let [worstMs, orphans] = [0, 0];
      for (let attempt = 0; attempt <= tries; attempt += 1) {
        const before = (await readdir(join(folder, 'resumes')).catch((): string[] => [])).length;
        const server = startOn(folder);
        const { value: address, ms } = await timed(() => server.listening());
        worstMs = Math.max(worstMs, ms);
        const database = await openDatabase({ dataFolder: folder, databaseUrl: undefined });
        const rows = await database
          .selectFrom('applications')
          .select(['email', 'resumeStoredName'])
          .execute();
        await database.destroy();
        const files = await readdir(join(folder, 'resumes')).catch((): string[] => []);
        orphans += before - files.length;
        for (const email of acknowledged)
          if (!rows.some((row) => row.email === email))
            failures.push(
              `try ${attempt}: the application of ${email} was acknowledged and is gone`,
            );
        for (const { email, resumeStoredName } of rows)
          if (!files.includes(resumeStoredName))
            failures.push(`try ${attempt}: the resume of ${email} is gone`);
        for (const file of files)
          if (!rows.some((row) => row.resumeStoredName === file))
            failures.push(`try ${attempt}: ${file} belongs to nobody`);
        const upload = async (email: string): Promise<void> => {
          if ((await new Visitor(address).post('/api/apply', application(email))).ok)
            acknowledged.push(email);
        };
        if (attempt === tries) {
          server.kill('SIGTERM');
          await server.ended;
          break;
        }
        const { ms: oneTakes } = await timed(() => upload(`person${attempt}@example.com`));
        // Two more, which the kill may cut off.
        const uploads = [1, 2].map((index) =>
          upload(`person${attempt}-${index}@example.com`).catch(() => undefined),
        );
        await setTimeout(Math.random() * WITHIN_UPLOADS * oneTakes);
        server.kill('SIGKILL');
        await Promise.all([...uploads, server.ended]);
      }
      return {
        tries,
        failures,
        worstMs,
        note: `${acknowledged.length} applications acknowledged, ${orphans} orphans swept; the time is a start after a kill`,
      };
    }),
};

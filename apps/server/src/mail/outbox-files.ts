import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export const outboxFolder = (dataFolder: string): string => join(dataFolder, 'outbox');

/** The files of the mails in an outbox that are to, from or about an address (lower case). */
export async function outboxFilesOf(folder: string, email: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const found: string[] = [];
  for (const name of names.filter((file) => file.endsWith('.json'))) {
    // As text: the address may be the recipient or, in a notice to the company, stand in the text.
    const written = (await readFile(join(folder, name), 'utf8')).toLowerCase();
    if (written.includes(email))
      found.push(join(folder, name), join(folder, name.replace(/json$/, 'eml')));
  }
  return found;
}

import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const SECRET_BYTES = 32;

/** The use of a keyed hash: the same value has a different hash for each purpose. */
export type Purpose = 'code' | 'attempt' | 'download';

/**
 * HMAC-SHA-256: without the secret nobody can forge a hash, or find a short value by trying all.
 */
export type KeyedHash = (purpose: Purpose, value: string) => string;

function readSecret(file: string): Buffer {
  // Written to a draft and linked: readers see the complete file, and of two processes that start
  // at once one wins.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file);
}

/**
 * Hashes keyed with the deployment's secret, the file `secret` of the data folder; it is made at
 * the first start. If it is lost, codes that were just mailed and download links become invalid,
 * nothing more.
 *
 * @throws ConfigError when the file can be neither read nor made.
 */
export function keyedHash(dataFolder: string): KeyedHash {
  const file = join(dataFolder, 'secret');
  let secret: Buffer;
  try {
    secret = readSecret(file);
  } catch (error) {
    throw new ConfigError(
      `The secret in DATA_DIR, ${file}, can be neither read nor made: ${(error as Error).message}`,
    );
  }
  if (secret.length !== SECRET_BYTES)
    throw new ConfigError(
      `The secret in DATA_DIR, ${file}, must be ${SECRET_BYTES} bytes: delete it, and the next start makes another.`,
    );
  return (purpose, value) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url');
}

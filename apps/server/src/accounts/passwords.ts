import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id with the minimum that OWASP's Password Storage Cheat Sheet recommends: 19 MiB, 2 passes,
 * 1 lane.
 */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

export const isPassword = (password: string, passwordHash: string): Promise<boolean> =>
  verify(passwordHash, password);

let decoy: Promise<string> | undefined;

/**
 * The hash of an unknown random password, one for each process. It is checked for addresses without
 * an account, so that both cases take the same time.
 */
export const decoyHash = (): Promise<string> =>
  (decoy ??= hashPassword(randomBytes(32).toString('hex')));

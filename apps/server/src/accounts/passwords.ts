import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id, as OWASP's Password Storage Cheat Sheet asks at least: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

export const isPassword = (password: string, passwordHash: string): Promise<boolean> =>
  verify(passwordHash, password);

/** A hash that no password fits: checked where there is no account, so that this takes as long as where there is one. */
export const hashOfNobody = (): Promise<string> => hashPassword(randomBytes(32).toString('hex'));

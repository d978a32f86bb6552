import { timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../clock.ts';
import type { KeyedHash } from '../secret.ts';

/** How long a link is valid. */
const VALID_FOR_MS = 10 * MINUTE_MS;

const signatureOf = (keyed: KeyedHash, file: string, expires: string): string =>
  keyed('download', `${file}\n${expires}`);

/** Path and query of a signed link to a file, valid for ten minutes for everybody who has it. */
export function signedPath(keyed: KeyedHash, file: string, now: number): string {
  const expires = String(now + VALID_FOR_MS);
  return `/api/download/${encodeURIComponent(file)}?expires=${expires}&signature=${signatureOf(keyed, file, expires)}`;
}

/** Whether the signature of a link is ours and the link has not expired. */
export function linkState(
  keyed: KeyedHash,
  file: string,
  { expires, signature }: { readonly expires?: unknown; readonly signature?: unknown },
  now: number,
): 'good' | 'expired' | 'foreign' {
  if (typeof expires !== 'string' || typeof signature !== 'string') return 'foreign';
  const provided = Buffer.from(signature);
  const ours = Buffer.from(signatureOf(keyed, file, expires));
  if (provided.length !== ours.length || !timingSafeEqual(provided, ours)) return 'foreign';
  return Number(expires) > now ? 'good' : 'expired';
}

import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { KeyedHash } from '../secret.ts';
import { linkState, signedPath } from './download-link.ts';

const keyedWith =
  (secret: string): KeyedHash =>
  (purpose, value) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url');
const keyed = keyedWith('ours');
const NOW = Date.UTC(2026, 0, 1);
const TEN_MINUTES_MS = 600_000;
const queryOf = (path: string): Record<string, string> =>
  Object.fromEntries(new URL(path, 'http://localhost').searchParams);

it('signs a file for ten minutes', () => {
  const path = signedPath(keyed, 'lumenloom-1.0.0.tgz', NOW);
  expect(path).toMatch(
    /^\/api\/download\/lumenloom-1\.0\.0\.tgz\?expires=\d+&signature=[\w-]{43}$/,
  );
  expect(linkState(keyed, 'lumenloom-1.0.0.tgz', queryOf(path), NOW + TEN_MINUTES_MS - 1)).toBe(
    'good',
  );
  expect(linkState(keyed, 'lumenloom-1.0.0.tgz', queryOf(path), NOW + TEN_MINUTES_MS)).toBe(
    'expired',
  );
});

it('takes no other file, time, secret or form of signature', () => {
  const query = queryOf(signedPath(keyed, 'a.tgz', NOW));
  expect(linkState(keyed, 'b.tgz', query, NOW)).toBe('foreign');
  expect(linkState(keyedWith('theirs'), 'a.tgz', query, NOW)).toBe('foreign');
  for (const signature of [
    '',
    'x',
    'ä'.repeat(43),
    [query['signature']],
    undefined,
    query['signature']?.slice(1),
  ])
    expect(linkState(keyed, 'a.tgz', { ...query, signature }, NOW)).toBe('foreign');
  for (const expires of [
    '',
    '-1',
    '1e99',
    'abc',
    undefined,
    ['1'],
    String(NOW + 1e9),
    ` ${query['expires']!}`,
  ])
    expect(linkState(keyed, 'a.tgz', { ...query, expires }, NOW)).toBe('foreign');
});

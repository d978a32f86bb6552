import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { keyedHash } from './secret.ts';

describe('keyedHash', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lumenloom-secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('keeps its secret, for this user alone', () => {
    const before = keyedHash(folder)('code', 'x');
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(keyedHash(folder)('code', 'x')).toBe(before);
  });

  it('differs by deployment, purpose and value', () => {
    const keyed = keyedHash(folder);
    const other = mkdtempSync(join(folder, 'other-'));
    expect(
      new Set([
        keyed('code', 'x'),
        keyed('code', 'y'),
        keyed('attempt', 'x'),
        keyedHash(other)('code', 'x'),
      ]).size,
    ).toBe(4);
  });

  it('refuses a secret that was cut off', () => {
    writeFileSync(join(folder, 'secret'), 'short');
    expect(() => keyedHash(folder)).toThrow(ConfigError);
  });
});

import { readFileSync } from 'node:fs';
import { resetPasswordSchema } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { refuseCommon } from './common-passwords.ts';

/** ASVS 5.0, 6.2.4: passwords that match the application's own rules. */
const FEWEST = 3000;

it('has at least 3,000 passwords, each once, that the rules of the forms accept', () => {
  const file = new URL('../../data/common-passwords.txt', import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.length).toBeGreaterThanOrEqual(FEWEST);
  const email = 'a@example.com';
  expect(
    lines.filter((password) => !resetPasswordSchema.safeParse({ email, password }).success),
  ).toEqual([]);
});

it('compares exactly, and only where it is told to refuse', () => {
  const message = 'This password is too common. Please choose another one.';
  // A published one and a variant of a word; compared exactly, what differs by a character is
  // another password.
  for (const password of ['P@ssw0rd', 'Qwerty1!'])
    expect(() => {
      refuseCommon(password, { commonPasswords: 'refuse' });
    }).toThrow(message);
  for (const password of ['P@ssw0rd ', 'p@ssw0rd', 'P@ssw0rdd'])
    refuseCommon(password, { commonPasswords: 'refuse' });
  refuseCommon('P@ssw0rd', { commonPasswords: 'allow' });
});

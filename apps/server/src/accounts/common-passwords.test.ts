import { readFileSync } from 'node:fs';
import { resetPasswordSchema } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { refuseCommon } from './common-passwords.ts';

it('has passwords that the rules of the forms would accept, each once', () => {
  const file = new URL('../../data/common-passwords.txt', import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  const email = 'a@example.com';
  expect(
    lines.filter((password) => !resetPasswordSchema.safeParse({ email, password }).success),
  ).toEqual([]);
});

it('compares exactly, and only where it is told to refuse', () => {
  const message = 'This password is too common. Please choose another one.';
  expect(() => {
    refuseCommon('P@ssw0rd', { commonPasswords: 'refuse' });
  }).toThrow(message);
  for (const password of ['P@ssw0rd ', 'p@ssw0rd', 'P@ssw0rdd'])
    refuseCommon(password, { commonPasswords: 'refuse' });
  refuseCommon('P@ssw0rd', { commonPasswords: 'allow' });
});

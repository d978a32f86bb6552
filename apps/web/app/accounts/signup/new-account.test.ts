import { afterEach, expect, test, vi } from 'vitest';
import { createAccount, requestCode } from './new-account.ts';

const names = { firstName: 'Ada', lastName: 'Byron', agreeTerms: true };
const account = { email: 'ada@example.com', password: 'Aa1!aaaa', isVerified: true };

function answer() {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response('{"message":"done"}'),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

test('no code without an address', async () => {
  const fetch = answer();
  await expect(requestCode('')).rejects.toThrow('Email not set.');
  expect(fetch).not.toHaveBeenCalled();
});

test('no account without a verified address', async () => {
  const fetch = answer();
  await expect(createAccount({ ...account, isVerified: false }, names)).rejects.toThrow(
    'Please verify your email first.',
  );
  expect(fetch).not.toHaveBeenCalled();
});

test('what is sent: neither the code, nor the confirmation, nor the agreement', async () => {
  const fetch = answer();
  await createAccount(account, names);
  const [url, init] = fetch.mock.calls[0]!;
  expect(url).toBe('/api/signup');
  expect(JSON.parse(init.body as string)).toEqual({
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    password: 'Aa1!aaaa',
  });
});

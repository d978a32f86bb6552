import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { issueLicence, revokeLicence } from '../dist/licences/licences.js';
import { onBothDatabases } from './on-both-databases.ts';
import { newVisitor } from './people.ts';
import { startServer } from './start-server.ts';

const MINUTE = 60_000;
const WRONG = 'Invalid email or license key.';
const said = async (
  response: Response,
): Promise<{ readonly status: number; readonly body: unknown }> => ({
  status: response.status,
  body: await response.json(),
});
const refusal = (status: number, message: unknown, field = '') => ({
  status,
  body: expect.objectContaining({ message, field }) as unknown,
});

onBothDatabases((engine) => {
  const time = { now: 1_790_000_000_000 };
  let packages: string;
  const server = startServer(
    async () => {
      packages = await mkdtemp(join(tmpdir(), 'lumenloom-packages-'));
      return { TRUST_PROXY: '1', PACKAGE_FOLDER: packages, ...(await engine.environment()) };
    },
    { clock: () => time.now },
  );
  afterAll(() => rm(packages, { recursive: true, force: true }));
  const check = async (email: string, licenseKey: string, visitor = newVisitor(server)) =>
    said(await visitor.post('/api/license-check', { email, licenseKey }));
  const issue = (email: string, expiresAt: number | null = null) =>
    issueLicence(server.app.database, { email, plan: 'Enterprise', seats: 5, expiresAt }, time.now);

  describe('POST /api/license-check', () => {
    it('says what the operator has to do while there is no package', async () => {
      const key = await issue('early@example.com');
      expect(await check('early@example.com', key)).toEqual(
        refusal(503, expect.stringContaining('npm run package')),
      );
    });

    it('gives a link on this host to the newest package, which works for ten minutes', async () => {
      await writeFile(join(packages, 'lumenloom-0.9.0.tgz'), 'old');
      await writeFile(join(packages, 'lumenloom-0.10.0.tgz'), 'the package');
      const key = await issue('Buyer@Example.com');
      const { status, body } = await check(
        'buyer@EXAMPLE.com',
        key.toLowerCase().replaceAll('-', ' '),
      );
      expect(status).toBe(200);
      const { downloadUrl } = body as { readonly downloadUrl: string };
      expect(downloadUrl).toMatch(
        new RegExp(`^${server.address}/api/download/lumenloom-0\\.10\\.0\\.tgz\\?`),
      );
      const download = await fetch(downloadUrl);
      expect(download.status).toBe(200);
      expect(Object.fromEntries(download.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-length': '11',
        'content-disposition': 'attachment; filename="lumenloom-0.10.0.tgz"',
      });
      expect(await download.text()).toBe('the package');
      for (const changed of [
        downloadUrl.replace('0.10.0', '0.9.0'),
        downloadUrl.replace('expires=1', 'expires=2'),
        `${downloadUrl}x`,
        downloadUrl.split('?')[0]!,
      ]) {
        expect(await said(await fetch(changed))).toEqual(
          refusal(403, expect.stringContaining('not valid')),
        );
      }
      time.now += 10 * MINUTE;
      expect(await said(await fetch(downloadUrl))).toEqual(
        refusal(403, expect.stringContaining('expired')),
      );
    });

    it('says the same of every wrong pair, and stores no key', async () => {
      const [key, other] = [await issue('a@example.com'), await issue('b@example.com')];
      expect(await check('a@example.com', other)).toEqual(refusal(401, WRONG));
      expect(await check('nobody@example.com', key)).toEqual(refusal(401, WRONG));
      expect(await check('a@example.com', 'AAAAAA')).toEqual(refusal(401, WRONG));
      expect(
        JSON.stringify(await server.app.database.selectFrom('licences').selectAll().execute()),
      ).not.toContain(key.slice(0, 11));
    });

    it('tells only who has address and key that it expired or was revoked', async () => {
      const expired = await issue('old@example.com', time.now - 1);
      expect(await check('old@example.com', expired)).toEqual(
        refusal(403, expect.stringMatching(/^This license expired on \d{4}-\d\d-\d\d/)),
      );
      expect(await check('other@example.com', expired)).toEqual(refusal(401, WRONG));
      const revoked = await issue('gone@example.com');
      expect(await revokeLicence(server.app.database, revoked, time.now)).toBe(true);
      expect(await revokeLicence(server.app.database, revoked, time.now)).toBe(false);
      expect(await revokeLicence(server.app.database, 'AAAAA', time.now)).toBe(false);
      expect(await check('gone@example.com', revoked)).toEqual(
        refusal(403, expect.stringContaining('revoked')),
      );
      const lasting = await issue('lasting@example.com', time.now + MINUTE);
      expect((await check('lasting@example.com', lasting)).status).toBe(200);
    });

    it('refuses the 21st failure of a network in an hour, and never a right pair', async () => {
      const key = await issue('target@example.com');
      const visitor = newVisitor(server);
      const failures = await Promise.all(
        Array.from({ length: 20 }, () => check('target@example.com', 'wrong-key', visitor)),
      );
      expect(failures.map(({ status }) => status)).toEqual(Array(20).fill(401));
      expect((await check('target@example.com', 'wrong-key', visitor)).status).toBe(429);
      expect((await check('other@example.com', 'wrong-key', visitor)).status).toBe(429);
      expect((await check('target@example.com', key, visitor)).status).toBe(200);
      expect((await check('target@example.com', 'wrong-key')).status).toBe(401);
      time.now += 60 * MINUTE;
      expect((await check('target@example.com', 'wrong-key', visitor)).status).toBe(401);
    });

    it.each(['email', 'licenseKey'])(
      '%s refuses every other value with a sentence',
      async (field) => {
        const values = [
          '',
          ' ',
          null,
          0,
          true,
          [],
          {},
          'x'.repeat(20_000),
          'a\u0000b@example.com',
          `${'a'.repeat(320)}@example.com`,
          undefined,
          '\ud800',
          '<b>',
          "' or 1=1 --",
        ];
        for (const value of values) {
          const { status, body } = await said(
            await newVisitor(server).post('/api/license-check', {
              email: `bad${Math.random()}@example.com`,
              licenseKey: 'abcdef',
              [field]: value,
            }),
          );
          expect([401, 422], JSON.stringify(value)).toContain(status);
          expect(body).toMatchObject({ message: expect.stringMatching(/^[A-Z].*[^ ]$/) as string });
        }
      },
    );
  });

  it('GET /api/download takes no path', async () => {
    for (const path of [
      '/api/download/',
      '/api/download/..%2f..%2fetc%2fpasswd',
      '/api/download/x?expires=9999999999999&signature=x',
      '/api/download/x?expires=1&expires=2&signature=',
    ]) {
      expect([403, 404]).toContain((await fetch(server.address + path)).status);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sweepResumes } from '../dist/forms/resumes.js';
import { onBothDatabases } from './on-both-databases.ts';
import { mailsTo, newVisitor } from './people.ts';
import { doc, docx, exe, pdf } from './resumes.ts';
import { startServer } from './start-server.ts';
import { until } from './until.ts';

const CONTACT = {
  questionType: 'Support',
  companyName: 'Acme',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'Ada@Example.com',
  subject: 'Hello',
  message: 'How does it\nwork?',
  acceptedTerms: true,
};
const INQUIRY = {
  productType: 'Enterprise',
  quantity: 3,
  companyName: 'Acme',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'buyer@example.com',
  acceptedTerms: true,
};
const APPLICANT = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'applicant@example.com',
  phone: '+1 555 0100',
};
const ELEVEN_MEGABYTES = 11 * 1024 * 1024;
const SENT = { status: 200, body: { message: 'Your message has been sent successfully!' } };

/** Characters that databases store in different ways, or not at all. */
const STORED_DIFFERENTLY: readonly unknown[] = [
  null,
  1.5,
  1e9,
  true,
  '9'.repeat(20_000),
  'a\u0000b',
  '🙂'.repeat(30),
  '\ud800',
  "'; drop table users; --",
];
/** What people, scripts and broken clients put into a field. */
const VALUES: readonly unknown[] = [
  ...STORED_DIFFERENTLY,
  '',
  ' ',
  'abc',
  0,
  -1,
  [],
  {},
  ['a'],
  '1,5',
  '１２',
  'a\r\nBcc: x@example.com',
  '<script>alert(1)</script>',
  '\u202Efdp.exe',
  'x@example.com\r\nTo: y@example.com',
  `${'a'.repeat(320)}@example.com`,
  '../../etc/passwd',
];

const said = async (
  response: Response,
): Promise<{ readonly status: number; readonly body: unknown }> => ({
  status: response.status,
  body: await response.json(),
});
const refusal = (status: number, message: string, field: string) => ({
  status,
  body: expect.objectContaining({ message, field }) as unknown,
});

onBothDatabases((engine) => {
  const server = startServer(async () => ({
    TRUST_PROXY: '1',
    COMPANY_INBOX: 'inbox@example.com',
    ...(await engine.environment()),
  }));
  // What is refused reaches no database.
  const values = engine.isSqlite ? VALUES : STORED_DIFFERENTLY;
  const post = async (path: string, body: unknown) =>
    said(await newVisitor(server).post(path, body));
  const mailed = (to: string, subject: string) =>
    until(async () => {
      const mails = await mailsTo(server, to);
      expect(mails.map((mail) => mail.subject)).toContain(subject);
      return mails.find((mail) => mail.subject === subject)!;
    });

  describe('POST /api/contact', () => {
    it('keeps the message, confirms it without repeating it, and tells the company', async () => {
      expect(await post('/api/contact', CONTACT)).toEqual(SENT);
      expect(
        await server.app.database.selectFrom('contactMessages').selectAll().executeTakeFirst(),
      ).toMatchObject({
        questionType: 'Support',
        companyName: 'Acme',
        email: 'ada@example.com',
        message: 'How does it\nwork?',
      });
      const { text } = await mailed('Ada@Example.com', 'We have your message');
      for (const typed of ['Ada', 'Acme', 'Hello', 'How does']) expect(text).not.toContain(typed);
      expect((await mailed('inbox@example.com', 'Support: Hello')).text).toBe(
        'Name: Ada Example\nCompany: Acme\nEmail: Ada@Example.com\n\nHow does it\nwork?',
      );
    });

    it.each(Object.keys(CONTACT))(
      '%s takes or refuses every value with a sentence',
      async (field) => {
        for (const value of [...values, undefined]) {
          const { status, body } = await post('/api/contact', { ...CONTACT, [field]: value });
          if (status === 200) continue;
          expect([status, body], JSON.stringify(value)).toEqual([
            422,
            {
              message: expect.stringMatching(/^[A-Z]/) as string,
              field,
              problems: expect.any(Array) as unknown[],
            },
          ]);
        }
      },
    );
  });

  describe('POST /api/contact-sales', () => {
    it('keeps the inquiry, with or without a message', async () => {
      expect(await post('/api/contact-sales', INQUIRY)).toEqual(SENT);
      expect(await post('/api/contact-sales', { ...INQUIRY, message: 'Soon, please.' })).toEqual(
        SENT,
      );
      const rows = await server.app.database
        .selectFrom('salesInquiries')
        .selectAll()
        .orderBy('createdAt')
        .execute();
      expect(rows).toMatchObject([
        { productType: 'Enterprise', quantity: 3, message: null },
        { message: 'Soon, please.' },
      ]);
      await mailed('buyer@example.com', 'We have your inquiry');
      await mailed('inbox@example.com', 'Sales inquiry: 3 x Enterprise');
    });

    it.each([...Object.keys(INQUIRY), 'message'])(
      '%s takes or refuses every value with a sentence',
      async (field) => {
        for (const value of [...values, undefined]) {
          const { status, body } = await post('/api/contact-sales', { ...INQUIRY, [field]: value });
          if (status === 200) continue;
          expect([status, body], JSON.stringify(value)).toEqual([
            422,
            {
              message: expect.stringMatching(/^[A-Z]/) as string,
              field,
              problems: expect.any(Array) as unknown[],
            },
          ]);
        }
      },
    );
  });

  describe('POST /api/apply', () => {
    const folder = () => join(server.dataFolder, 'resumes');
    const stored = async (): Promise<string[]> =>
      (await readdir(folder()).catch((): string[] => [])).sort();
    const rows = () => server.app.database.selectFrom('applications').selectAll().execute();
    const form = (
      files: readonly (readonly [name: string, content: Buffer, field?: string])[],
      fields: Readonly<Record<string, string>> = APPLICANT,
    ): FormData => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      for (const [name, content, field = 'resume'] of files)
        data.append(field, new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
      return data;
    };
    const send = async (body: FormData) =>
      said(
        await fetch(`${server.address}/api/apply`, {
          method: 'POST',
          body,
          headers: {
            'x-forwarded-for': `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
          },
        }),
      );
    /** Every file has its row, every row its file. */
    const expectWhole = async () => {
      expect(await stored()).toEqual(
        (await rows()).map(({ resumeStoredName }) => resumeStoredName).sort(),
      );
    };

    it.each([
      ['pdf', pdf],
      ['doc', doc],
      ['docx', docx],
    ] as const)('keeps a %s, for the server alone', async (type, content) => {
      const before = await stored();
      expect(await send(form([[`My resume.${type}`, content]]))).toEqual(SENT);
      const [name = ''] = (await stored()).filter((file) => !before.includes(file));
      expect(await readFile(join(folder(), name))).toEqual(content);
      expect((await stat(join(folder(), name))).mode & 0o777).toBe(0o600);
      expect(
        (await rows()).find(({ resumeStoredName }) => resumeStoredName === name),
      ).toMatchObject({
        firstName: 'Ada',
        phone: '+1 555 0100',
        resumeOriginalName: `My resume.${type}`,
        resumeType: type,
        resumeBytes: content.length,
      });
      for (const path of [`/resumes/${name}`, `/data/resumes/${name}`, `/${name}`])
        expect((await fetch(server.address + path)).status).toBe(404);
      await mailed('applicant@example.com', 'We have your application');
      expect((await mailed('inbox@example.com', 'Application: Ada Example')).text).toContain(
        'Resume: My resume.',
      );
    });

    it.each([
      [
        'a file of 0 bytes',
        [['a.pdf', Buffer.alloc(0)]],
        422,
        'This file is empty: choose another one.',
      ],
      ['a file field that was left empty', [['', Buffer.alloc(0)]], 422, 'A file is required'],
      ['no file', [], 422, 'A file is required'],
      [
        'a program with another name',
        [['resume.pdf', exe]],
        422,
        'This file is no PDF, DOC or DOCX document: choose another one.',
      ],
      [
        '11 MB',
        [['big.pdf', Buffer.concat([pdf, Buffer.alloc(ELEVEN_MEGABYTES)])]],
        413,
        'This file is larger than 10 MB: choose a smaller one.',
      ],
      [
        'two files',
        [
          ['a.pdf', pdf],
          ['b.pdf', pdf],
        ],
        422,
        'Send exactly one file.',
      ],
      [
        'three files',
        [
          ['a.pdf', pdf],
          ['b.pdf', pdf],
          ['c.pdf', pdf],
        ],
        422,
        'Send exactly one file.',
      ],
      ['a file in another field', [['a.pdf', pdf, 'photo']], 422, 'Send exactly one file.'],
    ] as const)('refuses %s, and keeps nothing of it', async (_, files, status, message) => {
      const before = [await stored(), (await rows()).length];
      expect(await send(form(files))).toEqual(refusal(status, message, 'resume'));
      expect([await stored(), (await rows()).length]).toEqual(before);
    });

    it('says all that is wrong, and keeps nothing', async () => {
      const before = await stored();
      const { status, body } = await send(
        form([['a.pdf', exe]], { firstName: ' ', lastName: '', email: 'x', phone: '' }),
      );
      expect(status).toBe(422);
      expect(
        (body as { readonly problems: readonly { readonly field: string }[] }).problems.map(
          ({ field }) => field,
        ),
      ).toEqual(['firstName', 'lastName', 'email', 'phone', 'resume']);
      expect(await stored()).toEqual(before);
    });

    it.each([
      ['../../../etc/passwd', 'passwd'],
      ['C:\\Windows\\system32\\evil.pdf', 'evil.pdf'],
      ['\u202Efdp.exe', 'fdp.exe'],
      ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
      ['a\u0000b.pdf', 'ab.pdf'],
      ['Lebenslauf Müller 🙂.pdf', 'Lebenslauf Müller 🙂.pdf'],
      [`${'n'.repeat(5000)}.pdf`, 'n'.repeat(200)],
    ])('takes the name %j as a text only', async (name, kept) => {
      expect(await send(form([[name, pdf]]))).toEqual(SENT);
      expect((await rows()).map(({ resumeOriginalName }) => resumeOriginalName)).toContain(kept);
      for (const file of await stored()) expect(file).toMatch(/^[0-9a-f-]{36}$/);
      await expectWhole();
    });

    it.each(Object.keys(APPLICANT))(
      '%s takes or refuses every text with a sentence',
      async (field) => {
        for (const value of values.filter((candidate) => typeof candidate === 'string')) {
          const { status, body } = await send(
            form([['a.pdf', pdf]], { ...APPLICANT, [field]: value }),
          );
          if (status !== 200)
            expect([status, body], JSON.stringify(value)).toEqual([
              422,
              {
                message: expect.stringMatching(/^[A-Z]/) as string,
                field,
                problems: expect.any(Array) as unknown[],
              },
            ]);
        }
        await expectWhole();
      },
    );

    it('refuses what is no form', async () => {
      const raw = async (contentType: string, body: string) =>
        said(
          await newVisitor(server).post('/api/apply', body, {
            headers: { 'content-type': contentType },
          }),
        );
      expect(await raw('application/json', JSON.stringify(APPLICANT))).toEqual(
        refusal(415, expect.stringContaining('multipart/form-data') as string, ''),
      );
      for (const [type, body] of [
        ['multipart/form-data', 'x'],
        ['multipart/form-data; boundary=x', 'x'],
        ['multipart/form-data; boundary=x', ''],
        [
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nAda',
        ],
      ] as const) {
        expect((await raw(type, body)).status).toBeGreaterThanOrEqual(400);
        expect((await raw(type, body)).status).toBeLessThan(500);
      }
      const twice = form([['a.pdf', pdf]]);
      twice.append('email', 'other@example.com');
      expect(await send(twice)).toEqual(refusal(422, 'Send each field once, as text.', 'email'));
      for (const name of ['__proto__', 'constructor', 'toString']) {
        const { status } = await send(form([['a.pdf', pdf]], { ...APPLICANT, [name]: 'x' }));
        expect([name, status]).not.toEqual([name, 500]);
      }
      const many = form([['a.pdf', pdf]]);
      for (let index = 0; index < 100; index += 1) many.append(`field${index}`, 'x');
      expect((await send(many)).status).toBe(400);
      await expectWhole();
    });

    it('keeps nothing of an upload that breaks off', async () => {
      const before = await stored();
      const head =
        '--x\r\nContent-Disposition: form-data; name="resume"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
      socket.write(
        `POST /api/apply HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.8.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n${head}${'x'.repeat(200_000)}`,
      );
      await until(async () => {
        expect(await stored()).not.toEqual(before);
      });
      socket.destroy();
      await until(async () => {
        expect(await stored()).toEqual(before);
      });
    });

    it('keeps no file whose application cannot be stored', async () => {
      const before = await stored();
      // The table is away: an error of the database in the midst of the transaction.
      await server.app.database.schema
        .alterTable('applications')
        .renameTo('applicationsAway')
        .execute();
      try {
        expect((await send(form([['a.pdf', pdf]]))).status).toBe(500);
      } finally {
        await server.app.database.schema
          .alterTable('applicationsAway')
          .renameTo('applications')
          .execute();
      }
      // Nobody could tell whether it was stored; the sweep can.
      await sweepResumes(server.app.database, folder(), Date.now() + 1000);
      expect(await stored()).toEqual(before);
      expect(await send(form([['a.pdf', pdf]]))).toEqual(SENT);
    });

    it('removes what a killed server has left, and no resume of an application', async () => {
      const left = randomUUID();
      await writeFile(join(folder(), left), 'half');
      await sweepResumes(server.app.database, folder(), Date.now() - 60_000);
      expect(await stored()).toContain(left);
      await utimes(join(folder(), left), 0, 0);
      await sweepResumes(server.app.database, folder(), Date.now() - 60_000);
      expect(await stored()).not.toContain(left);
      await expectWhole();
    });
  });
});

describe('limits per internet address', () => {
  const server = startServer({ TRUST_PROXY: '1' });

  it.each([
    ['/api/contact', CONTACT, 5],
    ['/api/contact-sales', INQUIRY, 5],
    ['/api/apply', {}, 30],
  ] as const)('%s', async (path, body, most) => {
    const visitor = newVisitor(server);
    for (let index = 0; index < most; index += 1)
      expect((await visitor.post(path, body)).status).not.toBe(429);
    const refused = await visitor.post(path, body);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      field: '',
      message: expect.stringMatching(/^Too many tries/) as string,
    });
    expect((await newVisitor(server).post(path, body)).status).not.toBe(429);
  });
});

describe('a start', () => {
  let folder: string;
  startServer(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-restart-'));
    await mkdir(join(folder, 'resumes'));
    await writeFile(join(folder, 'resumes', 'left-by-a-killed-server'), 'half');
    return { DATA_DIR: folder };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('removes uploads that were under way when the server was killed', async () => {
    expect(await readdir(join(folder, 'resumes'))).toEqual([]);
  });
});

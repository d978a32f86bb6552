import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { issueLicence } from '../dist/licences/licences.js';
import { logIn, mailsTo, newVisitor } from './people.ts';
import { pdf } from './resumes.ts';
import { LONG, TINY, eventsOf, figures, startServer, type Server } from './start-server.ts';
import { until } from './until.ts';

const applicant = (fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  const all = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', phone: '1', ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('resume', new Blob([pdf]), 'cv.pdf');
  return form;
};
const apply = (server: Server, body: FormData | string, headers: Record<string, string>) =>
  fetch(`${server.address}/api/apply`, { method: 'POST', body, headers });

/** Bytes as they are, and the answer to its end. */
async function raw(server: Server, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('an application', () => {
  const server = startServer({ TRUST_PROXY: '1' });

  it('with a boundary of 300 characters is refused with a sentence', async () => {
    const boundary = 'x'.repeat(300);
    const response = await apply(server, `--${boundary}--\r\n`, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      field: '',
      message: 'The form is cut off or malformed: send it again.',
    });
  });

  it('counts against the limit only when it is accepted', async () => {
    const from = { 'x-forwarded-for': '10.9.1.1' };
    for (let count = 0; count < 5; count += 1)
      expect((await apply(server, applicant({ phone: '' }), from)).status).toBe(422);
    for (let count = 0; count < 3; count += 1)
      expect(
        (await apply(server, applicant({ email: `a${count}@example.com` }), from)).status,
      ).toBe(200);
    expect((await apply(server, applicant(), from)).status).toBe(429);
  });
});

describe('fields of one line', () => {
  const server = startServer({ TRUST_PROXY: '1', COMPANY_INBOX: 'inbox@example.com' });
  const contact = (fields: object, visitor = newVisitor(server)) =>
    visitor.post('/api/contact', {
      questionType: 'Support',
      companyName: 'Acme',
      firstName: 'Ada',
      lastName: 'L',
      email: 'ada@example.com',
      subject: 'Hello',
      message: 'one\ntwo',
      acceptedTerms: true,
      ...fields,
    });

  it('stay lines: nobody forges another, or turns one around', async () => {
    const forged = 'Ada\r\nEmail: boss@example.com\u2028\u202e\u0007';
    expect((await contact({ firstName: forged, subject: 'gnp\u202e.exe' })).status).toBe(200);
    await until(async () => {
      const [notice] = await mailsTo(server, 'inbox@example.com');
      expect(notice?.subject).toBe('Support: gnp.exe');
      expect(notice?.text.split('\n').filter((line) => line.startsWith('Email:'))).toEqual([
        'Email: ada@example.com',
      ]);
      expect(notice?.text).toContain('Name: Ada Email: boss@example.com L');
      expect(notice?.text).toContain('one\ntwo');
    });
  });

  it('an address gets at most five confirmations an hour; every message arrives', async () => {
    const email = 'flooded@example.com';
    for (let count = 0; count < 7; count += 1)
      expect((await contact({ email, subject: `flood ${count}` })).status).toBe(200);
    await until(async () => {
      const notices = (await mailsTo(server, 'inbox@example.com')).filter(({ subject }) =>
        subject.includes('flood'),
      );
      expect(notices).toHaveLength(7);
    });
    expect(await mailsTo(server, email)).toHaveLength(5);
  });
});

describe('the name of the server', () => {
  const server = startServer();
  const post = async (path: string, headers: Record<string, string>, body: unknown = {}) => {
    const { hostname, port } = new URL(server.address);
    const request = httpRequest({
      hostname,
      port,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    request.end(JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    return { status: response.statusCode, body: JSON.parse(text) as { readonly message: string } };
  };
  const REFUSAL =
    'This server does not know that it is called camera.example: the operator must set PUBLIC_URL or ALLOWED_ORIGINS.';

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', '192.0.2.7:8080'])(
    'is trusted as the origin: %s',
    async (host) => {
      expect((await post('/get_device', { host, origin: `http://${host}` })).status).toBe(200);
    },
  );

  it('is not trusted when it is any other name, and the refusal names the settings', async () => {
    const { status, body } = await post('/get_device', {
      host: 'camera.example',
      origin: 'http://camera.example',
    });
    expect({ status, message: body.message }).toEqual({ status: 403, message: REFUSAL });
    const key = await issueLicence(
      server.app.database,
      { email: 'a@example.com', plan: 'Pro', seats: 1, expiresAt: null },
      Date.now(),
    );
    const check = await post(
      '/api/license-check',
      { host: 'camera.example' },
      { email: 'a@example.com', licenseKey: key },
    );
    // Without a package the answer is 503 before there is a link.
    expect([403, 503]).toContain(check.status);
    if (check.status === 403) expect(check.body.message).toBe(REFUSAL);
  });
});

describe('every refusal', () => {
  const server = startServer();

  it.each([
    ['an address that cannot be decoded', 'GET /%zz HTTP/1.1\r\nhost: localhost\r\n', 400],
    ['half a percent sign', 'POST /api/%e0%a4 HTTP/1.1\r\nhost: localhost\r\n', 400],
    ['no HTTP at all', 'hello\r\n', 400],
    ['a request without Host', 'GET / HTTP/1.1\r\n', 400],
    ['two of them', 'GET / HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\n', 400],
    ['too large headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(40_000)}\r\n`, 431],
    ['an expectation', 'GET /nothing.js HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\n', 404],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nhost: localhost\r\n', 400],
  ])('%s is {message, field} with the security headers', async (_, start, status) => {
    const answer = await raw(server, `${start}connection: close\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const headers = head.toLowerCase();
    expect(headers).toMatch(new RegExp(`^http/1\\.1 ${status} `));
    expect(headers).toContain('x-content-type-options: nosniff');
    expect(headers).toContain('content-security-policy:');
    expect(JSON.parse(body)).toEqual({
      field: '',
      message: expect.stringMatching(/\.$/) as string,
    });
  });
});

describe('a client that leaves', () => {
  const lines: string[] = [];
  const server = startServer({ LOG_LEVEL: 'warn' });

  it('is no error in the log', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    const { log } = server.app;
    const error = vi.spyOn(log, 'error');
    for (const head of [
      'POST /simulate HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 1000',
      'POST /api/apply HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000',
    ]) {
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
      socket.write(`${head}\r\nhost: localhost\r\n\r\n--x\r\n{"scene"`);
      await setTimeout(100);
      socket.resetAndDestroy();
    }
    const leaving = new AbortController();
    const response = await server.post('/simulate', LONG, { signal: leaving.signal });
    await eventsOf(response).next();
    leaving.abort();
    await until(async () => {
      expect(await figures(server)).toEqual({ running: 0, waiting: 0 });
    });
    await setTimeout(100);
    write.mockRestore();
    expect(error).not.toHaveBeenCalled();
    expect(lines.filter((line) => /"level":(40|50|60)/.test(line))).toEqual([]);
  });
});

describe('the first check of the field of view', () => {
  const server = startServer();

  it.each(['Double-Gauss', 'Cooke Triplet', 'Fisheye'])(
    'of %s does not hold up others',
    async (selectedOptics) => {
      const recipe = { selectedScene: 'Macbeth', selectedOptics, macbethParams: {} };
      const progress = { isDone: false };
      const check = server.post('/fov_check', recipe).finally(() => {
        progress.isDone = true;
      });
      let answered = 0;
      for (; !progress.isDone; answered += 1)
        await (await fetch(`${server.address}/healthz`)).text();
      expect(((await (await check).json()) as unknown[]).length).toBeGreaterThan(1);
      // Tracing on the thread that answers would let through one or two.
      expect(answered).toBeGreaterThan(10);
    },
  );
});

describe('logout', () => {
  const server = startServer({ TRUST_PROXY: '1', COMPUTE_AUTH: 'session' });

  it('ends the runs of its session, and not those of another', async () => {
    const visitor = await logIn(server, 'runs@example.com');
    const elsewhere = newVisitor(server);
    await elsewhere.post('/api/login', { email: 'runs@example.com', password: 'Aa1!aaaa' });
    const running = eventsOf(await visitor.post('/simulate', LONG));
    await running.next();
    const waiting = eventsOf(await elsewhere.post('/simulate', TINY));
    await waiting.next();
    await visitor.post('/api/logout', {});
    const types: string[] = [];
    for await (const { type } of running) types.push(type);
    expect(types).not.toContain('result');
    const others: string[] = [];
    for await (const { type } of waiting) others.push(type);
    expect(others).toContain('result');
  });
});

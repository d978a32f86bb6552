import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { CompressedPage } from './compressed-page.ts';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts';
import { problemBody } from './errors.ts';
import { paintedEarly } from './painted-early.ts';
import { publicUrlOf } from './public-url.ts';

const PUBLIC_URL_ATTRIBUTE = / data-public-url="([^"]+)"/;

const UNLISTED = '<meta name="robots" content="noindex"';

/** The page for addresses that were not prerendered: the router in it decides what to show. */
const FALLBACK = '__spa-fallback.html';

interface Site {
  /** The file of every prerendered page by its address. */
  readonly pages: ReadonlyMap<string, string>;
  /**
   * Paths of all other files. Pages go out through their routes, with the policy that lets their
   * scripts run, and compressed files by the names of the plain ones.
   */
  readonly files: ReadonlySet<string>;
}

/** @returns undefined when the site was not built. */
async function listSite(folder: string): Promise<Site | undefined> {
  const files = await readdir(folder, { recursive: true }).catch((): string[] => []);
  if (!files.includes(FALLBACK)) return undefined;
  return {
    pages: new Map(
      files
        .filter((name) => name === 'index.html' || name.endsWith('/index.html'))
        .map((file) => [file === 'index.html' ? '/' : `/${dirname(file)}`, file]),
    ),
    files: new Set(files.filter((name) => !/(^|\/)\.|\.(html|br)$/.test(name))),
  };
}

/** Whether a request asks for a page, and not for a call, a script or a picture. */
function wantsPage({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith('/api/')) return false;
  if (accept?.includes('text/html')) return true;
  return !/\.\w+$/.test(path) && (accept === undefined || accept.includes('*/*'));
}

/** What is made of each name at its first use; again after a failure. */
function onceEach<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    let one = made.get(name);
    if (!one) {
      one = make(name);
      one.catch(() => made.delete(name));
      made.set(name, one);
    }
    return one;
  };
}

/** Every page that search engines may list. */
const siteMap = (paths: readonly string[], publicUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>\n',
  ].join('\n');

/**
 * The built site: its pages with 200, its files, and the fallback page with 404 for every other
 * address.
 */
export async function staticSite(
  app: FastifyInstance,
  folder: string,
  config: Config,
): Promise<void> {
  const site = await listSite(folder);
  const publicUrl = (): string => publicUrlOf(app, config);
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  // Pages share style sheets.
  const sheet = onceEach(read);
  // At first use, when the server listens and knows its address: all pages at once would make its
  // start much longer.
  const pageOf = onceEach(async (file) => {
    const html = await paintedEarly(await read(file), sheet);
    const placeholder = PUBLIC_URL_ATTRIBUTE.exec(html)?.[1];
    return new CompressedPage(
      placeholder === undefined ? html : html.replaceAll(placeholder, publicUrl()),
      contentSecurityPolicy(inlineScriptHashes(html), config.computeOrigin),
    );
  });
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
  ): Promise<FastifyReply> => (await pageOf(file)).send(request, reply);
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    return site && wantsPage(request)
      ? sendPage(request, reply, FALLBACK)
      : reply.send(problemBody(httpProblem(404, messages.notFound)));
  });
  if (!site) {
    app.get('/', { schema: { hide: true } }, (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(`${messages.siteNotBuilt}\n`),
    );
    return;
  }
  for (const [path, file] of site.pages)
    app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, file));
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const listed: string[] = [];
    for (const [path, file] of site.pages)
      if (!(await read(file)).includes(UNLISTED)) listed.push(path);
    return reply
      .type('application/xml; charset=utf-8')
      .send(siteMap(listed.toSorted(), publicUrl()));
  });
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /docs\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
      ),
  );
  // Where browsers look for an icon of what is no page, such as /docs and /healthz.
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/favicon.svg', 301),
  );
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    // The route of the plugin reads whole folders for each request, to compare spellings.
    serve: false,
    cacheControl: false,
    // The build lays `.br` beside what shrinks; other encodings are made as the answer goes out.
    preCompressed: true,
    setHeaders: (response, file) => {
      // Names under assets/ carry a hash of their content.
      response.headers({
        'cache-control': file.startsWith(join(folder, 'assets/'))
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        ...(file.endsWith('.svg') && { 'content-type': 'image/svg+xml; charset=utf-8' }),
      });
    },
  });
  app.get<{ Params: { readonly '*': string } }>(
    '/*',
    { schema: { hide: true } },
    (request, reply) => {
      const path = request.params['*'];
      if (site.files.has(path)) reply.sendFile(path);
      else reply.callNotFound();
    },
  );
}

import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts';
import { problemBody } from './errors.ts';

/** A prerendered page and what it may load. */
interface Page { readonly html: string; readonly policy: string }

async function readPage(file: string, computeOrigin: string): Promise<Page> {
  const html = await readFile(file, 'utf8');
  return { html, policy: contentSecurityPolicy(inlineScriptHashes(html), computeOrigin) };
}

/** The page of addresses that were not prerendered: it starts the router, which knows what to show. */
const FALLBACK = '__spa-fallback.html';

/** Every prerendered page by its address; undefined when the site was not built. */
async function readSite(folder: string, computeOrigin: string): Promise<{ readonly pages: ReadonlyMap<string, Page>; readonly fallback: Page } | undefined> {
  const files = await readdir(folder, { recursive: true }).catch((): string[] => []);
  if (!files.includes(FALLBACK)) return undefined;
  const pages = new Map<string, Page>();
  for (const file of files.filter((name) => name === 'index.html' || name.endsWith('/index.html'))) {
    pages.set(file === 'index.html' ? '/' : `/${dirname(file)}`, await readPage(join(folder, file), computeOrigin));
  }
  return { pages, fallback: await readPage(join(folder, FALLBACK), computeOrigin) };
}

/** A browser's address bar; neither a call nor a script or picture of ours that is gone. */
function wantsPage({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  if ((method !== 'GET' && method !== 'HEAD') || path.startsWith('/api/')) return false;
  if (accept?.includes('text/html')) return true;
  return !/\.\w+$/.test(path) && (accept === undefined || accept.includes('*/*'));
}

const sendPage = (reply: FastifyReply, { html, policy }: Page): FastifyReply =>
  reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8').send(html);

/** The built site: its pages with 200, its files, and the fallback page with 404 for every other address. */
export async function staticSite(app: FastifyInstance, folder: string, { computeOrigin }: Config): Promise<void> {
  const site = await readSite(folder, computeOrigin);
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    return site && wantsPage(request) ? sendPage(reply, site.fallback) : reply.send(problemBody(httpProblem(404, messages.notFound)));
  });
  if (!site) {
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(`${messages.siteNotBuilt}\n`));
    return;
  }
  for (const [path, page] of site.pages) app.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply, page));
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    schemaHide: true,
    // Pages go out through their routes, with the policy that lets their scripts run.
    allowedPath: (path) => !path.endsWith('.html'),
    cacheControl: false,
    setHeaders: (response, file) => {
      // Names under assets/ carry a hash of their content.
      response.headers({ 'cache-control': file.startsWith(join(folder, 'assets/')) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' });
    },
  });
}

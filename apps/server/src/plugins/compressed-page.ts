import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Ten takes three to ten times as long for 8 % fewer bytes, and the first visitor waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const compress = {
  br: (html: Buffer) => promisify(brotliCompress)(html, BROTLI),
  gzip: promisify(gzip),
} as const;
type Encoding = keyof typeof compress;
/** In order of preference. */
const ENCODINGS = Object.keys(compress) as Encoding[];

/** One representation of a page. */
interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * A page in the representations that clients have asked for: as it is, brotli, gzip. Each is made
 * once, at first use and off the main thread, so the memory is bounded by three copies per page.
 */
export class CompressedPage {
  readonly #html: Buffer;
  readonly #policy: string;
  readonly #hash: string;
  readonly #representations = new Map<Encoding | undefined, Promise<Representation>>();

  /** @param policy its content security policy. */
  constructor(html: string, policy: string) {
    this.#html = Buffer.from(html);
    this.#policy = policy;
    this.#hash = createHash('sha256').update(policy).update(html).digest('base64url').slice(0, 22);
  }

  #representation(encoding: Encoding | undefined): Promise<Representation> {
    let made = this.#representations.get(encoding);
    if (!made) {
      made = this.#make(encoding);
      this.#representations.set(encoding, made);
    }
    return made;
  }

  async #make(encoding: Encoding | undefined): Promise<Representation> {
    return {
      body: encoding ? await compress[encoding](this.#html) : this.#html,
      etag: `"${this.#hash}${encoding ? `-${encoding}` : ''}"`,
    };
  }

  /**
   * Sends the representation that the request asks for; 304 without a body when the client has it
   * already.
   */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS) ?? undefined;
    const { body, etag } = await this.#representation(encoding);
    const varyBefore = reply.getHeader('vary');
    reply
      .headers({
        'content-security-policy': this.#policy,
        'cache-control': 'no-cache',
        vary: varyBefore ? `${String(varyBefore)}, Accept-Encoding` : 'Accept-Encoding',
      })
      .type('text/html; charset=utf-8');
    if (reply.statusCode === 200) {
      reply.header('etag', etag);
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    }
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(body);
  }
}

/** If-None-Match compares weakly (RFC 9110, section 13.1.2): a proxy may have made the tag weak. */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ??
  false;

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const DEFAULT_POLICY = contentSecurityPolicy();

/**
 * Security headers of every answer; pages with inline scripts replace the policy by one with their
 * hashes.
 */
export async function securityHeaders(app: FastifyInstance, { isHttps }: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // With the policy for openers, which is sent by default, pages may share memory among threads
    // (decision 020).
    crossOriginEmbedderPolicy: true,
    hsts: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', DEFAULT_POLICY);
  });
}

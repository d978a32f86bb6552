import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { tooSoon } from '../http-problem.ts';

/** The part of an internet address that one customer of a provider has to himself: all of IPv4, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  const [mapped] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? before
      : [
          ...before,
          ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'),
          ...after,
        ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Limits per internet address, for the routes that ask for one with `perAddress`. */
export async function rateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => tooSoon(ttl),
  });
}

/** Route option: at most `most` requests per internet address in each window, times RATE_LIMIT_FACTOR (ruling G2). */
export const perAddress = ({ rateLimitFactor }: Config, most: number, windowMs: number) => ({
  rateLimit: { max: Math.max(1, Math.round(most * rateLimitFactor)), timeWindow: windowMs },
});

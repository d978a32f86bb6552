import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { tooSoon } from '../http-problem.ts';

/**
 * The network that one customer of an internet provider gets: the whole IPv4 address, or the first 64 bits of an IPv6 address.
 * What a proxy passes on and is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString();
}

/** Limits per network, for the routes that ask for one with `perAddress`. */
export async function rateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => tooSoon(ttl),
  });
}

/** A limit per network times RATE_LIMIT_FACTOR, at least 1. */
export const scaled = ({ rateLimitFactor }: Config, most: number): number =>
  Math.max(1, Math.round(most * rateLimitFactor));

/**
 * Route option: at most `most` requests per network in each window, times RATE_LIMIT_FACTOR
 * (docs/reference/protocol.md#g2).
 */
export const perAddress = (config: Config, most: number, windowMs: number) => ({
  rateLimit: { max: scaled(config, most), timeWindow: windowMs },
});

import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { tooManyRequests } from '../http-problem.ts';

/**
 * The network that one customer of an internet provider gets: the whole IPv4 address, or the first
 * 64 bits of an IPv6 address. A value from a proxy that is not an address stays as it is.
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

/** Networks that are counted for one route; beyond, those that asked longest ago are forgotten. */
const MOST_NETWORKS = 5000;

/**
 * Counts requests on a clock that never jumps, unlike the time of day: a clock that is set back
 * must not make limits of minutes last for days.
 */
export class SteadyStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { readonly since: number; count: number }>();

  incr(
    network: string,
    answer: (error: Error | null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(network);
    const window = known && now - known.since < windowMs ? known : { since: now, count: 0 };
    window.count += 1;
    // The map is ordered by the time of each client's last request.
    this.#windows.delete(network);
    this.#windows.set(network, window);
    if (this.#windows.size > MOST_NETWORKS)
      this.#windows.delete(this.#windows.keys().next().value!);
    answer(null, { current: window.count, ttl: Math.ceil(window.since + windowMs - now) });
  }

  child(): SteadyStore {
    return new SteadyStore();
  }
}

/** Limits per network, for the routes that ask for one with `perAddress`. */
export async function rateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: SteadyStore,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl),
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

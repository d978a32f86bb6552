import { isIP } from 'node:net';
import { messages } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { httpProblem, type HttpProblem } from '../http-problem.ts';

const withoutBrackets = (name: string): string => name.replace(/^\[|\]$/g, '');

/** Whether a host name or address means this machine itself. */
export const isLoopback = (name: string): boolean => {
  const bare = withoutBrackets(name);
  if (isIP(bare) > 0) return ipaddr.process(bare).range() === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
};

/**
 * Whether the name in the Host header of a request can be trusted to be ours without a setting: a loopback name or an IP address.
 * Any other name may belong to somebody who lets it point to this server (DNS rebinding).
 */
export const isOwnName = (name: string): boolean =>
  isLoopback(name) || isIP(withoutBrackets(name)) > 0;

/** The refusal of a request to a name that no setting says is ours. */
export const unknownName = (request: FastifyRequest): HttpProblem =>
  httpProblem(403, messages.unknownHost(request.hostname));

/**
 * The address that a request was sent to, for links in its answer.
 *
 * @throws HttpProblem 403 when it is a name that neither PUBLIC_URL nor ALLOWED_ORIGINS has.
 */
export function addressOf(
  request: FastifyRequest,
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const address = `${request.protocol}://${request.host}`;
  if (isOwnName(request.hostname) || allowedOrigins.includes(address)) return address;
  throw unknownName(request);
}

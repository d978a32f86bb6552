import { messages } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLoopback, isOwnName } from '../host-names.ts';
import { httpProblem, type HttpProblem } from '../http-problem.ts';

/**
 * Whether a request comes from this machine itself. A proxy on it connects from it too, but adds
 * one of these headers.
 */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers.via === undefined;

/** The refusal of a request to a name that no setting says is ours. */
export const unknownName = (request: FastifyRequest): HttpProblem =>
  httpProblem(403, messages.unknownHost(request.hostname));

/**
 * The address that a request was sent to, for links in its answer.
 *
 * @throws HttpProblem 403 when its host name is neither in PUBLIC_URL nor in ALLOWED_ORIGINS.
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

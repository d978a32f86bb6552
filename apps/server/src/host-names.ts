import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const withoutBrackets = (name: string): string => name.replace(/^\[|\]$/g, '');

/** Whether a host name or address means this machine itself. */
export const isLoopback = (name: string): boolean => {
  const bare = withoutBrackets(name);
  if (isIP(bare) > 0) return ipaddr.process(bare).range() === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
};

/**
 * Whether the name in the Host header of a request can be trusted to be ours without a setting: a
 * loopback name or an IP address. Any other name may belong to somebody who lets it point to this
 * server (DNS rebinding).
 */
export const isOwnName = (name: string): boolean =>
  isLoopback(name) || isIP(withoutBrackets(name)) > 0;

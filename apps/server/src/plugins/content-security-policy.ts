import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi;

/** CSP hash sources of the inline scripts of a page. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * What our pages may load (docs/reference/protocol.md#g3): nothing from other hosts except answers
 * of the compute origin, and only the inline scripts whose hashes are given. Compiled kernels may
 * run (decision 020), `eval` may not. Inline styles are allowed because the UI kit sets them.
 */
export const contentSecurityPolicy = (
  scriptHashes: readonly string[] = [],
  computeOrigin = '',
): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...new Set(scriptHashes)].join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", computeOrigin].filter((source) => source !== '').join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

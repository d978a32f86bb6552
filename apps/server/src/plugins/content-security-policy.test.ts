import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineScriptHashes } from './content-security-policy.ts';

describe('inlineScriptHashes', () => {
  it('hashes the scripts in the page, and only those', () => {
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
    expect(inlineScriptHashes('<script>alert(1)</script>')).toEqual([hash]);
    expect(inlineScriptHashes('<script type="module" async="">alert(1)</script>')).toEqual([hash]);
    expect(
      inlineScriptHashes(
        '<script src="/a.js"></script><script type="module" src=/b.js></script><p>x</p>',
      ),
    ).toEqual([]);
  });
});

describe('contentSecurityPolicy', () => {
  it('names each script once and no other host', () => {
    const policy = contentSecurityPolicy(["'sha256-a'", "'sha256-a'"]);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-a';");
    expect(policy).not.toMatch(/https?:|\*|(?<!wasm-)unsafe-eval/);
  });
});

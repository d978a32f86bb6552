import { describe, expect, it } from 'vitest';
import { wayBackIn, withWayBack } from './way-back.ts';

const query = (next: string): string => withWayBack('/login', next).search ?? '';

describe('the way back after a login', () => {
  it.each(['/simulate', '/simulate?a=b%20c&d#r1=eJw_-', '/', `/${'x'.repeat(1999)}`])(
    'is a place of this site: %s',
    (next) => {
      expect(wayBackIn(query(next))).toBe(next);
    },
  );

  it.each([
    '',
    'simulate',
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    '/simulate//x',
    '/simulate\\x',
    '/\t/example.com',
    '/\n/example.com',
    ' /simulate',
    '/sim ulate',
    'javascript:alert(1)',
    `/${'x'.repeat(2000)}`,
  ])('is nothing else: %j', (next) => {
    expect(wayBackIn(query(next))).toBeUndefined();
  });

  it('is home where the address has none', () => {
    expect(wayBackIn('')).toBeUndefined();
    expect(withWayBack('/login', undefined)).toEqual({ pathname: '/login' });
  });
});

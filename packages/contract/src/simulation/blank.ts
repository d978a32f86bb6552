/**
 * Whether a value is blank: missing, null, '' or white space. A blank value takes the default
 * (docs/reference/protocol.md#f6). A browser sends NaN as null. In a file of its own, so that a
 * page that asks this loads no schemas.
 */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

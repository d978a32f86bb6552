/** A number in plain decimals, such as -2, .5 or 1.5e-3; NaN for other text, such as 0x10 or ''. */
export const plainNumber = (text: string): number =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;

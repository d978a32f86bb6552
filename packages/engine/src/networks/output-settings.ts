export const CORNERS = ['xy', 'yx'] as const;
export const BOX_UNITS = ['pixels', 'shares'] as const;
export const BOX_FORMS = ['corners', 'centres'] as const;
export const ACTIVATIONS = ['none', 'sigmoid'] as const;

/** Keys of `output` that only some kinds have. */
export interface OutputSettings {
  /** Of depth: larger is nearer. */
  readonly inverse?: boolean;
  /** Of boxes, scores, labels: whether a corner is x, y or y, x; absent: x, y. */
  readonly corners?: (typeof CORNERS)[number];
  /** Of boxes and scores: two corners, or centre and sides; absent: corners. */
  readonly boxes?: (typeof BOX_FORMS)[number];
  /** What scores go through before they are compared; absent: nothing, of a mask by its values. */
  readonly activation?: (typeof ACTIVATIONS)[number];
  /** Of boxes: absent: pixels. */
  readonly unit?: (typeof BOX_UNITS)[number];
  /** Of a map of text: from which value on a pixel is text, ... */
  readonly level?: number;
  /** ... and by which share of its area over its perimeter a box is grown. */
  readonly growth?: number;
  /** Of key points: how many an object has, and numbers of each: 2, or 3 with a score. */
  readonly points?: readonly [count: number, numbers: number];
}

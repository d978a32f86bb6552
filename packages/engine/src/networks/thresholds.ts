/** Least score of results that are drawn over a picture. */
export const DRAWING_SCORE = 0.25;

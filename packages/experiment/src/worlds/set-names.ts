/** The name of a picture of a set, without its ending. */
export const pictureName = (index: number): string => String(index).padStart(6, '0');

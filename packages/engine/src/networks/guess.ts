/** What had to be guessed: keys of the descriptor, and the sentence that says it. */
export type Guess = readonly [keys: readonly string[], sentence: string];

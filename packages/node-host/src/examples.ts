/** The folder of the examples, in the repository and in the package. */
export const EXAMPLES = new URL('../../../examples/', import.meta.url);

/** Which part of a data set is taken. */
export const splitOption = {
  value: 'NAME',
  says: 'The part of the data set, such as train, or all; without it val, else test, else all.',
} as const;

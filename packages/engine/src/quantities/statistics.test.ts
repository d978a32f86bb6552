import { expect, test } from 'vitest';
import { studentT95 } from './statistics.ts';

// Fisher and Yates, Statistical Tables, table III.
test.each([
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [7, 2.365],
  [30, 2.042],
  [120, 1.98],
])("the 97.5 %% quantile of Student's t with %i degrees of freedom is %d", (degrees, value) => {
  expect(studentT95(degrees)).toBeCloseTo(value, 3);
});

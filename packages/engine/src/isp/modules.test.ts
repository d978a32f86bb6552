import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limitProblem } from '../field-descriptor.ts';
import { isps } from './list.ts';
import { ISP_MODULES, ispFields } from './order.ts';

describe('modules', () => {
  it('are all in the chain, one folder each', () => {
    expect(ISP_MODULES.map(({ id }) => id).toSorted()).toEqual(
      readdirSync(new URL('modules/', import.meta.url)).toSorted(),
    );
  });

  it('run in the order of the reference', () => {
    expect(ISP_MODULES.map(({ label }) => label).join(' ')).toBe(
      'DPC BLC AAF AWB CNF CFA CCM GAC CSC NLM BNF CEH EEH FCS HSC BCC SCL',
    );
  });

  it('need only what runs before them', () => {
    for (const [index, module] of ISP_MODULES.entries())
      if ('needs' in module)
        for (const need of module.needs)
          expect(ISP_MODULES.slice(0, index).map(({ id }) => id)).toContain(need);
  });

  it('begin with their switch; all keys are theirs and appear once', () => {
    for (const { id, label, fields } of ISP_MODULES) {
      expect(fields[0]).toMatchObject({
        kind: 'switch',
        key: `${id}Enabled`,
        label,
        default: id !== 'scl',
      });
      for (const { key } of fields) expect(key.startsWith(id)).toBe(true);
    }
    expect(new Set(ispFields.map(({ key }) => key)).size).toBe(ispFields.length);
    expect(isps.fastOpenIsp.fields).toBe(ispFields);
  });

  it('have defaults within their limits', () => {
    for (const field of ispFields) {
      const values =
        field.kind === 'number'
          ? [field.default]
          : field.kind === 'pair' || field.kind === 'matrix'
            ? field.default.flat()
            : [];
      for (const value of values)
        expect('unit' in field ? limitProblem(field, value) : undefined).toBeUndefined();
    }
  });
});

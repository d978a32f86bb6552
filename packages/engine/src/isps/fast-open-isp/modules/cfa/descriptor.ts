import { enabled, type IspModuleOf, type IspModuleFields } from '../../module-descriptor.ts';

export const cfaFields = [
  enabled('cfaEnabled', 'CFA'),
  {
    kind: 'choice',
    key: 'cfaType',
    label: 'CFA type',
    options: ['bilinear', 'malvar'],
    default: 'malvar',
    help: 'Method that interpolates the two missing colours of each pixel.',
  },
] as const satisfies IspModuleFields;

/** Colour filter array interpolation. */
export const cfa = {
  id: 'cfa',
  label: 'CFA',
  name: 'Colour filter array interpolation',
  fields: cfaFields,
  reads: ['bayer'],
  replaces: ['codes'],
  effort: 3,
  load: () => import('./apply.ts'),
} as const satisfies IspModuleOf<typeof cfaFields>;

import { enabled, type IspModuleDescriptor } from '../../module-descriptor.ts';

/** Colour filter array interpolation. */
export const cfa = {
  id: 'cfa',
  label: 'CFA',
  name: 'Colour filter array interpolation',
  fields: [
    enabled('cfaEnabled', 'CFA'),
    {
      kind: 'choice',
      key: 'cfaType',
      label: 'CFA type',
      options: ['bilinear', 'malvar'],
      default: 'malvar',
      help: 'How the two missing colours of a pixel are found.',
    },
  ],
} as const satisfies IspModuleDescriptor;

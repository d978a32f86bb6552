import { IconDeviceFloppy } from '@tabler/icons-react';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'Save';

/** Saves the recipe under its project; asks for a name where it has none. */
export const saveAction: Action = {
  label,
  icon: IconDeviceFloppy,
  controlKey: 's',
  feature: 'save',
  whyDisabled: (workbench) =>
    notInThisBuild(workbench, 'save', label) ??
    (workbench.project.isChanged || !workbench.project.project
      ? undefined
      : 'Everything is saved.'),
  hint: ({ project: { project } }) => project?.name,
  perform: ({ project }) => project.save(),
};

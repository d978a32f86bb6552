import type { ParametersOf } from '../../field-descriptor.ts';
import type { IspModuleDescriptor, IspStep } from './module-descriptor.ts';
import { aaf } from './modules/aaf/descriptor.ts';
import { awb } from './modules/awb/descriptor.ts';
import { bcc } from './modules/bcc/descriptor.ts';
import { blc } from './modules/blc/descriptor.ts';
import { bnf } from './modules/bnf/descriptor.ts';
import { ccm } from './modules/ccm/descriptor.ts';
import { ceh } from './modules/ceh/descriptor.ts';
import { cfa } from './modules/cfa/descriptor.ts';
import { cnf } from './modules/cnf/descriptor.ts';
import { csc } from './modules/csc/descriptor.ts';
import { dpc } from './modules/dpc/descriptor.ts';
import { eeh } from './modules/eeh/descriptor.ts';
import { fcs } from './modules/fcs/descriptor.ts';
import { gac } from './modules/gac/descriptor.ts';
import { hsc } from './modules/hsc/descriptor.ts';
import { nlm } from './modules/nlm/descriptor.ts';
import { scl } from './modules/scl/descriptor.ts';
import type { StepCode } from './step-code.ts';

/**
 * Every module, in the order in which they run. A new one needs a folder in `modules/` and a line
 * here.
 */
export const ISP_MODULES = [
  dpc,
  blc,
  aaf,
  awb,
  cnf,
  cfa,
  ccm,
  gac,
  csc,
  nlm,
  bnf,
  ceh,
  eeh,
  fcs,
  hsc,
  bcc,
  scl,
] as const;

export type IspModuleId = (typeof ISP_MODULES)[number]['id'];

/** Name of their parameter object in the request. */
export const ISP_WIRE_KEY = 'ispParams';

type IspField = (typeof ISP_MODULES)[number]['fields'][number];

/** All fields of the chain, in the order of the dialog. */
export const ispFields: readonly IspField[] = ISP_MODULES.flatMap<IspField>(({ fields }) => fields);

/** The parameters of all modules, by their names in the request. */
export type IspParameters = ParametersOf<typeof ispFields>;

/** Whether a module runs. */
export const isEnabled = (parameters: IspParameters, id: IspModuleId): boolean =>
  parameters[`${id}Enabled`];

/** Any module, without its own types. */
export type AnyModule = IspModuleDescriptor<IspParameters>;

/** Any step: a module, or `output`. */
export type AnyStep = IspStep<IspParameters>;

/** A step whose code has been loaded. */
export interface LoadedStep {
  readonly step: AnyStep;
  readonly code: StepCode<IspParameters>;
}

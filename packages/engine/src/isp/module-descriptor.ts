import type { Field, NumberField, SwitchField } from '../field-descriptor.ts';

/** What an ISP module says about itself: the dialog and the request schema are drawn from it. */
export interface IspModuleDescriptor {
  /** Three lower-case letters; its keys in the request begin with them. */
  readonly id: string;
  /** Heading of its section in the dialog. */
  readonly label: string;
  /** What the letters stand for. */
  readonly name: string;
  /** Ids of the modules without which it cannot run. */
  readonly needs?: readonly string[];
  /** The first is the switch that enables it. */
  readonly fields: readonly [SwitchField, ...Field[]];
}

/** The switch of a module. */
export const enabled = <const Key extends string>(key: Key, label: string, on = true) =>
  ({ kind: 'switch', key, label, default: on }) as const satisfies SwitchField;

/** A number without a unit. Fractions of a gain are cut off by the modules, as the reference does; `whole` refuses them. */
export const plain = <const Key extends string>(
  key: Key,
  label: string,
  value: number,
  limits: Pick<NumberField, 'min' | 'max' | 'above' | 'whole' | 'odd'>,
  help: string,
) =>
  ({
    kind: 'number',
    key,
    label,
    unit: '',
    default: value,
    ...limits,
    help,
  }) as const satisfies NumberField;

/** Gains are fixed-point numbers: 1024, or 256, is one. */
export const GAIN_LIMITS = { min: 0, max: 65535 } as const;

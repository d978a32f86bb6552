import type { Field, ParametersOf } from '../field-descriptor.ts';
import { fastOpenIsp } from './fast-open-isp/descriptor.ts';
import type { ColourFilters } from '../sensors/colour-filters.ts';
import type { IspCode } from './isp-code.ts';
import {
  MOSAICS,
  mosaicKind,
  takesMosaic,
  type IspDescriptor,
  type MosaicKind,
} from './isp-descriptor.ts';
import { reference } from './reference/descriptor.ts';

/**
 * Every ISP, in the order of the choice list; the blank choice shows the raw mosaic. A new one
 * needs a folder beside this file and a line here.
 */
export const isps = { fastOpenIsp, reference } as const;

type Isps = typeof isps;
export type IspId = keyof Isps;

type PlanOf<Id extends IspId> = {
  readonly id: Id;
  readonly parameters: ParametersOf<Isps[Id]['fields']>;
};

/** A chosen ISP with its parameters in engine units. */
export type IspPlan = { readonly [Id in IspId]: PlanOf<Id> }[IspId];

type ReportOf<One> = One extends {
  readonly load: () => Promise<{ readonly code: IspCode<infer _, infer Report> }>;
}
  ? Report
  : never;

/** What ISPs report, each under its own name: of the one that developed the picture. */
export type IspReports = {
  readonly [Id in IspId as Isps[Id]['reportKey']]?: ReportOf<Isps[Id]>;
};

/** An ISP whose functions take its own parameters only. */
export const ispNamed = (id: IspId): IspDescriptor => isps[id] as unknown as IspDescriptor;

/** Fills a plan in: an ISP with its defaults, or with parameters that its fields have read. */
export const planOfIsp = (id: IspId, parameters: ParametersOf<readonly Field[]>): IspPlan => ({
  id,
  parameters,
});

/** Kinds of sensors in the sentence of an ISP that does not take them. */
const SENSOR_KINDS: Readonly<Record<MosaicKind, string>> = {
  bayer: 'a Bayer one',
  mono: 'mono',
  tile: 'of another pattern',
};

/** Why an ISP cannot develop what a sensor gives; undefined where it can. */
export function whyNotDeveloped(id: IspId, sensor: ColourFilters): string | undefined {
  const { label, mosaics } = ispNamed(id);
  return takesMosaic({ mosaics }, sensor)
    ? undefined
    : `${label} needs a Bayer sensor; this one is ${SENSOR_KINDS[mosaicKind(sensor)]}: choose none or the tone curve.`;
}

/** Why an ISP cannot be suited to the light on a sensor; undefined where it can. */
export function whyNotSuited(
  id: IspId,
  sensor: ColourFilters,
): { readonly field: 'isp' | 'sensor'; readonly message: string } | undefined {
  const { label, mosaics, suit, lacks } = ispNamed(id);
  if (!suit) return { field: 'isp', message: lacks.suit! };
  if (takesMosaic({ mosaics }, sensor)) return undefined;
  const kinds = mosaics.map((kind) => MOSAICS[kind]).join(' and ');
  return {
    field: 'sensor',
    message: `${label} develops ${kinds} only: choose such a sensor to suit it to a light.`,
  };
}

/** The ISP that makes pictures of 16 bits where the chosen one does not. */
export const DEEP_ISP: IspId = (Object.keys(isps) as IspId[]).find((id) => ispNamed(id).isDeep)!;

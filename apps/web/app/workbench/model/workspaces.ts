import { WORKBENCH } from '../../accounts/way-back.ts';

/** The workspaces by their addresses: the workbench itself, and those that come with features. */
export const WORKSPACES = [
  { id: 'system', label: 'System Optimization', address: WORKBENCH },
  { id: 'optics-design', label: 'Optics Design', address: `${WORKBENCH}/optics` },
  { id: 'sensor-design', label: 'Sensor Design', address: `${WORKBENCH}/sensor` },
  // Its row is drawn only while it is on.
  { id: 'world', label: 'Scene Design', address: `${WORKBENCH}/scene` },
] as const;

/** The workspace at an address; undefined where there is none. */
export const workspaceAt = (pathname: string) =>
  WORKSPACES.find(({ address }) => address === pathname.replace(/\/$/, ''));

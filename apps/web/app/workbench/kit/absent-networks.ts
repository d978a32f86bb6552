import { deployment } from '../../api/deployment.ts';

/** Listed networks that no run here can use, by their labels, each with the reason. */
export async function absentNetworks(): Promise<ReadonlyMap<string, string>> {
  const { absentNetworks: names = [] } = await deployment();
  return new Map(
    names.map((name) => [
      name,
      `${name} is not installed on this server: whoever runs it installs it with "npm run models -- ${name}".`,
    ]),
  );
}

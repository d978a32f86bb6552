import type { Visitor } from './people.ts';

/** Files and fields of a form. */
export type Form = Readonly<
  Record<string, string | { readonly name: string; readonly content: string | Uint8Array }>
>;

/** Sends a form as a browser does. */
export async function sendForm(
  visitor: Visitor,
  form: Form,
  path = '/api/library',
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') body.append(name, value);
    else {
      const { content } = value;
      body.append(
        name,
        new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
        value.name,
      );
    }
  }
  // Made into its bytes here: the browser of the tests sends what it is given.
  const encoded = new Response(body);
  return visitor.post(path, undefined, {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: await encoded.arrayBuffer(),
  });
}

export const get = (visitor: Visitor, path: string): Promise<Response> =>
  visitor.post(path, undefined, { method: 'GET' });

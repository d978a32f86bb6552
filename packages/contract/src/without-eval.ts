// Zod would compile schemas with `new Function`, which the content security policy of the pages
// forbids and browsers report. A page and a worker import this before any schema. It is the object
// behind `z.config`: that function itself would bring zod to pages without schemas.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig ??= {};
shared.__zod_globalConfig.jitless = true;

export {};

import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contactMessages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('questionType', 'text', (column) => column.notNull())
    .addColumn('companyName', 'text', (column) => column.notNull())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('salesInquiries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('productType', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('companyName', 'text', (column) => column.notNull())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('applications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('resumeStoredName', 'text', (column) => column.notNull().unique())
    .addColumn('resumeOriginalName', 'text', (column) => column.notNull())
    .addColumn('resumeType', 'text', (column) => column.notNull())
    .addColumn('resumeBytes', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('licences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('keyHash', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('seats', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('revokedAt', 'bigint')
    .execute();
  await db.schema.createIndex('licences_of_address').on('licences').column('email').execute();
}

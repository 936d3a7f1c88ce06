import { z } from 'zod';

/** Every row has a UUID (version 7, so lists by id are lists by time). */
export const Id = z.uuid();
export type Id = z.infer<typeof Id>;

export const Locale = z.enum(['en', 'ko']);
export type Locale = z.infer<typeof Locale>;

/** A calendar day, 'YYYY-MM-DD', in the pack's time zone. */
export const Day = z.iso.date();
/** An instant, ISO 8601 with offset. */
export const Instant = z.iso.datetime({ offset: true });

/** Lower-case identifier used by packs for metrics, dimensions, entities, columns. */
export const PackRef = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/);

export const Dialect = z.enum(['postgres', 'mysql', 'mariadb', 'tsql', 'oracle', 'oracle11', 'hana']);
export type Dialect = z.infer<typeof Dialect>;

export const Role = z.enum(['analyst', 'approver', 'admin', 'auditor']);
export type Role = z.infer<typeof Role>;

import { z } from 'zod';

const Stored = z.union([z.string(), z.number(), z.boolean()]);

/** A column: its real name, or with how its values are stored where that differs. */
export const BoundColumnSource = z.union([
  z.string().min(1),
  z.strictObject({
    name: z.string().min(1),
    /** Standard value → stored value. */
    values: z.record(z.string(), Stored).optional(),
    /** The wider type that the pack declares. */
    as: z.enum(['decimal', 'timestamp', 'text']).optional(),
    /** A day stored as text of this form. */
    day: z.enum(['YYYYMMDD', 'YYYY-MM-DD']).optional(),
    /** With `day`: how "no day" is stored. */
    empty: z.string().max(20).optional(),
  }),
]);
export type BoundColumnSource = z.infer<typeof BoundColumnSource>;

/** A binding file: a pack's standard names to the real ones of one data source. */
export const BindingSource = z.strictObject({
  /** The pack it is for; absent: whichever it is read with. */
  pack: z.string().optional(),
  /** Schema of tables that name none. */
  schema: z.string().min(1).optional(),
  tables: z.record(z.string(), z.strictObject({ schema: z.string().min(1).optional(), name: z.string().min(1), columns: z.record(z.string(), BoundColumnSource).default({}) })),
});
export type BindingSource = z.infer<typeof BindingSource>;

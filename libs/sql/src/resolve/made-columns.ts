import type { TableColumn } from '@countersign/contracts';

/** The columns that a document becomes, those of nested paths with them. */
export const madeColumns = (columns: readonly TableColumn[]): TableColumn[] => columns.flatMap((column) => (column.nested ? madeColumns(column.nested) : [column]));

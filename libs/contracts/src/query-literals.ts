/** `at` is the UTF-16 offset of the construct in the text it was read from; trees built by code have none. */
export interface Placed {
  at?: number;
}

/** Number as written: `text` matches /^\d+(\.\d*)?([eE][+-]?\d+)?$|^\.\d+…/; never passes through a float. */
export interface NumberLiteral extends Placed {
  kind: 'number';
  text: string;
}

export interface StringLiteral extends Placed {
  kind: 'string';
  value: string;
}

export interface BooleanLiteral extends Placed {
  kind: 'boolean';
  value: boolean;
}

export interface NullLiteral extends Placed {
  kind: 'null';
}

/** DATE '2025-01-01', TIMESTAMP '…', TIME '…', INTERVAL '1 month'. */
export interface TypedLiteral extends Placed {
  kind: 'typed-literal';
  type: 'date' | 'timestamp' | 'timestamptz' | 'time' | 'interval';
  value: string;
}

/** FOR XML and FOR JSON: one value that holds all rows. */
export interface RowsAsDocument {
  language: 'xml' | 'json';
  mode: 'raw' | 'auto' | 'path' | 'explicit';
  /** Name of the element of a row; '' leaves it out. */
  element?: string;
  /** Name of the element (or member) around all rows; '' is the engine's own name for it. */
  root?: string;
  options: ('type' | 'binary base64' | 'elements' | 'elements xsinil' | 'elements absent' | 'include_null_values' | 'without_array_wrapper')[];
}

/** A canonical type of the registry: lower-case name ('numeric', 'text', 'timestamp'), modifiers, array depth. */
export interface TypeName {
  name: string;
  modifiers: number[];
  array: boolean;
}

/** One column that a function makes of a document. */
export interface TableColumn {
  name: string;
  /** The engine's own spelling of a plain type, in capitals: `VARCHAR2(10)`. Absent: the engine knows it. */
  type?: string;
  path?: string;
  /** A running number; whether the path is there; JSON as it stands. */
  how?: 'ordinality' | 'exists' | 'json';
  onError?: 'null' | 'error';
  onEmpty?: 'null' | 'error';
  /** NESTED PATH: a row for each part of the document at `path`, with these columns; it has no name itself ('' stands there). */
  nested?: TableColumn[];
}

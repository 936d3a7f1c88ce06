/** The driver brings no types; these are the parts that are used of it. */
declare module 'hdb' {
  const driver: { createClient(options: Record<string, unknown>): import('./hdb-surface-types.js').HdbClient };
  export default driver;
}
declare module 'hdb/lib/protocol/Parser.js' {
  const parser: import('./hdb-surface-types.js').HdbParserModule;
  export default parser;
}

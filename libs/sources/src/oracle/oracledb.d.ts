/** The driver brings no types; what is used of it is described beside. */
declare module 'oracledb' {
  const driver: import('./oracledb-surface.js').OracledbModule;
  export default driver;
}

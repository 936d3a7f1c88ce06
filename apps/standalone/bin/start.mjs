// npm start: everything for one machine. Works on a fresh clone, before anything is installed, and on a Node that is
// too old for the rest: so this file keeps to old syntax until the version is known.
import { existsSync } from 'node:fs';

var version = process.versions.node.split('.').map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error('Countersign needs Node 20.19 or newer, and this is ' + process.version + ': install a newer Node and start again');
  process.exit(1);
}

import('./prepare.mjs')
  .then(function (prepare) {
    return prepare.prepare().then(function () {
      if (!existsSync(prepare.startScript)) throw new Error('the build left no ' + prepare.startScript);
      return import(prepare.startScript);
    });
  })
  .catch(function (error) {
    console.error(error && error.oneLine ? error.message : error);
    process.exit(1);
  });

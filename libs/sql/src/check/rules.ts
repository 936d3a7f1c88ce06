import type { Rule } from './rule.js';
import { boundedColumns } from './rules/bounded-columns.js';
import { boundedNames } from './rules/bounded-names.js';
import { boundedTree } from './rules/bounded-tree.js';
import { boundedWork } from './rules/bounded-work.js';
import { cartesianJoin } from './rules/cartesian-join.js';
import { fabricatedRows } from './rules/fabricated-rows.js';
import { functions } from './rules/functions.js';
import { knownRelations } from './rules/known-relations.js';
import { placeholders } from './rules/placeholders.js';
import { subqueryDepth } from './rules/subquery-depth.js';
import { systemCatalogue } from './rules/system-catalogue.js';
import { systemNames } from './rules/system-names.js';

/** What holds for every query whoever asks: checked on the tree as it was read. */
export const RULES_BEFORE_NAMES: readonly Rule[] = [boundedTree, boundedColumns, boundedNames, placeholders, functions, systemCatalogue];

/** What is checked once every name is known to mean something. */
export const RULES_AFTER_NAMES: readonly Rule[] = [knownRelations, systemNames, fabricatedRows, subqueryDepth, boundedWork, cartesianJoin];

import { addDataSource, changePolicy, disableDataSource, disablePolicy, editDataSource, enableDataSource, giveGrant, listDataSources, listDrifts, listGrants, listPacks, listPeople, listPolicies, probeDataSource, revokeGrant, rotateCredential } from './admin.js';
import { decide, editReview, getReview, listReviews } from './approvals.js';
import { auditKey, exportAudit, listAudit } from './audit.js';
import { demo } from './demo.js';
import { health, ready } from './health.js';
import { askQuestion, cancelJob, clarifyJob, exportResult, getEvidence, getJob, getResult, jobEvents, listExports, listJobs, reviseJob, sendFeedback } from './questions.js';
import { getSchema } from './schema.js';
import { bindDataSource, discardDraft, draftRelease, getDraft, getRelease, listBindings, listDrafts, listPackVersions, listReleases, packSchema, openDraft, proveRelease, publishRelease, releaseDraft, rollbackPack, saveDraft, setPackOwner, tryDraft, withdrawRelease } from './packs.js';
import { actOnEscalation, decideProposal, listEscalations, listProposals, proposeMeaning } from './pack-care.js';
import { decideVerified, listVerified, proposeVerified, revokeVerified } from './verified.js';
import { checkSql, executeSql, listBlocked } from './sql.js';
import { createToken, listTokens, me, revokeToken, signIn, signOut, updateMe } from './session.js';

/** Every route there is. A route that is not here is not served. */
export const routes = {
  health, ready, demo, signIn, signOut, me, updateMe, listTokens, createToken, revokeToken,
  askQuestion, listJobs, getJob, jobEvents, getResult, exportResult, listExports, getEvidence, clarifyJob, reviseJob, cancelJob, sendFeedback,
  checkSql, executeSql, listBlocked,
  getSchema,
  listReviews, getReview, decide, editReview,
  listDataSources, addDataSource, probeDataSource, disableDataSource, editDataSource, rotateCredential, enableDataSource, listDrifts, bindDataSource, listPacks,
  listVerified, proposeVerified, decideVerified, revokeVerified,
  packSchema, listPackVersions, listReleases, draftRelease, getRelease, proveRelease, publishRelease, withdrawRelease, rollbackPack, setPackOwner,
  listDrafts, openDraft, getDraft, saveDraft, discardDraft, releaseDraft, tryDraft, listBindings,
  listEscalations, actOnEscalation, listProposals, proposeMeaning, decideProposal,
  listGrants, giveGrant, revokeGrant, listPolicies, changePolicy, disablePolicy, listPeople,
  listAudit, auditKey, exportAudit,
} as const;

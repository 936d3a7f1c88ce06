/** One registry of problem codes; each has an English and a Korean text. `{name}` marks a parameter. */
export const PROBLEMS = {
  // the request
  'invalid-body': { en: 'The request is not valid: {detail}', ko: '요청이 올바르지 않습니다: {detail}' },
  'bad-cursor': { en: 'That is no cursor of this list: start again without one.', ko: '이 목록의 커서가 아닙니다. 커서 없이 다시 시작하세요.' },
  'payload-too-large': { en: 'The request is larger than {limit}.', ko: '요청이 {limit}보다 큽니다.' },
  'unauthenticated': { en: 'Sign in first.', ko: '먼저 로그인하세요.' },
  'bad-credentials': { en: 'E-mail or password is wrong.', ko: '이메일 또는 비밀번호가 올바르지 않습니다.' },
  'csrf': { en: 'The request did not come from this console. Reload the page.', ko: '이 콘솔에서 온 요청이 아닙니다. 페이지를 새로 고치세요.' },
  'forbidden': { en: 'Your role does not allow this.', ko: '현재 역할로는 할 수 없습니다.' },
  'not-found': { en: 'There is no such thing here.', ko: '찾을 수 없습니다.' },
  'rate-limited': { en: 'Too many requests. Try again in {seconds} s.', ko: '요청이 너무 많습니다. {seconds}초 후에 다시 시도하세요.' },
  'conflict': { en: 'It changed meanwhile: now {state}.', ko: '그 사이에 변경되었습니다: 현재 {state}.' },
  'idempotency-mismatch': { en: 'This idempotency key was used for another request.', ko: '이 멱등 키는 다른 요청에 사용되었습니다.' },
  'service-unavailable': { en: 'The service can’t reach its database. Nothing was lost; try again.', ko: '서비스가 데이터베이스에 연결할 수 없습니다. 잃은 것은 없습니다. 다시 시도하세요.' },
  'internal': { en: 'Internal error. The reference is {reference}.', ko: '내부 오류입니다. 참조 번호: {reference}.' },
  // the question
  'question-empty': { en: 'The question is empty.', ko: '질문이 비어 있습니다.' },
  'question-too-long': { en: 'The question is longer than {limit} characters.', ko: '질문이 {limit}자보다 깁니다.' },
  'question-unreadable': { en: 'The question has control or invisible characters.', ko: '질문에 제어 문자나 보이지 않는 문자가 있습니다.' },
  'unknown-pack': { en: 'There is no such pack.', ko: '그런 팩이 없습니다.' },
  'unknown-data-source': { en: 'There is no such data source.', ko: '그런 데이터 소스가 없습니다.' },
  'data-source-not-ready': { en: 'The data source is {status}.', ko: '데이터 소스 상태: {status}.' },
  'engine-not-supported': { en: 'Data sources of engine {engine} are not supported yet.', ko: '{engine} 엔진의 데이터 소스는 아직 지원하지 않습니다.' },
  'access-ended': { en: 'Your access to this data ended, and with it to results from it.', ko: '이 데이터에 대한 권한이 끝나 결과도 볼 수 없습니다.' },
  'unknown-id': { en: 'There is no {what} with the id {id}.', ko: '{id} 식별자를 가진 {what}이(가) 없습니다.' },
  'policy-column-unknown': { en: 'Table {table} has no column {column}.', ko: '{table} 테이블에 {column} 열이 없습니다.' },
  'policy-mask-invalid': { en: 'The mask can’t be used on {source} ({rule}): {detail}', ko: '{source}에서 쓸 수 없는 마스크입니다 ({rule}): {detail}' },
  'policy-table-unknown': { en: 'No data source has a table {table}.', ko: '{table} 테이블이 있는 데이터 소스가 없습니다.' },
  'policy-predicate-invalid': { en: 'The row filter can’t be used on {source} ({rule}): {detail}', ko: '{source}에서 쓸 수 없는 행 필터입니다 ({rule}): {detail}' },
  'pack-unreadable': { en: 'That is no pack: {detail}', ko: '팩이 아닙니다: {detail}' },
  'not-pack-owner': { en: 'You do not keep this pack.', ko: '이 팩의 담당자가 아닙니다.' },
  'release-not-ready': { en: 'The release is {state}: {detail}', ko: '릴리스 상태는 {state}입니다: {detail}' },
  'release-outdated': { en: 'The pack changed meanwhile: version {was} → {now}. Draft it again.', ko: '그 사이에 팩이 변경되었습니다: 버전 {was} → {now}. 다시 작성하세요.' },
  'own-release': { en: 'This changes what people may see. Another person than {name} has to agree.', ko: '볼 수 있는 범위가 바뀝니다. {name} 님이 아닌 다른 사람이 동의해야 합니다.' },
  'not-verifiable': { en: 'This can’t become a verified query: {detail}', ko: '검증된 쿼리가 될 수 없습니다: {detail}' },
  'own-proposal': { en: 'You proposed or asked this. Another person decides.', ko: '본인이 제안했거나 질문한 것입니다. 다른 사람이 결정합니다.' },
  'not-proposable': { en: 'This can’t be proposed for the pack: {detail}', ko: '팩에 제안할 수 없습니다: {detail}' },
  'already-proposed': { en: 'The same is proposed already: {id}.', ko: '같은 제안이 이미 있습니다: {id}.' },
  'no-grant': { en: 'You have no grant on this data source.', ko: '이 데이터 소스에 대한 권한이 없습니다.' },
  'unanswerable': { en: 'This pack can’t answer that: it knows nothing of “{term}”.', ko: '이 팩으로는 답할 수 없습니다: “{term}”에 대한 정보가 없습니다.' },
  'not-a-question': { en: 'No question about the data was recognised.', ko: '데이터에 대한 질문을 찾지 못했습니다.' },
  'personal-data': { en: 'Personal data is asked for: {columns}. An unmask grant is needed.', ko: '개인정보를 요청했습니다: {columns}. 마스킹 해제 권한이 필요합니다.' },
  'write-request': { en: 'Data can be read here, never changed.', ko: '여기서는 데이터를 읽을 수만 있고 변경할 수 없습니다.' },
  'prompt-injection': { en: 'That is an instruction to the system, not a question about data.', ko: '데이터에 대한 질문이 아니라 시스템에 대한 지시입니다.' },
  'no-correct-plan': { en: 'There is no correct plan: {detail}', ko: '올바른 계획을 만들 수 없습니다: {detail}' },
  'nothing-revised': { en: 'Nothing is different: change the question or a choice.', ko: '달라진 것이 없습니다. 질문이나 선택을 바꾸세요.' },
  'revised': { en: 'The question was asked anew.', ko: '질문을 고쳐 다시 요청했습니다.' },
  'choice-unknown': { en: 'That is not one of the choices.', ko: '선택지에 없는 값입니다.' },
  'sql-empty': { en: 'There is no SQL.', ko: 'SQL이 없습니다.' },
  'sql-too-long': { en: 'The SQL is longer than {limit} characters.', ko: 'SQL이 {limit}자보다 깁니다.' },
  'nothing-edited': { en: 'The SQL means the same as before.', ko: 'SQL의 의미가 이전과 같습니다.' },
  'already-done': { en: 'This request was already carried out: {id}. What is shown only once is not shown again.', ko: '이미 처리된 요청입니다: {id}. 한 번만 표시되는 내용은 다시 표시하지 않습니다.' },
  // generation and gate
  'generation-failed': { en: 'No SQL could be produced: {detail}', ko: 'SQL을 만들지 못했습니다: {detail}' },
  'gate-rejected': { en: 'The gate rejected the SQL: {rule}.', ko: '게이트가 SQL을 거부했습니다: {rule}.' },
  'pack-not-bound': { en: 'The pack “{pack}” is not bound to {source}.', ko: '팩 “{pack}”은(는) {source}에 연결되어 있지 않습니다.' },
  'search-unavailable': { en: 'The search could not finish in time.', ko: '검색이 제시간에 끝나지 않았습니다.' },
  'gate-unavailable': { en: 'The gate could not finish in time; nothing was let through.', ko: '게이트가 제시간에 끝나지 않아 아무것도 통과시키지 않았습니다.' },
  'estimate-over-cap': { en: 'The estimate exceeds the cap: {what} {estimate} > {cap}.', ko: '예상치가 한도를 넘습니다: {what} {estimate} > {cap}.' },
  // approval
  'own-question': { en: 'You asked this. Another person decides.', ko: '본인이 한 질문입니다. 다른 사람이 결정합니다.' },
  'own-edit': { en: 'You edited this SQL. Another person decides.', ko: '본인이 수정한 SQL입니다. 다른 사람이 결정합니다.' },
  'not-approver': { en: 'You are not an approver.', ko: '승인자가 아닙니다.' },
  'agents-never-approve': { en: 'Tokens and agents may ask and withdraw, never decide.', ko: '토큰과 에이전트는 질문과 철회만 할 수 있고 결정할 수 없습니다.' },
  'already-decided': { en: '{name} decided at {at}: {decision}.', ko: '{name} 님이 {at}에 결정했습니다: {decision}.' },
  'not-awaiting-approval': { en: 'Nothing to decide: the job is {state}.', ko: '결정할 것이 없습니다: 작업 상태는 {state}입니다.' },
  'approval-partial': { en: '{signed} of {needed} approvals.', ko: '승인 {needed}건 중 {signed}건.' },
  'approval-expired': { en: 'The request expired at {at}.', ko: '요청이 {at}에 만료되었습니다.' },
  'digest-mismatch': { en: 'What you saw is not what would run. Reload.', ko: '화면의 내용이 실행될 내용과 다릅니다. 새로 고치세요.' },
  'reason-required': { en: 'A reason code is needed to reject or to request changes.', ko: '거부하거나 변경을 요청하려면 사유 코드가 필요합니다.' },
  // stale
  'stale-grant': { en: 'A grant was revoked or no longer covers {object}.', ko: '권한이 회수되었거나 {object}을(를) 더 이상 포함하지 않습니다.' },
  'stale-pack': { en: 'The pack changed: version {was} → {now}.', ko: '팩이 변경되었습니다: 버전 {was} → {now}.' },
  'stale-policy': { en: 'A policy changed.', ko: '정책이 변경되었습니다.' },
  'stale-schema': { en: 'The schema of {object} changed.', ko: '{object}의 스키마가 변경되었습니다.' },
  'stale-asker': { en: 'The asker no longer belongs to this organization.', ko: '질문자가 더 이상 이 조직에 속하지 않습니다.' },
  'stale-approver': { en: 'The approver no longer may approve.', ko: '승인자가 더 이상 승인할 수 없습니다.' },
  'stale-data-source': { en: 'The data source changed.', ko: '데이터 소스가 변경되었습니다.' },
  'approval-spent': { en: 'The approval was used.', ko: '승인이 이미 사용되었습니다.' },
  'approval-missing': { en: 'There is no valid approval.', ko: '유효한 승인이 없습니다.' },
  // execution
  'source-unreachable': { en: 'The data source can’t be reached.', ko: '데이터 소스에 연결할 수 없습니다.' },
  'source-auth-failed': { en: 'The data source refused the sign-in.', ko: '데이터 소스가 로그인을 거부했습니다.' },
  'source-writable': { en: 'The account can write: {detail}.', ko: '계정에 쓰기 권한이 있습니다: {detail}.' },
  'source-dropped': { en: 'The connection to the data source was lost.', ko: '데이터 소스와의 연결이 끊어졌습니다.' },
  'source-no-tls': { en: 'The data source offers no TLS.', ko: '데이터 소스가 TLS를 지원하지 않습니다.' },
  'query-failed': { en: 'The data source could not run the query: {kind}.', ko: '데이터 소스가 쿼리를 실행하지 못했습니다: {kind}.' },
  'time-cap': { en: 'Stopped after {limit} ms.', ko: '{limit}ms 후 중지했습니다.' },
  'byte-cap': { en: 'One row is larger than the byte cap of {limit}.', ko: '한 행이 바이트 한도 {limit}보다 큽니다.' },
  'cancelled': { en: 'Cancelled.', ko: '취소되었습니다.' },
  'collector-lost': { en: 'The collector was lost while running. It is not run again by itself.', ko: '실행 중 수집기와의 연결이 끊겼습니다. 자동으로 다시 실행하지 않습니다.' },
  'stage-fault': { en: 'A stage failed: {detail}', ko: '단계가 실패했습니다: {detail}' },
} as const satisfies Record<string, { en: string; ko: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Parameters that are codes of ours and no names of anybody's. */
const CODED: readonly string[] = ['state', 'status', 'detail', 'what', 'decision'];
const WORDS: Record<string, { en: string; ko: string }> = {
  'draft': { en: 'a draft', ko: '초안' },
  'proving': { en: 'being proved', ko: '검증 중' },
  'proved': { en: 'proved', ko: '검증됨' },
  'failed': { en: 'failed', ko: '실패' },
  'awaiting-second': { en: 'waiting for a second person', ko: '두 번째 사람 대기 중' },
  'published': { en: 'published', ko: '게시됨' },
  'withdrawn': { en: 'withdrawn', ko: '철회됨' },
  'another-version': { en: 'another version', ko: '다른 버전' },
  'decided': { en: 'decided by another person', ko: '다른 사람이 결정함' },
  'proposed': { en: 'proposed', ko: '제안됨' },
  'accepted': { en: 'accepted', ko: '수락됨' },
  'rejected': { en: 'rejected', ko: '거부됨' },
  'closed': { en: 'closed', ko: '닫힘' },
  'taken': { en: 'taken', ko: '담당자 있음' },
  'open': { en: 'open', ko: '열림' },
  'active': { en: 'in use', ko: '사용 중' },
  'revoked': { en: 'revoked', ko: '회수됨' },
  'expired': { en: 'expired', ko: '만료됨' },
  'ready': { en: 'ready', ko: '준비됨' },
  'unproven': { en: 'not checked yet', ko: '아직 확인되지 않음' },
  'refused': { en: 'refused', ko: '거부됨' },
  'disabled': { en: 'switched off', ko: '사용 중지됨' },
  'not-proved': { en: 'only what is proved is published', ko: '검증된 것만 게시할 수 있습니다' },
  'has-errors': { en: 'it has errors', ko: '오류가 있습니다' },
  'tests-fail': { en: 'tests of it fail', ko: '실패한 테스트가 있습니다' },
  'nothing-chosen': { en: 'nothing was chosen for this word', ko: '이 단어에 대해 선택한 것이 없습니다' },
  'no-such-meaning': { en: 'the pack does not ask about this word with this meaning', ko: '팩이 이 단어를 이 의미로 묻지 않습니다' },
  'says-so-already': { en: 'the pack says so already', ko: '팩에 이미 그렇게 되어 있습니다' },
  'group': { en: 'group', ko: '그룹' },
  'person': { en: 'person', ko: '사람' },
  'data source': { en: 'data source', ko: '데이터 소스' },
};

function worded(name: string, value: string | undefined, locale: 'en' | 'ko'): string | undefined {
  return value !== undefined && CODED.includes(name) && Object.hasOwn(WORDS, value) ? WORDS[value]?.[locale] : value;
}

/**
 * The text of a problem in a language, parameters filled in.
 * @example problemText('time-cap', 'en', { limit: '30000' }) // 'Stopped after 30000 ms.'
 */
export function problemText(code: ProblemCode, locale: 'en' | 'ko', params: Record<string, string> = {}): string {
  return PROBLEMS[code][locale].replace(/\{(\w+)\}/g, (whole, name: string) => worded(name, params[name], locale) ?? whole);
}

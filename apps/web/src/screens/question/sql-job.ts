import type { Job } from '@countersign/contracts';

type Candidate = Pick<NonNullable<Job['candidate']>, 'origin'>;

/** The SQL is a person's: what the question was read as does not say what it computes. */
export function writtenByPerson(candidate: Candidate | null): boolean {
  return candidate?.origin === 'sql' || candidate?.origin === 'person';
}

/** It began as SQL: there were no words to understand. */
export function beganAsSql(job: { candidate: Candidate | null; interpretation: unknown }): boolean {
  return job.interpretation === null && writtenByPerson(job.candidate);
}

/** Someone who proved who they are. */
export interface Proven {
  tenantId: string;
  personId: string;
}

/**
 * A way to prove who one is. Local passwords are one; an OpenID Connect callback will be another: both end in
 * {@link Proven} and then in the same session.
 */
export interface Authenticator<Proof> {
  /** undefined: not proven. Says nothing of why, and takes as long for an unknown name as for a wrong proof. */
  authenticate(proof: Proof): Promise<{ proven: Proven } | { proven: null; /** Whose name was used, when there is such a person. */ named: Proven | null }>;
}

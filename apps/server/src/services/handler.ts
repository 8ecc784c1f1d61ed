import type { Access, AccessOf, MethodName, ParsedParamsOf, ResultOf, Scope } from "@malote/contract";
import type { AppContext } from "../app-context.ts";

/** The caller of a method, as services see it. */
export type Caller = {
  contaId: string;
  usuarioId: string;
  /** Owner of the files that the caller sends and requests: the user; for a program, its token. */
  ownerId: string;
  /** Full name, which is stored with each flag that the caller sets. */
  nome: string;
  /** Administrator or owner of the conta (spec §6). */
  isManager: boolean;
  isProprietario: boolean;
  /** A person signed in with a password; false for a program with an API token. */
  isPerson: boolean;
  /** May send manifestações (spec §6). */
  isManifestante: boolean;
  /** The conta requires a second factor for manifestações, and this user has none. */
  lacksSecondFactor: boolean;
  /** Time of the person's last authentication; null for a program. */
  authenticatedAt: Date | null;
  /** Scopes of a program's token; null for a person, to whom only the access table applies. */
  scopes: readonly Scope[] | null;
  /** The only empresas whose documents the caller sees; null = all. */
  empresas: readonly string[] | null;
  /** Id of the session; for a program that of its token, which rotation does not change. */
  sessionId: string;
  /** UF of the conta; days are in its zone. */
  contaUf: string;
  /** A demo conta of the sandbox. */
  contaSandbox: boolean;
};

/** What the HTTP layer knows of a request before authentication. */
export type Visit = {
  /** Written to the log and shown with an internal error. */
  requestId: string;
  ip: string;
  /** Only a POST request may start anything. */
  isPost: boolean;
  /** User-Agent, truncated. */
  userAgent: string | null;
  /** The file cookie; only if the browser states that our own page sent the request. */
  fileToken: string | null;
  /** Sets the file cookie of the answer; null removes it. */
  setFileToken(token: string | null): void;
};

export type PublicContext = AppContext & { visit: Visit };
export type SignedInContext = PublicContext & { caller: Caller };

/** A `public` handler has no caller: code that reads the session does not compile. */
export type ContextOf<A extends Access> = A extends "public" ? PublicContext : SignedInContext;

export type Handler<N extends MethodName> = (
  ctx: ContextOf<AccessOf<N>>,
  params: ParsedParamsOf<N>,
) => Promise<ResultOf<N>>;

/** One handler per method of a service ("Nota"); without a name, of the whole contract. */
export type Handlers<Service extends string = string> = {
  [N in Extract<MethodName, `${Service}.${string}`>]: Handler<N>;
};

import type { Access, AccessOf, Escopo, MethodName, ParsedParamsOf, ResultOf } from "@malote/contract";
import type { AppContext } from "../app-context.ts";

/** Who is calling, as far as services may know. */
export type Caller = {
  contaId: string;
  usuarioId: string;
  /** Whose the files are that they send and ask for: the person's; of a program, its token's. */
  donoId: string;
  /** Full name, as marks remember who set them. */
  nome: string;
  /** Administrator or owner of the conta (spec §6). */
  isManager: boolean;
  isProprietario: boolean;
  /** Signed in with a password; false for a program with an API token. */
  isPerson: boolean;
  /** May manifest on documents (spec §6). */
  isManifestante: boolean;
  /** The conta lets only users with a second factor manifest, and this one has none. */
  lacksSegundoFator: boolean;
  /** When the person last proved who they are; null: a program. */
  autenticadaEm: Date | null;
  /** What its token allows a program; null: a person, to whom only the table of access applies. */
  escopos: readonly Escopo[] | null;
  /** The only companies whose documents they see; null: all of them. */
  empresas: readonly string[] | null;
  /** Of the session; of a program, its token's, which rotating leaves as it is. */
  sessaoId: string;
  /** State of the conta, in whose zone days are read. */
  contaUf: string;
  /** A demo conta of the sandbox. */
  contaSandbox: boolean;
};

/** What the door knows of one request before anybody is known. */
export type Visit = {
  /** Written to the log and shown with an internal error. */
  requestId: string;
  ip: string;
  /** Only with what came by POST may anything begin. */
  isPost: boolean;
  /** User-Agent, cut. */
  agente: string | null;
  /** The file cookie, present only when the browser says that our own page sent the request. */
  arquivoToken: string | null;
  /** Sets the file cookie of the answer; null takes it away. */
  setArquivoToken(token: string | null): void;
};

export type PublicContext = AppContext & { visit: Visit };
export type SignedInContext = PublicContext & { caller: Caller };

/** A `public` handler gets no caller: one that reads the session does not compile. */
export type ContextOf<A extends Access> = A extends "public" ? PublicContext : SignedInContext;

export type Handler<N extends MethodName> = (
  ctx: ContextOf<AccessOf<N>>,
  params: ParsedParamsOf<N>,
) => Promise<ResultOf<N>>;

/** One handler for every method of a service ("Nota"); without a name, of the whole contract. */
export type Handlers<Servico extends string = string> = {
  [N in Extract<MethodName, `${Servico}.${string}`>]: Handler<N>;
};

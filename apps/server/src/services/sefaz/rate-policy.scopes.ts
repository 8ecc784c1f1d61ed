import type { Ambiente, SefazModelo } from "@malote/sefaz";
import type { Clock } from "../../clock.ts";
import type { PolicyClock, SlotRequest } from "../../db/index.ts";
import { type QuotaName, SEFAZ_QUOTAS } from "./quotas.ts";

/** A request to SEFAZ, as far as the rate policy needs. */
export type SefazRequest<T> = {
  sandbox: boolean;
  /** Default: "1", production. */
  ambiente?: Ambiente;
  autorizador: string;
  modelo: SefazModelo;
  servico: "consulta" | "evento" | "distribuicao" | "status";
  /** CNPJ (or CPF) of the client certificate, complete. */
  certificadoCnpj: string;
  /** Identifies that certificate among others of the CNPJ; default: the CNPJ. */
  certificado?: string;
  /** The document: one request at a time for each. */
  chave?: string;
  cotas: readonly QuotaName[];
  /**
   * Pause of this CNPJ at this service and modelo after such an answer, in ms; 0 = none. Only
   * requests with their own `descanso` observe it: after a 137 the distribution pauses, and single
   * NSUs may still be requested.
   */
  descanso?: (answer: T) => number;
};

/** Added to the client's timeout, in ms, by the database's clock: the client gives up first. */
const FLIGHT_MARGIN_MS = 30_000;

// biome-ignore lint/suspicious/noExplicitAny: a scope does not depend on what is answered
type AnyRequest = SefazRequest<any>;

/** The environment of a request: the sandbox never counts against production. */
export function environmentOf({ sandbox, ambiente = "1" }: AnyRequest): string {
  if (sandbox) return "simulador";
  return ambiente === "1" ? "producao" : "homologacao";
}

/** Least difference that shows a moved day, in ms: more than two readings of one clock differ. */
const MOVED_MS = 1_000;

/** The clock of the policy: the database's, unless the simulator's day was moved. */
export function policyClockOf({ sandbox }: Pick<AnyRequest, "sandbox">, clock: Clock): PolicyClock {
  if (!sandbox) return null;
  const now = clock.now();
  if (clock.machine === undefined) return now;
  return Math.abs(now.getTime() - clock.machine().getTime()) > MOVED_MS ? now : null;
}

function cnpjScopeOf(request: AnyRequest): string {
  return `${environmentOf(request)} cnpj ${request.certificadoCnpj}`;
}

/**
 * The scope of a block (656, 678): this CNPJ at the authorizer that answered, for all services there. The
 * distribution of a modelo has a scope of its own, by the CNPJ queried. @source NT 2014.002, NT 2018.002
 */
export function blockScopeOf(request: AnyRequest): string {
  const { autorizador, servico } = request;
  if (servico === "distribuicao") return `${pauseScopeOf(request)} ${autorizador} bloqueio`;
  return `${cnpjScopeOf(request)} ${autorizador} bloqueio`;
}

/** One service of one modelo, for one CNPJ. */
export function pauseScopeOf(request: AnyRequest): string {
  return `${cnpjScopeOf(request)} ${request.servico} ${request.modelo}`;
}

/** A certificate at one authorizer. Two certificates of a CNPJ are distinct if the caller identifies them. */
function certificateScopeOf(request: AnyRequest): string {
  const { certificado, certificadoCnpj, autorizador } = request;
  return `${environmentOf(request)} certificado ${certificado ?? certificadoCnpj} ${autorizador}`;
}

/** A request with all its scopes. */
export function toSlotRequest(
  request: AnyRequest,
  o: { id: string; now: PolicyClock; timeoutMs: number },
): SlotRequest {
  const { autorizador, modelo, servico, chave } = request;
  const environment = environmentOf(request);
  const certificado = certificateScopeOf(request);
  const breaker = `${environment} ${autorizador} ${modelo} ${servico}`;
  return {
    id: o.id,
    now: o.now,
    ambito: environment,
    bloqueios: [
      ...[blockScopeOf(request), certificado],
      ...(request.descanso ? [pauseScopeOf(request)] : []),
    ],
    disjuntor: breaker,
    certificado,
    voo: chave === undefined ? `${pauseScopeOf(request)} ${autorizador}` : `${environment} chave ${chave}`,
    vooMs: o.timeoutMs + FLIGHT_MARGIN_MS,
    cotas: request.cotas.map((nome) => {
      const { limite, janelaMs } = SEFAZ_QUOTAS[nome];
      return { escopo: quotaScopeOf(nome, request, breaker), limite, janelaMs };
    }),
  };
}

function quotaScopeOf(nome: QuotaName, request: AnyRequest, breaker: string): string {
  const { por } = SEFAZ_QUOTAS[nome];
  if (por === "autorizador") return `${breaker} ${nome}`;
  const cnpj = `${cnpjScopeOf(request)} ${nome}`;
  return por === "cnpj" ? `${cnpj} ${request.modelo}` : `${cnpj} ${request.chave ?? ""}`;
}

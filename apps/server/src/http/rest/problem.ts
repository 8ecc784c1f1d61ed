import { type FieldError, formatMessage, type MessageKey, PROBLEM_TITLES } from "@malote/contract";
import type { Response } from "express";
import { isRetryable, Refusal, Unauthorized } from "../../errors.ts";
import { clientErrorStatusOf } from "../client-fault.ts";
import { stampRequest } from "../read-visit.ts";

/** A refusal with an HTTP status, raised by the REST layer itself. */
export class Problem extends Error {
  readonly status: number;
  readonly codigo: MessageKey;
  readonly erros: FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    codigo: MessageKey,
    o: {
      values?: Record<string, string | number>;
      erros?: FieldError[];
      headers?: Record<string, string>;
    } = {},
  ) {
    super(formatMessage(codigo, o.values));
    this.name = "Problema";
    this.status = status;
    this.codigo = codigo;
    this.erros = o.erros ?? [];
    this.headers = o.headers ?? {};
  }
}

/** Refusals whose status is not 422. A key that ends in NaoEncontrada or NaoEncontrado gives 404. */
const STATUS: Partial<Record<MessageKey, number>> = {
  acessoRestrito: 403,
  escopoAusente: 403,
  manifestacaoSemPermissao: 403,
  manifestacaoSemSegundoFator: 403,
  reautenticacaoNecessaria: 403,
  cursorInvalido: 400,
  arquivoEmPreparo: 409,
  arquivoExpirado: 404,
  caixaRepetida: 409,
  emailEmLeitura: 409,
  empresaRepetida: 409,
  manifestacaoEmEnvio: 409,
  certificadoGrande: 413,
  importacaoGrande: 413,
  arquivosDemais: 429,
  antivirusFora: 503,
  arquivoComVirus: 403,
  arquivoSemExame: 403,
  certificadosOcupados: 503,
  coletaPedidaHaPouco: 429,
  idempotencyChavesDemais: 429,
  importacoesDemais: 429,
  muitasCaixasSalvas: 429,
  muitasColetasPedidas: 429,
  muitosCertificados: 429,
  muitosTestesCaixa: 429,
  muitosPedidosSenha: 429,
  restLimite: 429,
  sefazConsultaRecente: 429,
  papelIndisponivel: 404,
  logoAusente: 404,
  originalNaoGuardado: 404,
  emailParcial: 403,
};
const NOT_FOUND = /NaoEncontrad[ao]$/;
/** Default Retry-After of a limit, and of an unavailable dependency, in seconds. */
const MINUTE_S = 60;
const RETRY_S = 5;

/** Converts an error to a problem.   @returns bug: whether to log it as an error */
export function toProblem(error: unknown, hasToken: boolean): { problem: Problem; bug: boolean } {
  if (error instanceof Problem) return { problem: error, bug: false };
  if (error instanceof Unauthorized) {
    const headers = { "WWW-Authenticate": hasToken ? 'Bearer error="invalid_token"' : "Bearer" };
    return {
      problem: new Problem(401, hasToken ? "restTokenRecusado" : "restSemToken", { headers }),
      bug: false,
    };
  }
  if (error instanceof Refusal) return { problem: ofRefusal(error), bug: false };
  if (isRetryable(error)) {
    return {
      problem: new Problem(503, "restIndisponivel", { headers: { "Retry-After": String(RETRY_S) } }),
      bug: false,
    };
  }
  const fault = clientErrorStatusOf(error);
  if (fault !== null) return { problem: new Problem(fault, "restEnderecoIlegivel"), bug: false };
  return { problem: new Problem(500, "restErro"), bug: true };
}

function ofRefusal(refusal: Refusal): Problem {
  const { key, campo: field, values = {} } = refusal;
  const status = STATUS[key] ?? (NOT_FOUND.test(key) ? 404 : 422);
  const { segundos: seconds = Number(values.minutos ?? 1) * MINUTE_S } = values;
  return new Problem(status, key, {
    values,
    erros: field === undefined ? [] : [{ campo: fieldOf(field), mensagem: refusal.message }],
    headers: status === 429 || status === 503 ? { "Retry-After": String(seconds) } : {},
  });
}

/** REST names of fields that services name as in JSON-RPC; a filter's fields are flat in REST. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  searchKey: "q",
  searchCnpjCpfEmpresa: "cnpjEmpresa",
  "searchDateRange.de": "de",
  "searchDateRange.ate": "ate",
};

function fieldOf(field: string): string {
  return FIELD_NAMES[field] ?? field.replace(/^(searchFilter|empresa|caixaEmail|caixa|webhook)\./, "");
}

/** Sends a problem (RFC 9457). */
export function sendProblem(res: Response, problem: Problem): void {
  const { status, codigo, message: mensagem, erros, headers } = problem;
  const requestId = stampRequest(res);
  for (const name of ["ETag", "Content-Disposition", "Content-Encoding", "Digest", "Repr-Digest"])
    res.removeHeader(name);
  res.status(status).set(headers);
  res.set({ "Content-Type": "application/problem+json; charset=utf-8", "Cache-Control": "no-store" });
  const title = PROBLEM_TITLES[status] ?? String(status);
  const type = `urn:malote:problema:${codigo}`;
  res.end(JSON.stringify({ type, title, status, detail: mensagem, mensagem, codigo, erros, requestId }));
}

import { type ErroCampo, formatMensagem, type MensagemKey, TITULOS_DE_PROBLEMA } from "@malote/contract";
import type { Response } from "express";
import { isForLater, Refusal } from "../../errors.ts";
import { Unauthorized } from "../../services/auth/unauthorized.ts";
import { clientFaultOf } from "../client-fault.ts";
import { stampRequest } from "../visit.ts";

/** A refusal with an HTTP status, raised by the REST layer itself. */
export class Problema extends Error {
  readonly status: number;
  readonly codigo: MensagemKey;
  readonly erros: ErroCampo[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    codigo: MensagemKey,
    o: {
      values?: Record<string, string | number>;
      erros?: ErroCampo[];
      headers?: Record<string, string>;
    } = {},
  ) {
    super(formatMensagem(codigo, o.values));
    this.name = "Problema";
    this.status = status;
    this.codigo = codigo;
    this.erros = o.erros ?? [];
    this.headers = o.headers ?? {};
  }
}

/** Refusals whose status is not 422. A key that ends in NaoEncontrada or NaoEncontrado gives 404. */
const STATUS: Partial<Record<MensagemKey, number>> = {
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
const AUSENTE = /NaoEncontrad[ao]$/;
/** Default Retry-After of a limit, and of an unavailable dependency, in seconds. */
const MINUTO_S = 60;
const VOLTA_S = 5;

/** Converts an error to a problem.   @returns bug: whether to log it as an error */
export function toProblema(error: unknown, hasToken: boolean): { problema: Problema; bug: boolean } {
  if (error instanceof Problema) return { problema: error, bug: false };
  if (error instanceof Unauthorized) {
    const headers = { "WWW-Authenticate": hasToken ? 'Bearer error="invalid_token"' : "Bearer" };
    return {
      problema: new Problema(401, hasToken ? "restTokenRecusado" : "restSemToken", { headers }),
      bug: false,
    };
  }
  if (error instanceof Refusal) return { problema: ofRefusal(error), bug: false };
  if (isForLater(error)) {
    return {
      problema: new Problema(503, "restIndisponivel", { headers: { "Retry-After": String(VOLTA_S) } }),
      bug: false,
    };
  }
  const fault = clientFaultOf(error);
  if (fault !== null) return { problema: new Problema(fault, "restEnderecoIlegivel"), bug: false };
  return { problema: new Problema(500, "restErro"), bug: true };
}

function ofRefusal(refusal: Refusal): Problema {
  const { key, campo, values = {} } = refusal;
  const status = STATUS[key] ?? (AUSENTE.test(key) ? 404 : 422);
  const { segundos = Number(values.minutos ?? 1) * MINUTO_S } = values;
  return new Problema(status, key, {
    values,
    erros: campo === undefined ? [] : [{ campo: fieldOf(campo), mensagem: refusal.message }],
    headers: status === 429 || status === 503 ? { "Retry-After": String(segundos) } : {},
  });
}

/** REST names of fields that services name as in JSON-RPC; a filter's fields are flat in REST. */
const CAMPOS: Readonly<Record<string, string>> = {
  searchKey: "q",
  searchCnpjCpfEmpresa: "cnpjEmpresa",
  "searchDateRange.de": "de",
  "searchDateRange.ate": "ate",
};

function fieldOf(campo: string): string {
  return CAMPOS[campo] ?? campo.replace(/^(searchFilter|empresa|caixaEmail|caixa|webhook)\./, "");
}

/** Sends a problem (RFC 9457). */
export function sendProblema(res: Response, problema: Problema): void {
  const { status, codigo, message: mensagem, erros, headers } = problema;
  const requestId = stampRequest(res);
  for (const name of ["ETag", "Content-Disposition", "Content-Encoding", "Digest", "Repr-Digest"])
    res.removeHeader(name);
  res.status(status).set(headers);
  res.set({ "Content-Type": "application/problem+json; charset=utf-8", "Cache-Control": "no-store" });
  const title = TITULOS_DE_PROBLEMA[status] ?? String(status);
  const type = `urn:malote:problema:${codigo}`;
  res.end(JSON.stringify({ type, title, status, detail: mensagem, mensagem, codigo, erros, requestId }));
}

import type { Uf } from "@malote/syntax";
import type { Ambiente, ServicoSefaz } from "./servicos.ts";

/** Who answers: the UF itself, a virtual SEFAZ, one of contingency, or the Ambiente Nacional. */
export type Autorizador = Uf | "SVRS" | "SVAN" | "SVSP" | "SVC-AN" | "SVC-RS" | "SVC-SP" | "AN";

/** Autorizador → ambiente → address of each service that it has. */
export type Enderecos = Partial<Record<Autorizador, Record<Ambiente, Partial<Record<ServicoSefaz, string>>>>>;

/** The two questions of one authorizer, under one base. */
export function perguntas(
  base: string,
  consultaProtocolo: string,
  statusServico: string,
): Partial<Record<ServicoSefaz, string>> {
  return { consultaProtocolo: base + consultaProtocolo, statusServico: base + statusServico };
}

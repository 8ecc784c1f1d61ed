import type { Uf } from "@malote/syntax";
import type { Ambiente, SefazService } from "./services.ts";

/** The authorizer of a document: the UF itself, a virtual SEFAZ, a contingency, or the Ambiente Nacional. */
export type Authorizer = Uf | "SVRS" | "SVAN" | "SVSP" | "SVC-AN" | "SVC-RS" | "SVC-SP" | "AN";

/** Autorizador → ambiente → address of each of its services. */
export type Addresses = Partial<Record<Authorizer, Record<Ambiente, Partial<Record<SefazService, string>>>>>;

/** The addresses of both services of an authorizer, under one base URL. */
export function underBase(
  base: string,
  consultaProtocolo: string,
  statusServico: string,
): Partial<Record<SefazService, string>> {
  return { consultaProtocolo: base + consultaProtocolo, statusServico: base + statusServico };
}

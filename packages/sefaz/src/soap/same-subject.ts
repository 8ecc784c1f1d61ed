import type { ChaveAcesso } from "@malote/syntax";
import type { Layout } from "../tables/layouts.ts";
import type { Ambiente } from "../tables/services.ts";
import { SefazOutage } from "../transport/outage.ts";
import { type FoundElement, text } from "./elements.ts";

/** The document that a request is about. */
export type ConsultaSubject = { chave: ChaveAcesso; ambiente: Ambiente };

/** Asserts that every part of a response is about the requested document and ambiente.
 * @throws SefazOutage resposta-de-outra-chave or resposta-de-outro-ambiente */
export function assertSameSubject(
  parts: readonly FoundElement[],
  { chave, ambiente }: ConsultaSubject,
  layout: Layout,
): void {
  for (const part of parts) {
    if ((text(part, layout.chave) ?? chave) !== chave)
      throw new SefazOutage("resposta-de-outra-chave", `requested ${chave}`);
    if ((text(part, "tpAmb") ?? ambiente) !== ambiente) {
      throw new SefazOutage("resposta-de-outro-ambiente", `requested ${ambiente}`);
    }
  }
}

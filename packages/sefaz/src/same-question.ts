import type { ChaveAcesso } from "@malote/syntax";
import { SefazOutage } from "./outage.ts";
import type { Leiaute } from "./tables/leiautes.ts";
import type { Ambiente } from "./tables/servicos.ts";
import { type Elemento, text } from "./xml.ts";

/** What was asked about. */
export type Pergunta = { chave: ChaveAcesso; ambiente: Ambiente };

/** Makes sure that no part of an answer speaks of another document or ambiente than the one asked about.
 * @throws SefazOutage resposta-de-outra-chave or resposta-de-outro-ambiente */
export function assertSameQuestion(
  partes: readonly Elemento[],
  { chave, ambiente }: Pergunta,
  leiaute: Leiaute,
): void {
  for (const parte of partes) {
    if ((text(parte, leiaute.chave) ?? chave) !== chave)
      throw new SefazOutage("resposta-de-outra-chave", `asked ${chave}`);
    if ((text(parte, "tpAmb") ?? ambiente) !== ambiente) {
      throw new SefazOutage("resposta-de-outro-ambiente", `asked ${ambiente}`);
    }
  }
}

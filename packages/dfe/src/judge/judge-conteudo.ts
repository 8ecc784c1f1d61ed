import type { Assinado } from "../assinatura/find-assinado.ts";
import type { Findings } from "../findings.ts";
import { PORTAL } from "../read/locate.ts";
import type { ParsedXml } from "../xml/parse.ts";
import { walkBelow } from "../xml/tree.ts";

/** Looks at the bytes as such: repairs, strangers beside the signed element, and what hides inside it. */
export function judgeConteudo(parsed: ParsedXml, lugar: Assinado, findings: Findings): void {
  if (parsed.encodingRepaired) findings.add("codificacao-reparada");
  if (parsed.edgesRepaired) findings.add("bordas-reparadas");
  if (!lugar.assinado.namespace.startsWith(PORTAL)) findings.add("sem-namespace");
  const { noEnvelope, emVolta } = lugar.estranhos;
  if (noEnvelope.length > 0)
    findings.add("estrutura-inesperada", { detalhe: noEnvelope.join(" ").slice(0, 80) });
  if (emVolta.length > 0) findings.add("sobras-em-volta", { detalhe: emVolta.join(" ").slice(0, 80) });
  walkBelow(lugar.assinado, (node) => {
    if (typeof node === "string") return;
    // A signature does not cover comments; one of them can cut a value in two for a careless reader.
    if (node.kind === "comment") findings.add("comentario-no-assinado");
    if (node.kind === "instruction") findings.add("instrucao-no-assinado");
    if (node.kind === "cdata") findings.add("cdata-no-assinado");
  });
}

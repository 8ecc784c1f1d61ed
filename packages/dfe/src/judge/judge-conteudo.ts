import type { Findings } from "../findings.ts";
import type { Localizado } from "../read/locate.ts";
import { NFE_NAMESPACE } from "../read/locate.ts";
import type { ParsedXml } from "../xml/parse.ts";
import { walkBelow } from "../xml/tree.ts";

/** Looks at the bytes as such: repairs, strangers beside the signed element, and what hides inside it. */
export function judgeConteudo(parsed: ParsedXml, lugar: Localizado, findings: Findings): void {
  if (parsed.encodingRepaired) findings.note("codificacao-reparada");
  if (parsed.edgesRepaired) findings.note("bordas-reparadas");
  if (lugar.assinado.namespace !== NFE_NAMESPACE) findings.grave("sem-namespace");
  const { noEnvelope, emVolta } = lugar.estranhos;
  if (noEnvelope.length > 0) findings.grave("estrutura-inesperada", noEnvelope.join(" ").slice(0, 80));
  if (emVolta.length > 0) findings.note("estrutura-inesperada", emVolta.join(" ").slice(0, 80));
  walkBelow(lugar.assinado, (node) => {
    if (typeof node === "string") return;
    // A signature does not cover comments; one of them can cut a value in two for a careless reader.
    if (node.kind === "comment") findings.grave("comentario-no-assinado");
    if (node.kind === "instruction") findings.grave("instrucao-no-assinado");
    if (node.kind === "cdata") findings.note("cdata-no-assinado");
  });
}

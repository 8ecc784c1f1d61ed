import { makeAchado } from "./achados.ts";
import { judgeDocumento } from "./judge/judge-documento.ts";
import { type Aberto, findDfe, openDfe } from "./read/read-dfe.ts";
import { holdsAssinatura } from "./reparo/hold-assinatura.ts";
import { listReparos } from "./reparo/list-reparos.ts";
import type { Confianca, Exame } from "./veredito.ts";

/** Reads and judges the bytes of one file in one pass: what it is, what its signature proves, who signed, what its protocol and its
 * form say, and whether undoing what e-mail does to files brings the signed original back. It asks nobody: authorization and
 * revocation are SEFAZ's and the authority's to say. Never throws for its input. */
export function examineDfe(bytes: Uint8Array, confianca: Confianca): Exame {
  const exame = judge(openDfe(bytes), confianca);
  return isWorthRepair(exame) ? (repair(bytes, exame, confianca) ?? exame) : exame;
}

function judge(aberto: Aberto, confianca: Confianca): Exame {
  const { leitura, bytes } = aberto;
  return { leitura, reparo: null, bytes, ...judgeDocumento(aberto, confianca) };
}

/** Only what claims a signature can prove anything, and only when it does not hold as it came. Elements that are missing or too many are
 * not what e-mail does to a file: no reversal brings them or takes them away. */
function isWorthRepair({ leitura, assinatura, veredito }: Exame): boolean {
  if (veredito === null || (leitura.kind === "ilegivel" && leitura.motivo === "estrutura")) return false;
  return assinatura.estado === "invalida" || assinatura.motivos.includes("codificacao-reparada");
}

/** The first reversal after which the signature holds: that text is what was signed. The bytes as they came keep their own word. */
function repair(received: Uint8Array, { assinatura }: Exame, confianca: Confianca): Exame | null {
  for (const { nomes, bytes } of listReparos(received)) {
    if (!holdsAssinatura(findDfe(bytes))) continue;
    const exame = judge(openDfe(bytes), confianca);
    if (exame.assinatura.estado !== "valida") continue;
    return {
      ...exame,
      assinatura,
      reparo: { nomes },
      achados: [...exame.achados, makeAchado("reparada", { detalhe: nomes.join(" ") })],
    };
  }
  return null;
}

import { makeAchado } from "./achados.ts";
import { judgeDocumento } from "./judge/judge-documento.ts";
import { assinaturaOf, vereditoOf } from "./judge/veredito-of.ts";
import { type Aberto, openDfe } from "./read/read-dfe.ts";
import { listReparos } from "./reparo/list-reparos.ts";
import type { Confianca, Exame } from "./veredito.ts";

/** Reads and judges the bytes of one file in one pass: what it is, what its signature proves, who signed, what its protocol and its
 * form say, and whether undoing what e-mail does to files brings the signed original back. It asks nobody: authorization and
 * revocation are SEFAZ's and the authority's to say. Never throws for its input. */
export function examineDfe(bytes: Uint8Array, confianca: Confianca): Exame {
  const exame = judge(openDfe(bytes), confianca);
  return isWorthRepair(exame) ? (repair(exame, confianca) ?? exame) : exame;
}

function judge(aberto: Aberto, confianca: Confianca): Exame {
  const { leitura, bytes } = aberto;
  const { achados, certificado, julgado } = judgeDocumento(aberto, confianca);
  const assinatura = assinaturaOf(achados);
  const veredito = julgado ? vereditoOf(achados) : null;
  return { leitura, veredito, assinatura, reparo: null, achados, certificado, bytes };
}

/** Only what claims a signature can prove anything, and only when it does not hold as it came. */
function isWorthRepair({ assinatura, veredito }: Exame): boolean {
  return veredito !== null && (assinatura.estado === "invalida" || isGuessed(assinatura.motivos));
}

function isGuessed(motivos: Exame["assinatura"]["motivos"]): boolean {
  return motivos.includes("codificacao-reparada");
}

/** The first reversal after which the signature holds: that text is what was signed. The bytes as they came keep their own word. */
function repair(received: Exame, confianca: Confianca): Exame | null {
  for (const { nomes, bytes } of listReparos(received.bytes)) {
    const exame = judge(openDfe(bytes), confianca);
    if (exame.assinatura.estado !== "valida" || exame.veredito === null) continue;
    const detalhe = nomes.join(" ");
    return {
      ...exame,
      leitura: { ...exame.leitura, raiz: received.leitura.raiz },
      assinatura: received.assinatura,
      reparo: { nomes },
      achados: [...exame.achados, makeAchado("reparada", { detalhe })],
    };
  }
  return null;
}

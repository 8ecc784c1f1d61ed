import type { PapelMdfe } from "@malote/dfe";
import { joinParts } from "../blocos/escrita.ts";
import { isSemAutorizacao, judgeResposta, type Veredito, writeSemAutorizacao } from "../blocos/resposta.ts";
import { AVISO_NAO_CONFERIDA, PROTOCOLO_NAO_CONFERIDO } from "../folha/conferencia.ts";
import { formatInstantePapel } from "../folha/formatos-papel.ts";
import type { Situacao } from "../impressao.ts";
import { CONTINGENCIA, CONTINGENCIA_PRAZO, PROTOCOLO, SEM_AUTORIZACAO, SEM_PROTOCOLO } from "./texts.ts";

/** tpEmis of a manifest that travels before SEFAZ responds. */
export const EM_CONTINGENCIA = "2";

/** The verdict on SEFAZ's response about a manifest. */
export function judgeMdfe({ protocolo }: PapelMdfe): Veredito {
  return judgeResposta("mdfe", protocolo && { ...protocolo, motivo: protocolo.xMotivo });
}

/** The content of the protocol box; without title in contingency. */
export function protocoloOf(
  papel: PapelMdfe,
  situacao: Situacao | undefined,
): { titulo?: string; texto: string; corpo: number } {
  const { ide, protocolo } = papel;
  if (situacao === "nao-conferida") {
    const texto = joinParts([AVISO_NAO_CONFERIDA, protocolo?.numero]);
    return { titulo: PROTOCOLO_NAO_CONFERIDO, texto, corpo: 8.5 };
  }
  const veredito = judgeMdfe(papel);
  if (veredito === "ausente" && ide.tipoEmissao === EM_CONTINGENCIA) {
    const quando = ide.dataEmissao === null ? "" : ` (${formatInstantePapel(ide.dataEmissao)})`;
    return { texto: `${CONTINGENCIA}\n${CONTINGENCIA_PRAZO}${quando}`, corpo: 8.5 };
  }
  if (isSemAutorizacao(veredito)) {
    const resposta = protocolo && { ...protocolo, motivo: protocolo.xMotivo };
    const words = { resposta, ausente: SEM_PROTOCOLO, recusada: SEM_AUTORIZACAO };
    return { titulo: PROTOCOLO, texto: writeSemAutorizacao(veredito, words), corpo: 8.5 };
  }
  const depois = veredito === "autorizada" ? [] : [protocolo?.cStat, protocolo?.xMotivo];
  const texto = joinParts([
    protocolo?.numero,
    formatInstantePapel(protocolo?.data ?? null),
    joinParts(depois, " "),
  ]);
  return { titulo: PROTOCOLO, texto, corpo: 9.5 };
}

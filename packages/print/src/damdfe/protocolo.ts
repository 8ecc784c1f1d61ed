import type { PrintedMdfe } from "@malote/dfe";
import { formatPrintedInstant } from "../page/print-formats.ts";
import { AVISO_NAO_CONFERIDA, PROTOCOLO_NAO_CONFERIDO } from "../page/status-texts.ts";
import type { Situacao } from "../print-request.ts";
import {
  isSemAutorizacao,
  judgeResponse,
  type Veredito,
  writeSemAutorizacao,
} from "../sections/sefaz-response.ts";
import { joinParts } from "../sections/write-values.ts";
import { CONTINGENCIA, CONTINGENCIA_PRAZO, PROTOCOLO, SEM_AUTORIZACAO, SEM_PROTOCOLO } from "./texts.ts";

/** tpEmis of a manifest that travels before SEFAZ responds. */
export const EM_CONTINGENCIA = "2";

/** The verdict on SEFAZ's response about a manifest. */
export function judgeMdfe({ protocolo }: PrintedMdfe): Veredito {
  return judgeResponse("mdfe", protocolo && { ...protocolo, motivo: protocolo.xMotivo });
}

/** The content of the protocol box; without title in contingency. */
export function protocoloOf(
  form: PrintedMdfe,
  situacao: Situacao | undefined,
): { title?: string; text: string; fontSize: number } {
  const { ide, protocolo } = form;
  if (situacao === "nao-conferida") {
    const text = joinParts([AVISO_NAO_CONFERIDA, protocolo?.numero]);
    return { title: PROTOCOLO_NAO_CONFERIDO, text, fontSize: 8.5 };
  }
  const veredito = judgeMdfe(form);
  if (veredito === "ausente" && ide.tipoEmissao === EM_CONTINGENCIA) {
    const quando = ide.dataEmissao === null ? "" : ` (${formatPrintedInstant(ide.dataEmissao)})`;
    return { text: `${CONTINGENCIA}\n${CONTINGENCIA_PRAZO}${quando}`, fontSize: 8.5 };
  }
  if (isSemAutorizacao(veredito)) {
    const response = protocolo && { ...protocolo, motivo: protocolo.xMotivo };
    const words = { response, absent: SEM_PROTOCOLO, refused: SEM_AUTORIZACAO };
    return { title: PROTOCOLO, text: writeSemAutorizacao(veredito, words), fontSize: 8.5 };
  }
  const depois = veredito === "autorizada" ? [] : [protocolo?.cStat, protocolo?.xMotivo];
  const text = joinParts([
    protocolo?.numero,
    formatPrintedInstant(protocolo?.data ?? null),
    joinParts(depois, " "),
  ]);
  return { title: PROTOCOLO, text, fontSize: 9.5 };
}

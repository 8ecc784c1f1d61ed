import type { PrintedMdfe } from "@malote/dfe";
import { formatPrintedInstant } from "../page/print-formats.ts";
import { UNVERIFIED_NOTICE, UNVERIFIED_PROTOCOLO } from "../page/status-texts.ts";
import type { PrintSituacao } from "../print-request.ts";
import {
  isUnauthorized,
  judgeResponse,
  type Veredito,
  writeUnauthorized,
} from "../sections/sefaz-response.ts";
import { joinParts } from "../sections/write-values.ts";
import { CONTINGENCIA, CONTINGENCIA_DEADLINE, NO_PROTOCOLO, PROTOCOLO, UNAUTHORIZED } from "./texts.ts";

/** tpEmis of a manifest that travels before SEFAZ responds. */
export const EM_CONTINGENCIA = "2";

/** The verdict on SEFAZ's response about a manifest. */
export function judgeMdfe({ protocolo }: PrintedMdfe): Veredito {
  return judgeResponse("mdfe", protocolo && { ...protocolo, motivo: protocolo.xMotivo });
}

/** The content of the protocol box; without title in contingency. */
export function protocoloOf(
  form: PrintedMdfe,
  situacao: PrintSituacao | undefined,
): { title?: string; text: string; fontSize: number } {
  const { ide, protocolo } = form;
  if (situacao === "nao-conferida") {
    const text = joinParts([UNVERIFIED_NOTICE, protocolo?.numero]);
    return { title: UNVERIFIED_PROTOCOLO, text, fontSize: 8.5 };
  }
  const veredito = judgeMdfe(form);
  if (veredito === "ausente" && ide.tipoEmissao === EM_CONTINGENCIA) {
    const when = ide.dataEmissao === null ? "" : ` (${formatPrintedInstant(ide.dataEmissao)})`;
    return { text: `${CONTINGENCIA}\n${CONTINGENCIA_DEADLINE}${when}`, fontSize: 8.5 };
  }
  if (isUnauthorized(veredito)) {
    const response = protocolo && { ...protocolo, motivo: protocolo.xMotivo };
    const words = { response, absent: NO_PROTOCOLO, refused: UNAUTHORIZED };
    return { title: PROTOCOLO, text: writeUnauthorized(veredito, words), fontSize: 8.5 };
  }
  const after = veredito === "autorizada" ? [] : [protocolo?.cStat, protocolo?.xMotivo];
  const text = joinParts([
    protocolo?.numero,
    formatPrintedInstant(protocolo?.data ?? null),
    joinParts(after, " "),
  ]);
  return { title: PROTOCOLO, text, fontSize: 9.5 };
}

import type { PrintedEvento } from "@malote/dfe";
import { formatPrintedInstant } from "../page/print-formats.ts";
import { AVISO_NAO_CONFERIDA, PROTOCOLO_NAO_CONFERIDO } from "../page/status-texts.ts";
import type { Situacao } from "../print-request.ts";
import {
  type HeldResponse,
  judgeResponse,
  type Veredito,
  writeSemAutorizacao,
} from "../sections/sefaz-response.ts";
import { joinParts } from "../sections/write-values.ts";
import { PROTOCOLO, RESPOSTA, SEM_REGISTRO } from "./texts.ts";

/** The verdict on SEFAZ's response about an evento. */
export function judgeRegistro({ registro }: PrintedEvento): Veredito {
  return judgeResponse("evento", respondidoOf(registro));
}

function respondidoOf(registro: PrintedEvento["registro"]): HeldResponse | null {
  return registro && { ...registro, numero: registro.protocolo, motivo: registro.xMotivo };
}

/** The content of the protocol box. */
export function registroOf(
  form: PrintedEvento,
  situacao: Situacao | undefined,
): { title: string; text: string } {
  const { registro } = form;
  if (situacao === "nao-conferida") {
    return {
      title: PROTOCOLO_NAO_CONFERIDO,
      text: joinParts([AVISO_NAO_CONFERIDA, registro?.protocolo]),
    };
  }
  const veredito = judgeRegistro(form);
  if (veredito === "registrada") {
    const text = joinParts([registro?.protocolo, formatPrintedInstant(registro?.data ?? null)]);
    return { title: PROTOCOLO, text };
  }
  const words = { response: respondidoOf(registro), absent: SEM_REGISTRO, refused: SEM_REGISTRO };
  return { title: RESPOSTA, text: writeSemAutorizacao(veredito, words) };
}

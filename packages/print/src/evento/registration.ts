import type { PrintedEvento } from "@malote/dfe";
import { formatPrintedInstant } from "../page/print-formats.ts";
import { UNVERIFIED_NOTICE, UNVERIFIED_PROTOCOLO } from "../page/status-texts.ts";
import type { PrintSituacao } from "../print-request.ts";
import {
  type HeldResponse,
  judgeResponse,
  type Veredito,
  writeUnauthorized,
} from "../sections/sefaz-response.ts";
import { joinParts } from "../sections/write-values.ts";
import { PROTOCOLO, RESPONSE, UNREGISTERED } from "./texts.ts";

/** The verdict on SEFAZ's response about an evento. */
export function judgeRegistro({ registro }: PrintedEvento): Veredito {
  return judgeResponse("evento", answeredOf(registro));
}

function answeredOf(registro: PrintedEvento["registro"]): HeldResponse | null {
  return registro && { ...registro, numero: registro.protocolo, motivo: registro.xMotivo };
}

/** The content of the protocol box. */
export function registroOf(
  form: PrintedEvento,
  situacao: PrintSituacao | undefined,
): { title: string; text: string } {
  const { registro } = form;
  if (situacao === "nao-conferida") {
    return {
      title: UNVERIFIED_PROTOCOLO,
      text: joinParts([UNVERIFIED_NOTICE, registro?.protocolo]),
    };
  }
  const veredito = judgeRegistro(form);
  if (veredito === "registrada") {
    const text = joinParts([registro?.protocolo, formatPrintedInstant(registro?.data ?? null)]);
    return { title: PROTOCOLO, text };
  }
  const words = { response: answeredOf(registro), absent: UNREGISTERED, refused: UNREGISTERED };
  return { title: RESPONSE, text: writeUnauthorized(veredito, words) };
}

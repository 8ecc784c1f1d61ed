import type { PapelEvento } from "@malote/dfe";
import { joinParts } from "../blocos/escrita.ts";
import { judgeResposta, type Respondido, type Veredito, writeSemAutorizacao } from "../blocos/resposta.ts";
import { AVISO_NAO_CONFERIDA, PROTOCOLO_NAO_CONFERIDO } from "../folha/conferencia.ts";
import { formatInstantePapel } from "../folha/formatos-papel.ts";
import type { Situacao } from "../impressao.ts";
import { PROTOCOLO, RESPOSTA, SEM_REGISTRO } from "./texts.ts";

/** The verdict on SEFAZ's response about an evento. */
export function judgeRegistro({ registro }: PapelEvento): Veredito {
  return judgeResposta("evento", respondidoOf(registro));
}

function respondidoOf(registro: PapelEvento["registro"]): Respondido | null {
  return registro && { ...registro, numero: registro.protocolo, motivo: registro.xMotivo };
}

/** The content of the protocol box. */
export function registroOf(
  papel: PapelEvento,
  situacao: Situacao | undefined,
): { titulo: string; texto: string } {
  const { registro } = papel;
  if (situacao === "nao-conferida") {
    return {
      titulo: PROTOCOLO_NAO_CONFERIDO,
      texto: joinParts([AVISO_NAO_CONFERIDA, registro?.protocolo]),
    };
  }
  const veredito = judgeRegistro(papel);
  if (veredito === "registrada") {
    const texto = joinParts([registro?.protocolo, formatInstantePapel(registro?.data ?? null)]);
    return { titulo: PROTOCOLO, texto };
  }
  const words = { resposta: respondidoOf(registro), ausente: SEM_REGISTRO, recusada: SEM_REGISTRO };
  return { titulo: RESPOSTA, texto: writeSemAutorizacao(veredito, words) };
}

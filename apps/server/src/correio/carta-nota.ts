import {
  formatChave,
  formatData,
  formatDataHora,
  formatDocumento,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import type { DadosEnvio } from "../services/envio/envio.rules.ts";
import { type Conteudo, cleanNome, type Papel } from "./conteudo.ts";

/**
 * E-mail about a received document that its issuer cancelled: its data, its flags in Malote, and what to do.
 */
export function writeNotaCancelada(dados: DadosEnvio<"nota-cancelada">, papel: Papel): Conteudo {
  const documento = `${formatTipoNota(dados.tipoNota)} ${dados.numeroNota}`;
  const emitente = cleanNome(dados.nomeEmitente);
  return {
    assunto: `Cancelamento na SEFAZ: ${documento}`,
    previa: dados.processadoErp
      ? "O documento já está marcado como processado no ERP: é preciso desfazer o lançamento."
      : "O documento ainda não foi processado no ERP: não o lance.",
    titulo: `Cancelamento na SEFAZ: ${documento}`,
    tom: "aviso",
    abertura:
      "O emitente cancelou este documento. O XML que você recebeu continua guardado, mas para a SEFAZ ele não vale mais.",
    fatos: [
      ["Emitente", emitente],
      ["CNPJ ou CPF", formatDocumento(dados.cnpjEmitente)],
      ["Valor", formatReais(dados.valorTotal)],
      ["Emissão", formatData(dados.dataEmissao, papel.zona)],
      ["Cancelamento", dados.canceladaEm ? formatDataHora(dados.canceladaEm, papel.zona) : NAO_DITO],
      ["Processado no ERP", dados.processadoErp ? "sim" : "não"],
      ["Mercadoria recebida", dados.recebido ? "sim" : "não"],
      ["Chave de acesso", formatChave(dados.chave)],
    ],
    secoes: [{ titulo: "O que fazer", texto: adviceOf(dados) }],
    botao: { rotulo: "Abrir o documento", href: `${papel.urlBase}/nota/${dados.notaId}` },
    rodape: `Você recebe este aviso como responsável pela conta ${papel.identificador} no Malote. Ele não se repete para este documento.`,
  };
}

const NAO_DITO = "a SEFAZ não informou quando";

function adviceOf({ processadoErp, recebido }: DadosEnvio<"nota-cancelada">): string {
  const lancamento = processadoErp
    ? "Desfaça o lançamento no ERP e suspenda o pagamento. O ERP também recebe esta mudança pelo Malote."
    : "Não lance este documento e não pague por ele.";
  const mercadoria = recebido
    ? "Como a mercadoria está marcada como recebida, peça ao emitente um documento que a substitua."
    : "Se a mercadoria chegar, peça ao emitente um documento que o substitua antes de recebê-la.";
  return `${lancamento} ${mercadoria}`;
}

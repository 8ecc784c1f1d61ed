import type { MessageKey } from "../messages/messages.ts";

/** Why documents of a selection do not accept a manifestação, in a few words after their number. */
export const LOTE_REASONS: Partial<Record<MessageKey, string>> = {
  notaNaoEncontrada: "não encontradas",
  manifestacaoSoNfe: "não são NF-e",
  manifestacaoSoRecebida: "não são recebidas",
  manifestacaoDeTerceiros: "de terceiros",
  manifestacaoEmQuarentena: "em quarentena",
  manifestacaoDeDesconhecida: "não constam na SEFAZ",
  manifestacaoDeCancelada: "canceladas ficam de fora",
  manifestacaoDeDenegada: "denegadas ficam de fora",
  manifestacaoDesativada: "de empresa sem manifestação ligada",
  manifestacaoSemCertificado: "de empresa sem certificado",
  manifestacaoCertificadoVencido: "com certificado vencido",
  manifestacaoCertificadoFuturo: "com certificado ainda não válido",
  cienciaDepoisDaConclusiva: "já têm manifestação conclusiva",
  cienciaRepetida: "já têm ciência",
  manifestacaoVigente: "já estão assim",
  manifestacaoEsgotada: "já mudaram o máximo de vezes",
  manifestacaoEmEnvio: "já em envio",
  manifestacaoForaDoPrazo: "fora do prazo",
  cienciaForaDoPrazo: "fora do prazo de 10 dias",
};

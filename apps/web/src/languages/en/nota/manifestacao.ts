import type * as source from "../../../texts/nota/manifestacao.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/manifestacao.ts`: the recipient's statement. */
export const manifestacaoTexts: Translated<typeof source.manifestacaoTexts> = {
  titulo: "Recipient's statement",
  status: {
    0: "No statement",
    1: "Operation confirmed",
    2: "Operation unknown",
    3: "Operation not performed",
    4: "Operation acknowledged",
  },
  significa: {
    1: "The goods arrived, or the service was performed, as the document says.",
    2: "Your company did not make this purchase. SEFAZ notifies the issuer.",
    3: "The purchase existed, but did not take place: refusal, return on delivery, loss.",
    4: "Your company knows of the document and has not decided yet. Makes the XML available at SEFAZ.",
  },
  escolher: "Submit statement",
  mudar: "Change the statement",
  desde: (quando) => `Recorded at SEFAZ on ${quando}`,
  nenhuma: "There is no statement about this document yet.",
  enviando: (palavra) => `${palavra}: sending to SEFAZ…`,
  enviandoTexto: "You can leave this screen: the sending continues.",
  ate: (quando) => `until ${quando}`,
  encerrado: (quando) => `deadline ended on ${quando}`,
  impedimentos: {
    atual: "is the one recorded",
    conclusiva: "there is already a conclusive statement",
  },
  registrada: (palavra) => `${palavra}: recorded at SEFAZ.`,
  recusada: (palavra) => `${palavra}: SEFAZ refused it`,
  falhou: (palavra) => `${palavra}: could not be sent`,
  automatica: "Automatic acknowledgement of the company",
  por: (quem, quando) => `Requested by ${quem} on ${quando}`,
  dialogo: {
    titulo: "Submit a statement to SEFAZ",
    ligarSegundoFator: "Turn on the second factor",
    aviso:
      "The statement is signed with the certificate of your company and cannot be withdrawn, only replaced by another one.",
    justificativa: "Why the operation was not performed",
    dica: (min, max) => `From ${min} to ${max} characters. It goes to SEFAZ and to the issuer.`,
    curta: (min, max) => `Write the reason in ${min} to ${max} characters.`,
    conta: (n, max) => `${n} of ${max}`,
    enviar: "Send to SEFAZ",
    falta: "Choose what your company states about this operation.",
    escolha: "What your company states about this operation",
    varias: (n, soma) => `${n} documents, ${soma}`,
  },
  lote: {
    botao: "Submit statement",
    feito: (n) => (n === 1 ? "1 statement requested at SEFAZ." : `${n} statements requested at SEFAZ.`),
    resultado: "Result by document",
    resumo: (ok, falhas) =>
      `${ok === 1 ? "1 statement requested" : `${ok} statements requested`}, ${falhas} not.`,
    ok: "Requested",
  },
  filtro: "Statement",
};

/** English texts of the SEFAZ queries. */
export const consultaTexts: Translated<typeof source.consultaTexts> = {
  aba: "SEFAZ",
  vazio: "SEFAZ has not been queried yet",
  vazioTexto:
    "Each query of SEFAZ about this document appears here, with who requested it and the answer received.",
  proxima: (quando) => `Next query ${quando}`,
  origens: {
    recebimento: "When the document arrived",
    agenda: "Automatic check",
    pessoa: "Requested by a person",
    certificado: "When the certificate arrived",
    auditor: "Auditor",
  },
  pessoa: (quem) => `Requested by ${quem}`,
  servicos: { consulta: "Query", evento: "Event sent", distribuicao: "Distribution" },
  semResposta: "No answer",
  nacional: "National Environment",
  instante: "less than 0,1 s",
  autorizador: (nome) => `authorizer ${nome}`,
  demorou: (texto) => `answered in ${texto}`,
};

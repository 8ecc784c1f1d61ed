import type * as source from "../../../texts/nota/manifestacao.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the manifestação do destinatário. */
export const manifestacaoTexts: Translated<typeof source.manifestacaoTexts> = {
  titulo: "Manifestación del destinatario",
  status: {
    0: "Sin manifestación",
    1: "Operación confirmada",
    2: "Operación desconocida",
    3: "Operación no realizada",
    4: "Toma de conocimiento de la operación",
  },
  significa: {
    1: "La mercadería llegó, o el servicio se prestó, como dice la factura.",
    2: "Su empresa no hizo esta compra. La SEFAZ avisa al emisor.",
    3: "La compra existió, pero no se realizó: rechazo, devolución en la entrega, extravío.",
    4: "Su empresa conoce la factura y todavía no decidió. Habilita el XML en la SEFAZ.",
  },
  escolher: "Enviar manifestación",
  mudar: "Cambiar la manifestación",
  desde: (quando) => `Registrada en la SEFAZ el ${quando}`,
  nenhuma: "Este documento todavía no tiene manifestación.",
  enviando: (palavra) => `${palavra}: enviando a la SEFAZ…`,
  enviandoTexto: "Puede salir de esta pantalla: el envío continúa.",
  ate: (quando) => `hasta el ${quando}`,
  encerrado: (quando) => `el plazo terminó el ${quando}`,
  impedimentos: {
    atual: "es la que está registrada",
    conclusiva: "ya hay una manifestación conclusiva",
  },
  registrada: (palavra) => `${palavra}: registrada en la SEFAZ.`,
  recusada: (palavra) => `${palavra}: la SEFAZ la rechazó`,
  falhou: (palavra) => `${palavra}: no se pudo enviar`,
  automatica: "Toma de conocimiento automática de la empresa",
  por: (quem, quando) => `Pedida por ${quem} el ${quando}`,
  dialogo: {
    titulo: "Enviar manifestación a la SEFAZ",
    ligarSegundoFator: "Activar el segundo factor",
    aviso:
      "La manifestación se firma con el certificado de su empresa y no se puede retirar, solo cambiar por otra.",
    justificativa: "Por qué la operación no se realizó",
    dica: (min, max) => `De ${min} a ${max} caracteres. Va a la SEFAZ y al emisor.`,
    curta: (min, max) => `Escriba la justificación con ${min} a ${max} caracteres.`,
    conta: (n, max) => `${n} de ${max}`,
    enviar: "Enviar a la SEFAZ",
    falta: "Elija lo que su empresa declara sobre esta operación.",
    escolha: "Lo que su empresa declara sobre esta operación",
    varias: (n, soma) => `${n} documentos, ${soma}`,
  },
  lote: {
    botao: "Enviar manifestación",
    feito: (n) =>
      n === 1 ? "1 manifestación pedida a la SEFAZ." : `${n} manifestaciones pedidas a la SEFAZ.`,
    resultado: "Resultado por documento",
    resumo: (ok, falhas) =>
      `${ok === 1 ? "1 manifestación pedida" : `${ok} manifestaciones pedidas`}, ${falhas} no.`,
    ok: "Pedida",
  },
  filtro: "Manifestación",
};

/** Spanish texts of the SEFAZ queries. */
export const consultaTexts: Translated<typeof source.consultaTexts> = {
  aba: "SEFAZ",
  vazio: "La SEFAZ todavía no se consultó",
  vazioTexto:
    "Cada consulta a la SEFAZ sobre este documento aparece aquí, con quien la pidió y la respuesta recibida.",
  proxima: (quando) => `Próxima consulta ${quando}`,
  origens: {
    recebimento: "Al llegar el documento",
    agenda: "Verificación automática",
    pessoa: "Pedida por una persona",
    certificado: "Al llegar el certificado",
    auditor: "Auditor",
  },
  pessoa: (quem) => `Pedida por ${quem}`,
  servicos: { consulta: "Consulta", evento: "Envío de evento", distribuicao: "Distribución" },
  semResposta: "Sin respuesta",
  nacional: "Ambiente Nacional",
  instante: "menos de 0,1 s",
  autorizador: (nome) => `autorizador ${nome}`,
  demorou: (texto) => `respondió en ${texto}`,
};

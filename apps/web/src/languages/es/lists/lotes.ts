import type { loteTexts as source } from "../../../texts/lists/lotes.ts";
import type { Translated } from "../../translated.ts";

const documentos = (n: string): string => (n === "1" ? "1 documento" : `${n} documentos`);
const hechos = (n: string): string => (n === "1" ? "1 hecho" : `${n} hechos`);
const rechazados = (n: string): string => (n === "1" ? "1 rechazado" : `${n} rechazados`);

/** Spanish texts of `texts/lists/lotes.ts`. */
export const loteTexts: Translated<typeof source> = {
  titulo: "Lotes",
  subtitulo: "Marcas y manifestaciones de varios documentos",
  guardados: "se guardan 30 días",
  total: (n) => (n === "1" ? "1 lote" : `${n} lotes`),
  vazio: "Ningún lote",
  vazioTexto: "Seleccione documentos en una lista y márquelos todos de una vez, o envíe sus manifestaciones.",
  numero: (n) => `Lote ${n}`,
  verLotes: "Lotes de documentos",
  colunas: {
    lote: "Lote",
    ato: "Qué hace",
    quem: "Pedido por",
    quando: "Cuándo",
    situacao: "Estado",
    resultado: "Resultado",
  },
  marcas: { processadoErp: "Procesado en el ERP", recebido: "Recibido", conferido: "Verificado" },
  marcar: (marca) => `Marcar: ${marca}`,
  desmarcar: (marca) => `Desmarcar: ${marca}`,
  desfaz: "deshace otro lote",
  repete: "intenta de nuevo",
  estados: {
    pendente: "En cola",
    "em-andamento": "En curso",
    concluido: "Terminado",
    parado: "Detenido",
    falhou: "Interrumpido",
  },
  antes: {
    marcar: "Marcar",
    marca: { processadoErp: "procesado en el ERP", recebido: "recibido", conferido: "verificado" },
    tituloMarca: (marca) => `Marcar como ${marca}`,
    por: (marca) => `Marcar como ${marca}`,
    tirar: (marca) => `Desmarcar ${marca}`,
    porTexto: "Su nombre y la hora quedan registrados en cada documento.",
    tirarTexto:
      "El nombre de quien lo marcó y la hora salen del documento; el registro de la cuenta los guarda.",
    assunto: (n, soma) => `${documentos(n)}, ${soma}.`,
    explica: "El conteo dice cuántos aceptan cada opción ahora.",
    contando: "Contando lo que acepta cada opción…",
    de: (n, total) => `${n} de ${total}`,
    jaMarcados: (n) => (n === "1" ? "1 ya está marcado" : `${n} ya están marcados`),
    naoMarcados: (n) => (n === "1" ? "1 no está marcado" : `${n} no están marcados`),
    quarentena: (n) => (n === "1" ? "1 en cuarentena queda fuera" : `${n} en cuarentena quedan fuera`),
    motivo: (n, motivo) => `${n} ${motivo}`,
    contraditas: (n) => `La SEFAZ contradice ${n} de ellos.`,
    desfazivel: "Se ejecuta en el servidor: puede cerrar esta página. Se puede deshacer por 24 h.",
    definitivo:
      "Se ejecuta en el servidor: puede cerrar esta página. La manifestación se firma con el certificado de su empresa y no se puede retirar, solo cambiar por otra.",
    enviarMarca: (n) => (n === "0" ? "Marcar" : `Marcar ${n}`),
    tirarMarca: (n) => (n === "0" ? "Desmarcar" : `Desmarcar ${n}`),
    enviarSefaz: (n) => (n === "0" ? "Enviar a la SEFAZ" : `Enviar ${n} a la SEFAZ`),
    escolha: "Qué hacer con los documentos",
    falta: "Elija una de las opciones.",
  },
  quadro: {
    andamento: { marca: "Marcado en curso", manifestacao: "Manifestaciones en curso" },
    loteDesfeito: "Lote deshecho",
    fim: { marca: "Marcado terminado", manifestacao: "Manifestaciones terminadas" },
    parado: { marca: "Marcado detenido", manifestacao: "Manifestaciones detenidas" },
    falhou: { marca: "Marcado interrumpido", manifestacao: "Manifestaciones interrumpidas" },
    pedido: (ato, quem, quando) => `${ato}, pedido por ${quem} el ${quando}`,
    progresso: "Avance del lote",
    prontos: (n, total) => `${n} de ${total} listos`,
    noServidor: "se ejecuta en el servidor",
    grupos: {
      recusado: rechazados,
      enviando: (n) => `${n} en envío a la SEFAZ`,
      feito: hechos,
      "sem-mudanca": (n) => `${n} sin cambios`,
      parado: (n) => (n === "1" ? "1 quedó fuera" : `${n} quedaron fuera`),
      "na-fila": (n) => `${n} en cola`,
    },
    palavras: {
      recusado: "Rechazado",
      enviando: "Espera a la SEFAZ",
      feito: "Hecho",
      "sem-mudanca": "Sin cambios",
      parado: "No se hizo: el lote se detuvo antes",
      "na-fila": "En cola",
    },
    semNota: "Documento que usted no ve",
    mais: "Mostrar más documentos",
    documentos: "Documentos del lote",
    parar: "Detener",
    segundoPlano: "Continuar en segundo plano",
    desfazer: "Deshacer",
    desfeito: (quando) => `Deshecho el ${quando}.`,
    desfazerAte: (quando) =>
      `Se puede deshacer hasta el ${quando}; lo que alguien cambió después queda como está.`,
    semVolta: "Una manifestación no se puede retirar, solo cambiar por otra.",
    repetir: "Intentar de nuevo los que fallaron",
    fechar: "Cerrar",
  },
  cartao: {
    nome: { marca: "Marcado", manifestacao: "Manifestaciones" },
    andamento: (nome, n, total) => `${nome}: ${n} de ${total}`,
    fim: (feitos, recusados) =>
      recusados === "0"
        ? `${documentos(feitos)}: ${feitos === "1" ? "hecho" : "hechos"}`
        : `${hechos(feitos)}, ${rechazados(recusados)}`,
    terminado: (ato) => `${ato}: terminado`,
    recusados: (n) => (n === "1" ? "1 documento rechazado." : `${n} documentos rechazados.`),
    semRecusados: "No se rechazó ningún documento.",
    ver: "Ver",
    verRecusados: "Ver los rechazados",
  },
};

import type { emailTexts as source } from "../../../texts/lists/emails.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/emails.ts`. */
export const emailTexts: Translated<typeof source> = {
  titulo: "Correos",
  lista: "Correos recibidos",
  ordens: {
    dataDesc: "Fecha, más recientes",
    remetente: "Remitente",
    destinatario: "Destinatario",
    assunto: "Asunto",
  },
  semAssunto: "(sin asunto)",
  semRemetente: "(sin remitente)",
  semData: "Sin fecha",
  evento: "Evento",
  mais: (n) => `+${n}`,
  maisDica: (n) => (n === 1 ? "1 documento más" : `${n} documentos más`),
  nada: "Nada extraído",
  nadaSemAnexos: "Nada extraído: sin adjuntos",
  emLeitura: "En lectura",
  parados: { ilegivel: "Ilegible", incompleta: "Lectura incompleta", grande: "Demasiado grande" },
  problema: (n) => (n === 1 ? "1 parte con problemas" : `${n} partes con problemas`),
  legenda: "Ningún documento extraído",
  vazio: "Ningún correo con este filtro",
  vazioTexto: "¿Hay correos fuera del filtro? Quite uno de los filtros de arriba para verlos.",
  nenhum: "Ningún correo recibido todavía",
  nenhumTexto:
    "Los buzones monitoreados se leen cada pocos minutos. Lo que llegue aparece aquí, aunque no traiga documentos.",
  semCaixa: "Ningún buzón de correo conectado",
  semCaixaTexto:
    "Conecte el buzón en el que los proveedores entregan las facturas. Lo que llegue a él aparece aquí.",
  limpar: "Limpiar filtros",
  detalhe: {
    voltar: "Volver a los correos",
    anterior: "Correo anterior",
    proximo: "Correo siguiente",
    posicao: (pos, total) => `${pos} de ${total}`,
    original: "Correo original",
    para: "para",
    caixa: "buzón",
    recebidoEm: (quanto) => `recibido en ${quanto}`,
    corpo: "Cuerpo del correo",
    semCorpo: "Este mensaje no tiene texto.",
    bloqueadas: (n) => `Imágenes remotas bloqueadas (${n})`,
    mostradas: (n) => `Imágenes remotas mostradas (${n})`,
    mostrar: "Mostrar",
    esconder: "Ocultar",
    partes: "Partes y destino",
    partesResumo: (partes, extraidos) =>
      `${partes === 1 ? "1 parte" : `${partes} partes`}, ${
        extraidos === 1 ? "1 documento extraído" : `${extraidos} documentos extraídos`
      }`,
    emLeitura: "El correo todavía se está leyendo; las partes aparecen en unos instantes.",
    quarentena: "La lectura de este correo se detuvo.",
    baixar: (nome) => `Descargar ${nome}`,
    corpoDaMensagem: "Cuerpo del mensaje",
    html: "HTML",
    texto: "Texto",
    semNome: "archivo sin nombre",
    embutida: "incrustada",
    abertoNaPagina: "Guardado, abierto en esta página",
    aberto: (n) => (n === 1 ? "Abierto, 1 archivo" : `Abierto, ${n} archivos`),
    loteAberto: (n) => (n === 1 ? "Abierto, 1 documento" : `Abierto, ${n} documentos`),
    ilegivel: "Ilegible",
    ignorada: "Ignorada",
    lendo: "En lectura",
    reprocessar: "Reprocesar",
    reprocessando: "Leyendo de nuevo…",
    reprocessado: (quando) => `Reprocesado ${quando}`,
    pergunta: {
      titulo: "¿Leer este correo de nuevo?",
      texto:
        "El original guardado se lee otra vez, con las reglas actuales de Malote. Un mejor veredicto puede cambiar documentos que ya están en las listas; las marcas y liberaciones se mantienen.",
      acao: "Reprocesar",
    },
    pedido: "El correo se leerá de nuevo en unos instantes.",
    semXml: {
      titulo: (n) => (n === 1 ? "Llegó solo el PDF" : `Llegó solo el PDF de ${n} documentos`),
      tituloCitada: "El XML no vino en este correo",
      soPdf: {
        veio: (nome) => `${nome}: este correo trajo solo el PDF; el XML llegó por otra vía.`,
        falta: (nome) =>
          `${nome}: este correo trajo solo el PDF, que no tiene valor fiscal. Pida el XML a quien lo envió.`,
      },
      citada: {
        veio: (nome) => `${nome}: este correo cita la clave sin traer el XML, que llegó por otra vía.`,
        falta: (nome) =>
          `${nome}: este correo cita la clave sin traer el XML. Pídalo a quien envió el correo.`,
      },
      chave: "Clave de acceso",
    },
    abrirNota: (nome) => `Abrir ${nome}`,
    naoExiste: "Correo",
  },
};
